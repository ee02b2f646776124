import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { makeGroup, type Product } from "../fixtures/catalog.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths } from "../setup/browser.ts";
import {
  change,
  expectOrderPage,
  fillShipping,
  go,
  GOOD_CARD,
  goods,
  newContact,
  ordersOf,
  payButton,
  payByCard,
  PHONE,
  popupOf,
  shop,
  SHOPPER,
  sql,
  storage,
  storedLine,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

const SIZES = ["S", "M", "L", "XL", "XXL", "3XL", "4XL", "5XL"];

/** Eight groups of eight sizes and three products: 67 lines, the sizes added in a wrong order. */
async function longCart(): Promise<Product[]> {
  const groups = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      makeGroup(
        shop().shop.db,
        { name: `Senator wear number ${at}, hand-finished`, option_names: ["Size"], mixed_price_breaks: true },
        SIZES.map((Size) => ({ Size })),
        { price_steps: [{ from: 20, unit_kobo: 450_000 }], price_kobo: 500_000, stock_quantity: 90 },
      ),
    ),
  );
  const single = await Promise.all(
    [0, 1, 2].map((at) => goods({ name: `Long-grain parboiled rice ${at}, 50 kg bag` })),
  );
  return [...groups.flatMap((variants) => variants.toReversed()), ...single];
}

test("a cart of 67 lines is short on a phone, groups sizes in order, and can be searched and sorted; checkout counts and shows all", async () => {
  const products = await longCart();
  const stored = products.map((product) => {
    const { price_steps, group_id } = product;
    return storedLine({ product, quantity: 3 }, { price_steps, group_id, mixed_price_breaks: group_id !== null });
  });
  const cart = storage({ "cart-storage": { items: stored, count: 201 } });
  const page = await visit("/cart", { ...cart, ...SHOPPER, width: PHONE });
  const list = page.getByRole("list", { name: "Products in your cart" });
  await list.waitFor();
  await page.getByText("₦4,500.00 each. You save ₦12,000.00").first().waitFor();
  const names = () => list.getByRole("link").allInnerTexts();
  expect((await names()).slice(0, 9)).toEqual([...SIZES, "S"]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, "a third of 19,557").toBeLessThan(6_519);

  await page.getByRole("searchbox", { name: "Search in your cart" }).fill("number 3, xl");
  await page.getByText("5 of 67 products").waitFor();
  expect(await names()).toEqual(SIZES.slice(3));
  await atBothWidths(page, () => expectAccessible(page));
  await page.getByRole("searchbox", { name: "Search in your cart" }).fill("");
  await page.getByRole("combobox", { name: "Sort your cart" }).selectOption("Name");
  await expect.poll(async () => (await names())[0]).toContain("Long-grain parboiled rice 0");

  await go(page, "/checkout");
  const pay = payButton(page);
  await expect.poll(() => pay.innerText()).toMatch(/^Pay ₦\d{3},\d{3}\.00$/);
  const oneLine = await pay.evaluate((button) => button.clientHeight);
  // An amount of seven digits stands on the same line.
  await pay.evaluate((button) => {
    const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let part = text.nextNode(); part; part = text.nextNode())
      part.nodeValue = (part.nodeValue ?? "").replace(/₦\d{3},/, "₦3,193,");
  });
  expect(await pay.innerText()).toContain("₦3,193,");
  expect(await pay.evaluate((button) => button.clientHeight)).toBe(oneLine);
  const summary = page.getByRole("region", { name: "Order Summary" });
  await summary.getByText("Items (67), 201 units").waitFor();
  const items = summary.getByRole("list", { name: /^Items/ }).getByRole("listitem");
  expect(await items.count()).toBe(4);
  await summary.getByRole("button", { name: "Show all 67" }).click();
  expect(await items.count()).toBe(67);
  expect(await items.first().innerText()).toContain("Senator wear number 0, hand-finished, S");
});

/** Words with a hyphen in the names of a list that stand on two lines. */
const brokenWords = (list: Locator) =>
  list.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/\S+-\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });

test("on a phone 12 lines name the price step of a product's variants once, and no name breaks at a hyphen", async () => {
  const variants = await makeGroup(
    shop().shop.db,
    { name: "Colour-sorted hand-finished t-shirts", option_names: ["Size"], mixed_price_breaks: true },
    SIZES.slice(0, 4).map((Size) => ({ Size })),
    { price_steps: [{ from: 10, unit_kobo: 450_000 }], price_kobo: 500_000 },
  );
  // Names of several widths, one of which would break in each list.
  const others = await Promise.all(
    Array.from({ length: 8 }, (_, at) => goods({ name: `${"M".repeat(at * 2 + 1)} colour-sorted half-sleeves ${at}` })),
  );
  const stored = [...variants, ...others].map((product) => {
    const { price_steps, group_id } = product;
    return storedLine({ product, quantity: 3 }, { price_steps, group_id, mixed_price_breaks: group_id !== null });
  });
  const cart = storage({ "cart-storage": { items: stored, count: 36 } });
  const page = await visit("/cart", { ...cart, ...SHOPPER, width: PHONE });
  await page.getByText("Price from 10 on, counted with its variants: you save ₦1,500.00", { exact: true }).waitFor();
  await expect.poll(() => page.getByText("You save ₦1,500.00", { exact: true }).count()).toBe(3);
  expect(await brokenWords(page.getByRole("main"))).toEqual([]);
  await go(page, "/checkout");
  const summary = page.getByRole("region", { name: "Order Summary" });
  await summary.getByRole("button", { name: "Show all 12" }).click();
  await summary.getByRole("button", { name: "Show fewer" }).waitFor();
  expect(await brokenWords(summary.getByRole("list", { name: /^Items/ }))).toEqual([]);
});

test("a changed price is reported before the payment; less stock and a higher minimum change the quantity; a line that cannot be bought any more is left out, and the rest is paid", async () => {
  const [rice, beans, salt] = [
    await goods({ stock_quantity: 50 }),
    await goods({ name: "Honey beans gone", price_kobo: 900_000 }),
    await goods({ name: "Sea salt sold out", price_kobo: 100_000 }),
  ];
  const cart = withCart(
    { product: rice, quantity: 3 },
    { product: beans, quantity: 2 },
    { product: salt, quantity: 1 },
  );
  const page = await visit("/checkout", { ...cart, width: PHONE, allow: [/409 \(Conflict\)/] });
  const buyer = newContact();
  await fillShipping(page, buyer);
  await change(rice, { price_kobo: 620_050 });
  await page.getByRole("button", { name: "Pay ₦34,000.00" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Your cart has changed" });
  await expect.poll(() => alert.evaluate((panel) => panel === document.activeElement)).toBe(true);
  const isInSight = () =>
    alert.evaluate((panel) => {
      const { top, bottom } = panel.getBoundingClientRect();
      const bar = document.querySelector("[data-bottom-bar]")?.getBoundingClientRect();
      return top >= 60 && bottom <= (bar?.top ?? innerHeight);
    });
  await expect.poll(isInSight).toBe(true);
  // From the form one is led back to it.
  await page.getByLabel("Full name").fill("Adaeze N. Obi");
  await page.getByRole("button", { name: "Your cart has changed. See what" }).click();
  await expect.poll(isInSight).toBe(true);
  await alert.getByText(`${rice.name}: Price changed from ₦5,000.00 to ₦6,200.50`).waitFor();
  expect(await page.getByRole("link", { name: "Review your cart" }).getAttribute("href")).toBe("/cart");

  await change(rice, { stock_quantity: 2 });
  await page.getByRole("button", { name: "Pay ₦37,601.50" }).click();
  await page.getByText(`${rice.name}: Only 2 left, quantity lowered`).waitFor();
  await change(rice, { stock_quantity: 40, min_order: 10 });
  await page.getByRole("button", { name: "Pay ₦31,401.00" }).click();
  await page.getByText(`${rice.name}: Minimum order is 10, quantity raised`).waitFor();

  await sql("delete from products where id = $1", [beans.id]);
  await change(salt, { stock_quantity: 0 });
  await page.getByRole("button", { name: "Pay ₦81,005.00" }).click();
  await page.getByText(`${beans.name}: No longer sold`).waitFor();
  await page.getByText(`${salt.name}: Out of stock`).waitFor();
  const summary = page.getByRole("region", { name: "Order Summary" });
  await summary.getByText("Items (1), 10 units").waitFor();
  await summary.getByText("Without 2 items that cannot be bought.").waitFor();
  expect(await summary.getByText("₦81,005.00").count()).toBe(0);
  expect(await ordersOf(buyer.email)).toBe(0);
  await page.getByRole("button", { name: "Pay ₦62,005.00" }).click();
  const popup = popupOf(page);
  await popup.getByRole("heading", { name: "Pay Oja ₦62,005.00" }).waitFor();
  await payByCard(popup, ...GOOD_CARD);
  await expectOrderPage(page);
  await page.getByText("10 × ₦6,200.50").waitFor();
  for (const { name } of [beans, salt]) expect(await page.getByText(name).count()).toBe(0);
  expect(await ordersOf(buyer.email)).toBe(1);
});
