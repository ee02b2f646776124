import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { makePerson, openSignedIn } from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { SHOPPER } from "./steps.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

test("at both widths Reorder fills the cart at today's terms and says what is gone or changed", async () => {
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
  await atBothWidths(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Close message about the reorder" }).click();
  await page.getByText("Old lamp: no longer sold.").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Cart, 8 items" }).waitFor();
});

test("a reload of the cart after Reorder no longer says what came of it", async () => {
  const { page, person } = await openSignedIn(shop, { ...SHOPPER, width: 360, path: null });
  const { id, name } = await makeProduct(shop.shop.db, { price_kobo: 500_000, stock_quantity: 50 });
  await makeOrder(shop.shop.database, person.id, {
    items: [{ product_id: id, name, price_kobo: 500_000, quantity: 4 }],
  });
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByRole("button", { name: /^Reorder/ }).click();
  const result = page.getByText(/The product of order #\w+ is in your cart/);
  await result.waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Cart, 4 items" }).waitFor();
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  expect(await result.count()).toBe(0);
});

test.each([true, false])(
  "a receipt has date, number, lines, contact and what was paid (script: %s)",
  async (javaScriptEnabled) => {
    const { page, person } = await openSignedIn(shop, { ...SHOPPER, width: 360, path: null });
    const id = await makeOrder(shop.shop.database, person.id, {
      created_at: new Date("2026-11-20T23:30:00Z"),
      items: [
        { name: "Long Grain Rice, 50 kg", price_kobo: 4_250_000, quantity: 12 },
        { name: "Soap", price_kobo: 100_050, quantity: 1 },
      ],
    });
    await page.goto(`${shop.url}/profile/orders?order=${id}`);
    const link = page.getByRole("dialog").getByRole("link", { name: "Receipt" });
    await link.click();
    await page.getByRole("heading", { name: "Receipt" }).waitFor();
    if (!javaScriptEnabled)
      await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ body: "", contentType: "text/javascript" }));
    await page.reload();
    const text = await page.getByRole("main").innerText();
    for (const part of [
      `Order #${id.slice(0, 8).toUpperCase()}`,
      "November 21, 2026",
      "12 × ₦42,500.00",
      "₦511,000.50",
      "12 Allen Avenue, Ikeja, Lagos, 100001",
      "08031234567",
      `WH${id}`,
      "hello@oja.example",
    ])
      expect(text).toContain(part);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("link", { name: "My Orders" }).isVisible()).toBe(false);
    await page.getByRole("columnheader", { name: "Unit price" }).waitFor();
  },
);

test("another person's receipt is not found", async () => {
  const other = await makePerson(shop);
  const id = await makeOrder(shop.shop.database, other.id);
  const { page } = await openSignedIn(shop, { path: null, allow: [/404/] });
  const response = await page.goto(`${shop.url}/profile/orders/${id}/receipt`);
  expect(response?.status()).toBe(404);
});
