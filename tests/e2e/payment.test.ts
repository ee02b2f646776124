import type { FrameLocator, Route } from "playwright-core";
import { expect, test } from "vitest";
import { makeProduct } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import {
  atCheckout,
  atPopup,
  expectCartCount,
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
  storedLine,
  toasts,
  usable,
  useShop,
  withCart,
} from "./steps.ts";

useShop();

const BLOCKED = [/inline\.js/, /ERR_FAILED/];

/** Ends the payment in the popup by one of the sandbox's faults. */
async function fault(popup: FrameLocator, name: string): Promise<void> {
  await popup.getByText("Test faults").click();
  await popup.getByRole("button", { name }).click();
}

test("a popup that hangs can be closed; a success under another reference is no proof; one that cannot open offers the provider's page; nothing is placed, and the next try pays, whose callback is lost", async () => {
  const { page, popup, buyer, product } = await atPopup();
  await fault(popup, "Hang");
  await popup.getByText("Working on payment").waitFor();
  await popup.getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Cancelled");
  const payAgain = async () => {
    await payButton(page).click();
    await popup.getByRole("tab", { name: "Card" }).waitFor();
  };
  await payAgain();
  await fault(popup, "Report another reference");
  await expectToast(page, "Payment Cancelled");
  await expectCartCount(page, 3);
  await payAgain();
  await fault(popup, "Setup error");
  await expectToast(page, "Failed to initialize payment. Please try again.");
  await page.getByRole("button", { name: "Pay on the provider’s page instead" }).waitFor();
  expect(await ordersOf(buyer.email)).toBe(0);
  await payAgain();
  await fault(popup, "Pay, lose the callback");
  await expectOrderPage(page);
  await expectMails(buyer.email);
  expect([await ordersOf(buyer.email), await stockOf(product.id)]).toEqual([1, 47]);
});

test("a blocked script leaves the provider's page, which leads back unpaid to a cart that is still there, and paid to the order", async () => {
  const buyer = newContact();
  const page = await newPage({ ...withCart({ product: await goods(), quantity: 3 }), width: PHONE, allow: BLOCKED });
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

test("refusals of the provider are shown in its words and hold nothing; a connection that breaks right after paying is never called unpaid; mails that do not go out are reported and go out later", async () => {
  const { page, popup, buyer, product } = await atCheckout(3, {
    width: PHONE,
    allow: [/422 \(Unprocessable/, /429|503/, /ERR_FAILED/],
  });
  const refusal = { status: false, message: "Currency not supported by merchant", type: "validation_error" };
  const refuseOnce = (effect: object) =>
    shop().demo?.paystack?.addFault({ match: { path: "/transaction/initialize" }, times: 1, effect });
  refuseOnce({ status: 400, body: refusal });
  await fillShipping(page, buyer);
  await payButton(page).click();
  await expectToast(page, "Order Failed", "Currency not supported by merchant");
  expect([await stockOf(product.id), await ordersOf(buyer.email)]).toEqual([50, 0]);
  await expectCartCount(page, 3);
  refuseOnce({ status: 503 });
  await payButton(page).click();
  await expectToast(page, "Failed to initialize payment. Please try again.");

  await payButton(page).click();
  await popup.getByRole("tab", { name: "Card" }).waitFor();
  // Removing the route would race with a running request.
  let answer: Parameters<Route["fulfill"]>[0] | "abort" | null = "abort";
  await page.route("**/verify-paystack-payment", (route) =>
    answer === "abort" ? route.abort() : answer ? route.fulfill(answer) : route.continue(),
  );
  // The demo's mailbox refuses them.
  await sql("alter table mailbox_messages rename to mailbox_away");
  try {
    await payByCard(popup, ...GOOD_CARD);
    await page.getByRole("heading", { name: "We are waiting for your payment" }).waitFor();
    for (const [state, text] of [
      [{ status: 503, json: {} }, "Our shop is not responding right now"],
      [{ json: { success: false, status: "unconfirmed", message: "" } }, "The payment service is not responding"],
      [{ status: 429, headers: { "Retry-After": "3" }, json: {} }, "we ask again in 3 seconds."],
    ] as const) {
      answer = state;
      await page.getByText(text).waitFor();
    }
    answer = null;
    await expectOrderPage(page);
    await expectToast(page, "Order placed successfully!");
    await expectToast(page, "Email sending failed", "Your order is placed. We will send the email as soon as we can.");
    expect(await ordersOf(buyer.email)).toBe(1);
  } finally {
    await sql("alter table mailbox_away rename to mailbox_messages");
  }
  // The pause before the next try grows with each refusal, so with what the steps above took.
  await sql("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'");
  await expectMails(buyer.email);
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
