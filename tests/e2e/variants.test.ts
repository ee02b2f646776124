import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { makeGroup, type Product } from "../fixtures/catalog.ts";
import {
  expectCartCount,
  expectHeading,
  expectPath,
  expectToast,
  go,
  PHONE,
  seen,
  shop,
  SHOPPER,
  sql,
  useShop,
  visit,
} from "./steps.ts";

useShop();

const SIZES = ["S", "M", "L", "XL", "XXL", "3XL"];
const COLOURS = ["Blue", "Red", "Teal", "Wine"];
let made = 0;

/** A group of 24 gowns, sold in twos with a minimum of two, with a price step that counts all variants together. */
async function gowns(): Promise<{ name: string; of: (size: string, colour: string) => Product }> {
  const name = `Ankara gown ${++made}`;
  const values = COLOURS.flatMap((Colour) => SIZES.map((Size) => ({ Size, Colour })));
  const group = { name, option_names: ["Size", "Colour"], mixed_price_breaks: true };
  const rows = await makeGroup(shop().shop.db, group, values, {
    price_kobo: 4_000_000,
    price_steps: [{ from: 24, unit_kobo: 3_800_000 }],
    min_order: 2,
    order_multiple: 2,
    stock_quantity: 40,
    unit: "pack of 6",
    pieces: 6,
  });
  const of = (size: string, colour: string) => {
    const found = rows.find(({ option_values: one }) => one["Size"] === size && one["Colour"] === colour);
    if (!found) throw new Error(`no ${size} in ${colour}`);
    return found;
  };
  return { name, of };
}

const grid = (page: Page) => page.getByRole("region", { name: /^Order by / });
const field = (page: Page, product: Product) =>
  grid(page).getByRole("textbox", { name: `Quantity of ${product.name}`, exact: true });
const option = (page: Page, group: string, value: string) =>
  page.getByRole("group", { name: group, exact: true }).getByRole("link", { name: value, exact: true });

test("a grid adds 24 quantities: live total and step; with three beyond stock it adds none, and fits at both widths", async () => {
  const { name, of } = await gowns();
  await sql("update products set stock_quantity = 0 where id = $1", [of("M", "Wine").id]);
  await sql(
    `update products set brand = 'Adirela', sku = $2, weight_grams = 3200, country_of_origin = 'NG' where id = $1`,
    [of("XL", "Blue").id, "ANK-1"],
  );
  const page = await visit(`/product/${of("M", "Blue").slug}`, { ...SHOPPER, width: PHONE });
  await expectHeading(page, `${name}, M, Blue`);
  await option(page, "Colour", "Wine, out of stock").waitFor();
  await option(page, "Size", "L").click();
  await expectHeading(page, `${name}, L, Blue`);
  await expectPath(page, `/product/${of("L", "Blue").slug}`);

  // The grid stands above the quantity of the one variant, whose bar leaves while the grid has quantities.
  const bar = page.locator("[data-bottom-bar]");
  const add = seen(page.getByRole("button", { name: "Add to Cart", exact: true }));
  const one = page.getByRole("textbox", { name: `Quantity of ${of("L", "Blue").name}`, exact: true }).last();
  await field(page, of("L", "Blue")).waitFor();
  await bar.waitFor();
  expect((await grid(page).boundingBox())?.y).toBeLessThan((await one.boundingBox())?.y ?? 0);
  await expect.poll(() => add.count()).toBe(1);

  // By keyboard: one step up is the minimum, then one more multiple; total and next price step are updated.
  await field(page, of("S", "Blue")).press("ArrowUp");
  await field(page, of("S", "Blue")).press("ArrowUp");
  expect(await field(page, of("S", "Blue")).inputValue()).toBe("4");
  await grid(page).getByText("₦160,000.00").waitFor();
  await bar.waitFor({ state: "hidden" });
  await expect.poll(() => add.count()).toBe(1);
  await grid(page).getByText("Add 20 more to pay ₦38,000.00 each").waitFor();
  await field(page, of("S", "Red")).fill("20");
  await grid(page).getByText("₦912,000.00").waitFor();
  await grid(page).getByText("You save ₦48,000.00").waitFor();
  await field(page, of("S", "Red")).fill("5");
  await field(page, of("S", "Red")).blur();
  await grid(page)
    .getByText(/^This is sold in .*: 4 or 6\?$/)
    .waitFor();

  // Typed quantities stay while another variant is opened.
  await option(page, "Size", "XL").click();
  await expectHeading(page, `${name}, XL, Blue`);
  expect(await field(page, of("S", "Red")).inputValue()).toBe("5");

  const all = COLOURS.flatMap((colour) => SIZES.map((size) => of(size, colour))).filter(
    ({ id }) => id !== of("M", "Wine").id,
  );
  for (const product of all) await field(page, product).fill("6");
  const short = [of("S", "Teal"), of("L", "Teal"), of("3XL", "Wine")];
  // Other buyers were faster: the page does not know yet.
  await sql("update products set stock_quantity = 4 where id = any($1)", [short.map(({ id }) => id)]);
  await grid(page).getByRole("button", { name: "Add 23 to Cart" }).click();
  await grid(page).getByRole("alert").getByText("Nothing was added: 3 quantities need a look.").waitFor();
  expect(await grid(page).getByText("Only 4 left", { exact: true }).count()).toBe(3);
  for (const product of short) expect(await field(page, product).getAttribute("aria-invalid")).toBe("true");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toBe(`quantity.${short[0]?.id}`);
  await expectCartCount(page, 0);
  await page.getByRole("table", { name: "Product details" }).getByText("ANK-1").waitFor();
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  const cut = await trail.evaluate((row) => row.scrollWidth - row.clientWidth);
  expect(cut, "pixels of the breadcrumb that a phone does not show").toBe(0);
  await expectFitAtBothWidths(page);

  for (const product of short) await field(page, product).fill("4");
  await grid(page).getByRole("button", { name: "Add 23 to Cart" }).click();
  await expectToast(page, "Added to cart", `${20 * 6 + 3 * 4} × ${name} in 23 variants`);
  await expectCartCount(page, 132);
  expect(await field(page, of("S", "Blue")).inputValue()).toBe("");
  await go(page, "/cart");
  await page
    .getByRole("link", { name: `${name}, XL, Red` })
    .first()
    .waitFor();
});

test("a list with buttons where there is one option, a table at a time where there are three", async () => {
  const { db } = shop().shop;
  const shades = ["Nude", "Wine", "Coral"].map((Colour) => ({ Colour }));
  const [nude, wine] = await makeGroup(db, { name: "Lipstick", option_names: ["Colour"] }, shades, { min_order: 3 });
  const page = await visit(`/product/${nude?.slug}`, { ...SHOPPER, width: PHONE });
  if (!wine) throw new Error("no wine");
  await page.getByRole("button", { name: `More of ${wine.name}` }).click();
  await page.getByRole("button", { name: `More of ${wine.name}` }).click();
  expect(await field(page, wine).inputValue()).toBe("4");
  for (let left = 3; left >= 2; left--) await page.getByRole("button", { name: `Less of ${wine.name}` }).click();
  expect(await field(page, wine).inputValue()).toBe("");

  const cloths = ["Cotton", "Silk"].flatMap((Cloth) => ["M", "L"].map((Size) => ({ Size, Colour: "Red", Cloth })));
  const shirts = await makeGroup(db, { name: "Kaftan", option_names: ["Size", "Colour", "Cloth"] }, cloths);
  const [cotton, , silk] = shirts;
  if (!cotton || !silk) throw new Error("no kaftans");
  await go(page, `/product/${cotton.slug}`);
  await field(page, cotton).fill("2");
  await field(page, silk).waitFor({ state: "hidden" });
  await page.getByLabel("Cloth", { exact: true }).last().selectOption("Silk");
  await field(page, silk).fill("3");
  await page.getByRole("button", { name: "Add 2 to Cart" }).click();
  await expectCartCount(page, 5);
});
