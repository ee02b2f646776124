import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { openSignedIn } from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { expectAccessible } from "../setup/axe.ts";
import { testShop } from "../setup/shop.ts";
import { SHOPPER } from "./steps.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

test("Reorder fills the cart at today's terms and says what is gone or changed, until it is closed or loaded again; a receipt is printed without the page's links", async () => {
  const { page, person } = await openSignedIn(shop, { ...SHOPPER, width: 360, path: null });
  const product = (more: object) => makeProduct(shop.shop.db, { price_kobo: 500_000, stock_quantity: 50, ...more });
  const [same, dearer, gone] = [
    await product({}),
    await product({ price_kobo: 600_000 }),
    await product({ stock_quantity: 0 }),
  ];
  const line = ({ id, name }: { id: string; name: string }) => ({
    product_id: id,
    name,
    price_kobo: 500_000,
    quantity: 4,
  });
  const id = await makeOrder(shop.shop.database, person.id, {
    items: [line(same), line(dearer), line(gone), { name: "Old lamp", price_kobo: 100, quantity: 1 }],
  });
  const number = id.slice(0, 8).toUpperCase();
  await page.goto(`${shop.url}/profile/orders`);
  await page
    .getByRole("article", { name: number })
    .getByRole("button", { name: /^Reorder/ })
    .click();
  await page.getByText(`2 of 4 products of order #${number} are in your cart.`).waitFor();
  for (const text of [
    `${dearer.name}: Price changed from ₦5,000.00 to ₦6,000.00.`,
    `${gone.name}: Out of stock.`,
    "Old lamp: no longer sold.",
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole("link", { name: "Cart, 8 items" }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: `Remove ${same.name}` }).waitFor();
  await page.getByRole("link", { name: "Cart, 8 items" }).waitFor();
  expect(await page.getByText("Old lamp: no longer sold.").count()).toBe(0);

  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Reorder/ })
    .click();
  await page.getByText("Old lamp: no longer sold.").waitFor();
  await page.getByRole("button", { name: "Close message about the reorder" }).click();
  await page.getByText("Old lamp: no longer sold.").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Cart, 16 items" }).waitFor();

  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  await page.getByRole("dialog").getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("heading", { name: "Receipt" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "My Orders" }).isVisible()).toBe(false);
  await page.getByRole("columnheader", { name: "Unit price" }).waitFor();
});
