import { expect, test } from "vitest";
import { makeProduct } from "#db/factories/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import {
  atCheckout,
  atPopup,
  expectCartCount,
  expectMails,
  expectOrderPage,
  expectToast,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  ordersOf,
  payButton,
  payByCard,
  shop,
  someone,
  sql,
  storedLine,
  toasts,
  usable,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

test("a shop without payment keys says that payment is not configured", async () => {
  const closed = await testShop({ env: { DEMO: "0" } });
  try {
    const product = await makeProduct(closed.shop.db, { price_kobo: 500_000, stock_quantity: 50 });
    const stored = { state: { items: [storedLine({ product, quantity: 2 })], count: 2 }, version: 0 };
    const localStorage = [{ name: "cart-storage", value: JSON.stringify(stored) }];
    const page = await newPage({ storageState: { cookies: [], origins: [{ origin: closed.url, localStorage }] } });
    await page.goto(`${closed.url}/checkout`);
    await usable(page);
    await fillShipping(page, someone());
    await payButton(page).click();
    await expectToast(page, "Payment system is not properly configured.");
    await expectCartCount(page, 2);
  } finally {
    await closed.close();
  }
});

test("what the provider refuses is told as it says it, and holds nothing", async () => {
  const { page, buyer, product } = await atCheckout(3, { allow: [/422 \(Unprocessable/] });
  const refusal = { status: false, message: "Currency not supported by merchant", type: "validation_error" };
  shop().demo?.paystack?.addFault({
    match: { path: "/transaction/initialize" },
    times: 1,
    effect: { status: 400, body: refusal },
  });
  await fillShipping(page, buyer);
  await payButton(page).click();
  await expectToast(page, "Order Failed", "Currency not supported by merchant");
  const [left] = await sql<{ stock: number }>("select stock_quantity as stock from products where id = $1", [
    product.id,
  ]);
  expect([left?.stock, await ordersOf(buyer.email)]).toEqual([50, 0]);
  await expectCartCount(page, 3);
});

test("a cart that costs more than one payment may be is told before it is paid", async () => {
  const product = await goods({ price_kobo: 600_000_000 });
  const page = await visit("/checkout", { ...withCart({ product, quantity: 2 }), allow: [/422 \(Unprocessable/] });
  await fillShipping(page, someone());
  await payButton(page).click();
  const why =
    "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or request a custom order.";
  await expectToast(page, "Order Failed", why);
});

test("mails that do not go out are told, the order stands, and they go out later", async () => {
  const { page, popup, buyer } = await atPopup();
  // The demo's mailbox refuses them.
  await sql("alter table mailbox_messages rename to mailbox_away");
  try {
    await payByCard(popup, ...GOOD_CARD);
    await expectOrderPage(page);
    await expectToast(page, "Order placed successfully!");
    await expectToast(page, "Email sending failed", "Your order stands. We will send the email as soon as we can.");
    expect(await ordersOf(buyer.email)).toBe(1);
  } finally {
    await sql("alter table mailbox_away rename to mailbox_messages");
  }
  await expectMails(buyer.email);
});

test("paid on the provider's own page: the order is told when the shopper is back, once", async () => {
  const { page, buyer } = await atCheckout(3, { allow: [/inline\.js/, /ERR_FAILED/] });
  await page.route("**/v2/inline.js", (route) => route.abort());
  await go(page, "/checkout");
  await fillShipping(page, buyer);
  await payButton(page).click();
  await page.getByRole("button", { name: "Pay on the provider’s page instead" }).click();
  await page.getByLabel("Card number").waitFor();
  await payByCard(page, ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByRole("button", { name: "Stay here" }).click();
  await expectToast(page, "Order placed successfully!");
  await expectToast(page, "Welcome email sent!");
  await expectToast(page, "Order confirmation sent!");
  await page.reload();
  await usable(page);
  await expectOrderPage(page);
  expect(await page.getByText("You will be taken to the home page").count()).toBe(0);
  expect(await toasts(page).getByRole("listitem").count()).toBe(0);
});
