import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { TRANSFER_SETTLES_AFTER } from "#sandbox/paystack/payments.ts";
import { expectAccessible } from "../setup/axe.ts";
import {
  atPopup,
  change,
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
  popupOf,
  seen,
  newContact,
  shop,
  stockOf,
  stopBankClock,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

/** Pays in the popup so that only the provider knows, as if the tab were closed. */
async function payAndClose(popup: FrameLocator): Promise<void> {
  await popup.getByText("Test faults").click();
  await popup.getByRole("button", { name: "Pay, close the tab" }).click();
  await popup.getByText("Close this tab now").waitFor();
}

const notice = (page: Page) => page.getByRole("status").filter({ hasText: /Your order [0-9A-F]{8} is placed/ });

test("stock held by a payment stays available to its buyer, and to no other", async () => {
  const product = await goods({ stock_quantity: 8, min_order: 1 });
  const page = await visit("/checkout", { ...withCart({ product, quantity: 8 }), width: PHONE });
  await fillShipping(page, newContact());
  await payButton(page).click();
  await popupOf(page).getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Cancelled");
  expect(await stockOf(product.id)).toBe(0);

  const checked = page.waitForResponse((answer) => answer.url().endsWith("/cart/check"));
  await go(page, "/cart");
  expect(((await (await checked).json()) as { ok: boolean }).ok).toBe(true);
  await expectCartCount(page, 8);
  await seen(page.getByRole("link", { name: "Checkout" })).waitFor();
  expect(await page.getByText("Out of stock").count()).toBe(0);

  await go(page, `/product/${product.slug}`);
  await page.getByRole("button", { name: "Buy Now", disabled: false }).waitFor();
  // Its card in a list knows it too.
  const list = `/products?search=${encodeURIComponent(product.name)}`;
  await go(page, list);
  const card = page.getByRole("article").filter({ hasText: product.name });
  await card.getByRole("button", { name: "Increase quantity", disabled: true }).waitFor();
  const forOthers = async (path: string) => await (await fetch(`${shop().url}${path}`)).text();
  expect(await forOthers(`/product/${product.slug}`)).toMatch(
    /<button[^>]* disabled=""[^>]*>(?:(?!<\/button>).)*Buy Now/s,
  );
  expect(await forOthers(list)).toMatch(/<article(?:(?!<\/article>).)*Out of Stock/s);
});

test("after a payment in a closed tab any page shows the order and takes only its goods off the cart", async () => {
  stopBankClock();
  const { page, popup, buyer, product } = await atPopup(3, { width: PHONE, allow: [/503 \(Service Unavailable\)/] });
  const [beans, others] = [await goods(), page.context()];
  await payAndClose(popup);
  // The payment is not known yet: more rice and some beans are added to the cart.
  await others.route("**/checkout/status", (route) => route.fulfill({ status: 503, json: {} }));
  for (const { slug } of [product, beans]) {
    await go(page, `/product/${slug}`);
    await seen(page.getByRole("button", { name: "Add to Cart" })).click();
    await expectToast(page, "Added to cart");
  }
  await expectCartCount(page, 3 + product.min_order + beans.min_order);
  await others.unroute("**/checkout/status");
  // The cart check must not lower the quantity to the remaining stock before the paid items are removed.
  await change(product, { stock_quantity: product.min_order });
  const second = await others.newPage();
  await Promise.all([go(page, "/"), go(second, "/cart")]);
  await expectCartCount(page, product.min_order + beans.min_order);
  await expectCartCount(second, product.min_order + beans.min_order);
  for (const tab of [page, second]) {
    await notice(tab).getByText("what you added since is still in it.").waitFor();
    if (tab === page) await expectAccessible(tab);
    await notice(tab).getByRole("link", { name: "See your order" }).click();
    await expectHeading(tab, "Thank you for your order");
    expect(await tab.getByText("You will be taken to the home page").count()).toBe(0);
    await expect.poll(() => notice(tab).count()).toBe(0);
    await expectCartCount(tab, product.min_order + beans.min_order);
  }
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("a payment in one tab leads the others to the order, from an open payment window and from the form", async () => {
  const { page, popup, buyer } = await atPopup();
  const second = await page.context().newPage();
  await go(second, "/checkout");
  await fillShipping(second, buyer);
  await payButton(second).click();
  await popupOf(second).getByRole("button", { name: "Cancel payment" }).waitFor();
  const third = await page.context().newPage();
  await go(third, "/checkout");
  await payButton(third).waitFor();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  for (const tab of [second, third]) {
    await expectToast(tab, "This order has been placed in another tab");
    await expectHeading(tab, "Thank you for your order");
  }
  await popupOf(second).getByRole("button", { name: "Cancel payment" }).waitFor({ state: "hidden" });
  expect(await ordersOf(buyer.email)).toBe(1);
});

test("paying with more in the cart than another tab paid shows that order; the rest can be paid next, and checkout shows what a closed tab paid instead of the form", async () => {
  stopBankClock();
  const { page, popup, buyer } = await atPopup(3, { allow: [/503 \(Service Unavailable\)/, /409 \(Conflict\)/] });
  const rice = await goods({ price_kobo: 7_000_000 });
  await payAndClose(popup);
  await page.route("**/checkout/status", (route) => route.fulfill({ status: 503, json: {} }));
  await go(page, `/product/${rice.slug}`);
  await seen(page.getByRole("button", { name: "Add to Cart" })).click();
  await expectCartCount(page, 3 + rice.min_order);
  await go(page, "/checkout");
  await page.unroute("**/checkout/status");
  await payButton(page).click();
  await expectToast(page, "Your earlier order is placed");
  await notice(page).waitFor();
  await expectCartCount(page, rice.min_order);
  await expectPath(page, "/checkout");
  await fillShipping(page, buyer);
  await payButton(page).click();
  await payAndClose(popup);
  await go(page, "/checkout");
  await expectOrderPage(page);
  await page.getByText(rice.name).waitFor();
  await expectCartCount(page, 0);
  expect(await ordersOf(buyer.email)).toBe(2);
});

test("on a phone the waiting for a transfer comes before all else, and is said by other pages; asking ends after a while, and a second look closes by itself when the order is there", async () => {
  const bankTime = stopBankClock();
  const { page, popup, buyer } = await atPopup(3, { width: PHONE });
  await popup.getByRole("tab", { name: "Transfer" }).click();
  await popup.getByRole("button", { name: "I have sent the money" }).click();
  const heading = page.getByRole("heading", { name: "We are waiting for your payment" });
  await heading.waitFor();
  await page.getByText("Bank transfers can take a few minutes.").waitFor();
  await page.getByText("Please do not pay again.").waitFor();
  await page.getByText(/WH\d{15}/).waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const isInView = () =>
    heading.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 60 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  await go(page, "/");
  await page.getByRole("status").filter({ hasText: "We are waiting for your transfer of ₦15,000.00." }).waitFor();
  await page.clock.install();
  await go(page, "/checkout");
  await heading.waitFor();
  const again = page.getByRole("button", { name: "Check again" });
  await expect
    .poll(async () => {
      await page.clock.runFor(200_000);
      return await again.count();
    })
    .toBe(1);
  await page.getByText("We have stopped asking by ourselves.").waitFor();
  const asked = page.waitForRequest(/verify-paystack-payment/);
  await again.click();
  await asked;
  await again.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "I did not pay: try again" }).click();
  await popup
    .getByText("Waiting")
    .or(popup.getByRole("tab", { name: "Card" }))
    .first()
    .waitFor();
  expect(await ordersOf(buyer.email)).toBe(0);
  await bankTime(TRANSFER_SETTLES_AFTER);
  await expectOrderPage(page);
  await expect.poll(() => page.locator('iframe[src*="/popup"]').filter({ visible: true }).count()).toBe(0);
  await expectCartCount(page, 0);
  expect(await ordersOf(buyer.email)).toBe(1);
  await expectMails(buyer.email);
});
