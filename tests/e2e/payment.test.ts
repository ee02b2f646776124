import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { TRANSFER_SETTLES_AFTER } from "#sandbox/paystack/payments.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import {
  atCheckout,
  atPopup,
  expectCartCount,
  expectHeading,
  expectMails,
  expectOrderPage,
  expectPath,
  expectToast,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  ordersOf,
  payButton,
  payByCard,
  PHONE,
  shop,
  SHOPPER,
  newContact,
  sql,
  stockOf,
  stopBankClock,
  storedLine,
  toasts,
  usable,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

const BLOCKED = [/inline\.js/, /ERR_FAILED/];

/** Ends the payment in the popup by one of the sandbox's faults. */
async function fault(popup: FrameLocator, name: string): Promise<void> {
  await popup.getByText("Test faults").click();
  await popup.getByRole("button", { name }).click();
}

test("a pending transfer waits and becomes an order by itself", async () => {
  const bankTime = stopBankClock();
  const { page, popup, buyer } = await atPopup(3, { width: PHONE });
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("button", { name: "I have sent the money" }).click();
  await page.getByRole("heading", { name: "We are waiting for your payment" }).waitFor();
  await page.getByText("Please do not pay again.").waitFor();
  await page.getByText(/WH\d{15}/).waitFor();
  expect(await ordersOf(buyer.email)).toBe(0);
  await bankTime(TRANSFER_SETTLES_AFTER);
  await expectOrderPage(page);
  await expectCartCount(page, 0);
  await expectMails(buyer.email);
});

test("a transfer that was not sent after all can be paid by card", async () => {
  const { page, popup, buyer } = await atPopup();
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("tabpanel", { name: "Transfer" }).getByText("Other endings").click();
  await popup.getByRole("button", { name: "Send the wrong amount" }).click();
  await popup.getByRole("alert").getByText("not the exact amount").waitFor();
  await popup.getByRole("tab", { name: "Card" }).click();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("a tab closed right after paying still has its order and mails", async () => {
  const { page, popup, buyer, product } = await atPopup();
  await popup.getByLabel("Card number").fill(GOOD_CARD[0]);
  await popup.getByLabel("Expiry").fill("12/40");
  await popup.getByLabel("CVV").fill(GOOD_CARD[1]);
  const paid = page.waitForResponse((answer) => /\/checkout\/\w+\/act$/.test(answer.url()));
  await popup.getByRole("button", { name: /^Pay ₦/ }).click();
  await paid;
  await page.context().close();
  await expect.poll(() => ordersOf(buyer.email)).toBe(1);
  const link = await expectMails(buyer.email);
  expect(await stockOf(product.id)).toBe(47);
  const later = await newPage();
  await later.goto(link);
  await expectOrderPage(later);
});

test.each(["Pay, lose the callback", "Pay, lose the webhook", "Pay, report it twice"])(
  "%s: one order, its page and its mails",
  async (name) => {
    const { page, popup, buyer, product } = await atPopup();
    await fault(popup, name);
    await expectOrderPage(page);
    await expectMails(buyer.email);
    expect([await ordersOf(buyer.email), await stockOf(product.id)]).toEqual([1, 47]);
  },
);

test("a popup that hangs can be closed; a success under another reference is no proof; nothing is placed, and the next try pays", async () => {
  const { page, popup, buyer } = await atPopup();
  await fault(popup, "Hang");
  await popup.getByText("Working on payment").waitFor();
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Cancelled");
  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();
  await fault(popup, "Report another reference");
  await expectToast(page, "Payment Cancelled");
  await expectCartCount(page, 3);
  expect(await ordersOf(buyer.email)).toBe(0);
  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
});

test("a checkout whose window cannot open offers the provider's page", async () => {
  const { page, popup, buyer } = await atPopup();
  await fault(popup, "Setup error");
  await expectToast(page, "Failed to initialize payment. Please try again.");
  await page.getByRole("button", { name: "Pay on the provider’s page instead" }).click();
  await page.getByLabel("Card number").waitFor();
  await payByCard(page, ...GOOD_CARD);
  await expectOrderPage(page);
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("a blocked script leaves the provider's page, which leads back unpaid to a cart that is still there, and paid to the order", async () => {
  const { page, buyer } = await atCheckout(3, { width: PHONE, allow: BLOCKED });
  await page.route("**/v2/inline.js", (route) => route.abort());
  await go(page, "/checkout");
  await fillShipping(page, buyer);
  const toProvider = async () => {
    await payButton(page).click();
    await expectToast(page, "Payment gateway not loaded. Please refresh the page and try again.");
    await page.getByRole("button", { name: "Pay on the provider’s page instead" }).click();
    await page.getByLabel("Card number").waitFor();
    expect(new URL(page.url()).origin).toBe(shop().payments?.checkoutOrigin);
  };
  await toProvider();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await expectPath(page, "/checkout");
  await expectCartCount(page, 3);

  await toProvider();
  await payByCard(page, ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByRole("button", { name: "Stay here" }).click();
  await expectCartCount(page, 0);
  // The order is announced when the shopper is back, once.
  await expectToast(page, "Order placed successfully!");
  await expectToast(page, "Welcome email sent!");
  await expectToast(page, "Order confirmation sent!");
  await page.reload();
  await usable(page);
  await expectOrderPage(page);
  expect(await page.getByText("You will be taken to the home page").count()).toBe(0);
  expect(await toasts(page).getByRole("listitem").count()).toBe(0);
  await expectMails(buyer.email);
});

test("a provider that is down at the start is said, and the next try works; a connection that breaks right after paying is waited for, never called unpaid", async () => {
  const { page, popup, buyer } = await atCheckout(3, { allow: [/503 \(Service Unavailable\)/, /ERR_FAILED/] });
  shop().demo?.paystack?.addFault({ match: { path: "/transaction/initialize" }, times: 1, effect: { status: 503 } });
  await fillShipping(page, buyer);
  await payButton(page).click();
  await expectToast(page, "Failed to initialize payment. Please try again.");
  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();
  await page.route("**/verify-paystack-payment", (route) => route.abort());
  await payByCard(popup, ...GOOD_CARD);
  await page.getByRole("heading", { name: "We are waiting for your payment" }).waitFor();
  await page.unroute("**/verify-paystack-payment");
  await expectOrderPage(page);
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("a payment of the wrong amount creates no order: it is reported and needs review", async () => {
  const { page, popup, buyer } = await atPopup();
  const paystack = shop().demo?.paystack;
  const payment = paystack?.transactions().find(({ customer }) => customer.email === buyer.email);
  paystack?.complete(payment?.reference ?? "", { outcome: "success", amount: 100_00, webhook: "never" });
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Verification Failed", "We couldn't verify your payment. Please contact support.");
  await expectHeading(page, "We are reviewing your payment");
  await page.getByText("Please do not pay again.").waitFor();
  // A pending payment cannot be paid a second time.
  await expectCartCount(page, 0);
  expect(await ordersOf(buyer.email)).toBe(0);
});

test("two tabs with one cart make one order", async () => {
  const { page, popup, buyer } = await atPopup();
  const other = await page.context().newPage();
  await go(other, "/checkout");
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  await expectToast(other, "This order has been placed in another tab");
  await expectOrderPage(other);
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("a shop without payment keys says that payment is not configured", async () => {
  const closed = await testShop({ env: { DEMO: "0" } });
  try {
    const product = await makeProduct(closed.shop.db, { price_kobo: 500_000, stock_quantity: 50 });
    const stored = { state: { items: [storedLine({ product, quantity: 2 })], count: 2 }, version: 0 };
    const localStorage = [{ name: "cart-storage", value: JSON.stringify(stored) }];
    const storageState = { cookies: [], origins: [{ origin: closed.url, localStorage }] };
    const page = await newPage({ ...SHOPPER, storageState });
    await page.goto(`${closed.url}/checkout`);
    await usable(page);
    await fillShipping(page, newContact());
    await payButton(page).click();
    await expectToast(page, "Payment system is not properly configured.");
    await expectCartCount(page, 2);
  } finally {
    await closed.close();
  }
});

test("a cart above the limit of one payment is refused before it is paid", async () => {
  const product = await goods({ price_kobo: 600_000_000 });
  const page = await visit("/checkout", { ...withCart({ product, quantity: 2 }), allow: [/422 \(Unprocessable/] });
  await fillShipping(page, newContact());
  await payButton(page).click();
  const why =
    "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or request a custom order.";
  await expectToast(page, "Order Failed", why);
});

test("a refusal of the provider is shown in its words and holds nothing; mails that do not go out are reported and go out later", async () => {
  const { page, popup, buyer, product } = await atCheckout(3, { allow: [/422 \(Unprocessable/] });
  const refusal = { status: false, message: "Currency not supported by merchant", type: "validation_error" };
  shop().demo?.paystack?.addFault({
    match: { path: "/transaction/initialize" },
    times: 1,
    effect: { status: 400, body: refusal },
  });
  await fillShipping(page, buyer);
  await payButton(page).click();
  await expectToast(page, "Order Failed", "Currency not supported by merchant");
  expect([await stockOf(product.id), await ordersOf(buyer.email)]).toEqual([50, 0]);
  await expectCartCount(page, 3);

  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();
  // The demo's mailbox refuses them.
  await sql("alter table mailbox_messages rename to mailbox_away");
  try {
    await payByCard(popup, ...GOOD_CARD);
    await expectOrderPage(page);
    await expectToast(page, "Order placed successfully!");
    await expectToast(page, "Email sending failed", "Your order is placed. We will send the email as soon as we can.");
    expect(await ordersOf(buyer.email)).toBe(1);
  } finally {
    await sql("alter table mailbox_away rename to mailbox_messages");
  }
  await expectMails(buyer.email);
});
