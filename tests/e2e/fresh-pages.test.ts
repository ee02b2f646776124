import { expect, test } from "vitest";
import {
  change,
  expectHeading,
  expectToast,
  fillShipping,
  go,
  goods,
  newContact,
  payButton,
  PHONE,
  popupOf,
  seen,
  shop,
  SHOPPER,
  stockOf,
  underWorker,
  useShop,
  visit,
} from "./steps.ts";

useShop();

test("with the service worker a page seen a moment ago has today's price, and one's own hold is counted once", async () => {
  const product = await goods({ stock_quantity: 7, min_order: 1 });
  const address = `/product/${product.slug}`;
  const page = await visit(address, { ...SHOPPER, width: PHONE });
  await underWorker(page);
  const inStock = page.locator("dl").filter({ hasText: "In stock" }).first();
  // A second view, so that the browser has a copy.
  await go(page, address);
  await change(product, { price_kobo: 612_300 });
  await expect
    .poll(async () => (await fetch(`${shop().url}${address}`).then((answer) => answer.text())).includes("6,123.00"))
    .toBe(true);
  await go(page, address);
  await page.getByText("₦6,123.00").first().waitFor();
  const quantity = page.getByRole("textbox", { name: /^Quantity of/ });
  await quantity.fill("5");
  await quantity.press("Tab");
  await page.getByRole("button", { name: "Buy Now" }).click();
  await expectHeading(page, "Your cart");
  await seen(page.getByRole("link", { name: "Checkout" })).click();
  await fillShipping(page, newContact());
  await payButton(page).click();
  await popupOf(page).getByRole("button", { name: "Cancel payment" }).click();
  await expectToast(page, "Payment Cancelled");
  expect(await stockOf(product.id)).toBe(2);
  for (const look of [1, 2]) {
    await go(page, address);
    await expect.poll(() => inStock.innerText(), { message: `view ${look}` }).toMatch(/In stock\s*7\b/);
  }
});

test("a page that was prefetched, and one that the browser shows as it was left, are asked for again", async () => {
  const product = await goods();
  const address = `/product/${product.slug}`;
  const setPrice = async (price_kobo: number, text: string) => {
    await change(product, { price_kobo });
    const isServed = async () => (await (await fetch(`${shop().url}${address}`)).text()).includes(text);
    await expect.poll(isServed).toBe(true);
  };
  const page = await visit(`/products?search=${product.slug}`);
  const link = page.getByRole("article").getByRole("heading").getByRole("link");
  const prefetched = page.waitForResponse((answer) => answer.url().includes(`${address}.data`));
  await link.hover();
  await (await prefetched).finished();
  await setPrice(612_300, "6,123.00");
  await link.click();
  await expectHeading(page, product.name);
  await page.getByText("₦6,123.00").first().waitFor();
  await setPrice(623_400, "6,234.00");
  // The test's browser has no back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.getByText("₦6,234.00").first().waitFor();
});
