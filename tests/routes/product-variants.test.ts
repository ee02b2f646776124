import { afterAll, beforeAll, expect, test } from "vitest";
import { readFormCart } from "#app/features/cart/rules/form-cart.ts";
import { quantityField } from "#app/features/cart/rules/order-grid.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGroup, makeProduct, type Product } from "../fixtures/catalog.ts";
import { filledIn, wordsOf } from "../fixtures/html.ts";
import { Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let gowns: Product[];

const COST = 3_213_417;

beforeAll(async () => {
  shop = await testShop();
  const { db } = shop.shop;
  const sizes = ["S", "M", "L", "XL", "XXL", "3XL"];
  const values = ["Blue", "Red", "Teal", "Wine"].flatMap((Colour) => sizes.map((Size) => ({ Size, Colour })));
  gowns = await makeGroup(
    db,
    { name: "Ankara gown", option_names: ["Size", "Colour"], mixed_price_breaks: true },
    values,
    {
      price_kobo: 4_000_000,
      price_steps: [{ from: 24, unit_kobo: 3_800_000 }],
      min_order: 2,
      order_multiple: 2,
      stock_quantity: 40,
      cost_kobo: COST,
    },
  );
});
afterAll(() => shop.close());

const of = (Size: string, Colour: string) => {
  const found = gowns.find(({ option_values }) => option_values["Size"] === Size && option_values["Colour"] === Colour);
  if (!found) throw new Error(`no ${Size} in ${Colour}`);
  return found;
};

async function page(slug: string): Promise<string> {
  const response = await fetch(`${shop.url}/product/${slug}`);
  expect(response.status).toBe(200);
  return await response.text();
}

function structured(html: string): Record<string, unknown> {
  const text = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "{}";
  return JSON.parse(text) as Record<string, unknown>;
}

const post = (slug: string, fields: Record<string, string>, cookie = "") =>
  fetch(`${shop.url}/product/${slug}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: shop.url, Cookie: cookie },
    redirect: "manual",
  });

test("options are plain links to the sibling that keeps the other choices", async () => {
  const html = await page(of("M", "Blue").slug);
  expect(html).toContain(`href="/product/${of("L", "Blue").slug}"`);
  expect(html).toContain(`href="/product/${of("M", "Red").slug}"`);
  expect(html).toContain("Ankara gown, M, Blue");
});

test("the cached page of a variant is dropped when a sibling sells out or the group changes", async () => {
  const { slug } = of("S", "Blue");
  const sibling = of("S", "Red");
  expect(await page(slug)).not.toContain("Red, out of stock");
  await shop.shop.database.sql("update products set stock_quantity = 0 where id = $1", [sibling.id]);
  await expect.poll(() => page(slug)).toContain('aria-label="Red, out of stock"');
  await shop.shop.database.sql("update products set stock_quantity = 40 where id = $1", [sibling.id]);
  await expect.poll(() => page(slug)).not.toContain(", out of stock");
});

test("search engines read the group, every variant, codes, and the price of each step", async () => {
  const { id, slug } = of("M", "Blue");
  const facts = {
    sku: "ANK-M-B",
    barcode: "4006381333931",
    brand: "Adirela",
    weight_grams: 3_200,
    country_of_origin: "NG",
  };
  const set = Object.keys(facts).map((name, at) => `${name} = $${at + 2}`);
  await shop.shop.database.sql(`update products set ${set.join(", ")} where id = $1`, [id, ...Object.values(facts)]);
  await expect
    .poll(async () => structured(await page(slug)))
    .toMatchObject({
      "@type": "ProductGroup",
      name: "Ankara gown",
      variesBy: ["https://schema.org/size", "https://schema.org/color"],
    });
  const variants = structured(await page(slug))["hasVariant"] as { url: string }[];
  expect(variants).toHaveLength(24);
  expect(variants.find(({ url }) => url.endsWith(slug))).toMatchObject({
    sku: "ANK-M-B",
    gtin: "4006381333931",
    brand: { name: "Adirela" },
    weight: { value: 3_200, unitCode: "GRM" },
    size: "M",
    color: "Blue",
    offers: {
      price: "40000.00",
      priceSpecification: [
        { price: "40000.00", eligibleQuantity: { minValue: 2, maxValue: 23 } },
        { price: "38000.00", eligibleQuantity: { minValue: 24 } },
      ],
    },
  });
  expect(variants.find(({ url }) => url.endsWith(of("L", "Red").slug))).toMatchObject({ size: "L", color: "Red" });
});

test("a product without a group is a product, with what is known of it as a table", async () => {
  const facts = { brand: "Iyabo", sku: "IYA-77", nafdac_number: "01-2345", best_before: "2027-03-01" };
  const attributes = [{ name: "Grade", value: "A <b>" }];
  const rice = await makeProduct(shop.shop.db, { ...facts, attributes, cost_kobo: COST });
  const html = await page(rice.slug);
  for (const text of ["Product details", "IYA-77", "01-2345", "March 1, 2027", "A &lt;b&gt;"])
    expect(html).toContain(text);
  expect(structured(html)).toMatchObject({ "@type": "Product", sku: "IYA-77", brand: { name: "Iyabo" } });
  expect(html).not.toContain("Order by");
});

test("purchase costs appear on no public page", async () => {
  const { id, slug } = of("M", "Blue");
  const cart = { method: "POST", headers: { "Content-Type": "application/json", Origin: shop.url } };
  const answers = [
    await page(slug),
    await (await fetch(`${shop.url}/product/${slug}.data`)).text(),
    await (await fetch(`${shop.url}/products?search=gown`)).text(),
    await (
      await fetch(`${shop.url}/cart/check`, { ...cart, body: JSON.stringify({ lines: [{ id, quantity: 2 }] }) })
    ).text(),
    await (await post(slug, { [quantityField(id)]: "1" })).text(),
  ];
  for (const text of answers) {
    expect(text).toMatch(/Ankara gown|long-grain/i);
    expect(text).not.toContain("cost_kobo");
    expect(text).not.toContain(String(COST));
    expect(text).not.toContain("32,134");
  }
});

test("24 quantities of which three are beyond stock: each has its message, what was typed stays, nothing is added", async () => {
  const short = [of("S", "Teal"), of("L", "Teal"), of("3XL", "Wine")];
  for (const { id } of short)
    await shop.shop.database.sql("update products set stock_quantity = 4 where id = $1", [id]);
  const fields = Object.fromEntries(gowns.map(({ id }) => [quantityField(id), "6"]));
  const refused = await post(of("M", "Blue").slug, fields);
  expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([422, null]);
  const html = await refused.text();
  expect(html).toContain("Nothing was added: 3 quantities need a look.");
  expect(html.match(/>Only 4 left</g)).toHaveLength(3);
  expect(html.match(/name="quantity\.[^"]+"[^>]*value="6"/g)).toHaveLength(24);

  for (const { id } of short) fields[quantityField(id)] = "4";
  const added = await post(of("M", "Blue").slug, fields);
  expect([added.status, added.headers.get("Location")]).toEqual([303, "/cart/basic"]);
  const lines = readFormCart(added.headers.get("Set-Cookie"));
  expect(lines).toHaveLength(24);
  expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(21 * 6 + 3 * 4);

  // Quantities in the cart count.
  const cookie = added.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const cart = await (await fetch(`${shop.url}/cart/basic`, { headers: { Cookie: cookie } })).text();
  for (const variant of ["S, Blue", "L, Wine"]) expect(cart).toContain(`Ankara gown, ${variant}`);
  const more = await post(of("M", "Blue").slug, { [quantityField(short[0]?.id ?? "")]: "2" }, cookie);
  expect(await more.text()).toContain("Only 4 left, and 4 of them are in your cart");
});

test.each([
  [{}, "Type how many of each you want."],
  [{ "quantity.nonsense": "4" }, "Type how many of each you want."],
])("the form %j adds nothing", async (fields, message) => {
  const response = await post(of("M", "Blue").slug, fields);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(message);
});

test("quantities below the minimum, off the multiple and of no kind are refused with their reason", async () => {
  const [first, second, third] = [of("M", "Blue"), of("L", "Blue"), of("XL", "Blue")];
  const fields = { [quantityField(first.id)]: "1", [quantityField(second.id)]: "5", [quantityField(third.id)]: "many" };
  const html = await (await post(first.slug, fields)).text();
  expect(html).toContain("Minimum order: 2");
  expect(html).toMatch(/This is sold in [^<]*: 4 or 6\?/);
  expect(html).toContain("“many” is not a quantity.");
});

test("the grid of a product without variants, or of none, answers plainly", async () => {
  const plain = await makeProduct(shop.shop.db);
  expect((await post(plain.slug, { [quantityField(plain.id)]: "4" })).status).toBe(422);
  expect((await post("nothing-here", {})).status).toBe(404);
});

test("without JavaScript the product and the cart of forms price by steps and say what is off the multiple", async () => {
  const bar = await makeProduct(shop.shop.db, {
    name: "Ori shea soap",
    price_kobo: 100_000,
    unit: "piece",
    min_order: 24,
    order_multiple: 12,
    stock_quantity: 600,
    price_steps: [{ from: 48, unit_kobo: 90_000 }],
    larger_units: [{ unit: "carton", pieces: 12 }],
  });
  const visitor = new Visitor(shop.url);
  const html = (await visitor.get(`/product/${bar.slug}`)).text;
  expect(wordsOf(html)).toContain("48+ ₦900.00");
  const add = /action="([^"]*intent=add&amp;id=([\w-]{36})[^"]*)"/.exec(html);
  expect(add?.[2]).toBe(bar.id);
  const added = await visitor.form(add?.[1]?.replaceAll("&amp;", "&") ?? "", {});
  expect(added.headers.get("Location")).toBe("/cart/basic");
  const cart = (await visitor.get("/cart/basic")).text;
  expect(wordsOf(cart)).toContain("2 cartons (24 pieces)");
  const { action, fields } = filledIn(cart, "set", { quantity: "50" }, bar.name);
  await visitor.form(action || "/cart/basic", fields);
  const words = wordsOf((await visitor.get("/cart/basic")).text);
  for (const said of [
    "This is sold in cartons of 12: 48 or 60? Quantity is now 48",
    "₦900.00 each",
    "₦43,200.00",
    "Price from 48 on: you save ₦4,800.00",
  ])
    expect(words).toContain(said);
});
