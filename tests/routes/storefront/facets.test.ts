import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeGroup, makeProducts } from "#tests/fixtures/catalog.ts";
import { hrefOf, mainOf, wordsOf } from "#tests/fixtures/html.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;

/** A group of shirts with one distributor that has a known supplier, among other goods. */
beforeAll(async () => {
  shop = await testShop();
  const { db, database } = shop.shop;
  const { id } = await makeCategory(db, { name: "Shirts", slug: "shirts" });
  const values = ["S", "M", "L"].flatMap((Size) => ["Red", "Blue"].map((Colour) => ({ Size, Colour })));
  await makeGroup(db, { name: "Obudu polo shirt", option_names: ["Size", "Colour"] }, values, {
    brand: "Obudu Works",
    distributor: "Obudu Mills & Sons",
    category_id: id,
    price_steps: [{ from: 10, unit_kobo: 500_000 }],
  });
  await database.sql("update products set sku = 'OBU-4' where name = 'Obudu polo shirt, M, Red'");
  await makeProducts(db, 12, (n) => ({ name: `Plain ${n}`, distributor: `Trader ${n}`, category_id: id }));
  await database.sql(
    `insert into suppliers (name, address, whatsapp_contact, email, status, distributor)
     values ('Obudu', '3 Ranch Road, Obudu', '+2348000000000', 'o@x.test', 'approved', 'Obudu Mills & Sons')`,
  );
});
afterAll(() => shop.close());

async function open(path: string) {
  const { status, text, headers } = await new Visitor(shop.url).get(path);
  const html = mainOf(text);
  const headings = html.match(/<h2[^>]*><a .*?<\/h2>/gs) ?? [];
  const names = headings.map(wordsOf);
  return { status, headers, text, html, words: wordsOf(html), names };
}

test("facets, finding a distributor and its page are links and forms", async () => {
  const found = await open("/products?search=obudu");
  expect(found.words).toContain("1 product");
  const cheaper = hrefOf(found.html, "Cheaper in quantity 1");
  expect(cheaper).toBe("/products?search=obudu&priceBreaks=1");
  expect((await open(cheaper)).names).toEqual(["Obudu polo shirt"]);

  const section = hrefOf((await open("/products")).html, "Distributor");
  expect(section).toBe("/products?show=distributor#facet-distributor");
  const { html } = await open(section);
  expect(html).toMatch(
    /<form[^>]*aria-label="Find among \d+ distributors"[^>]*>.*?name="show" value="distributor".*?name="findDistributor"/s,
  );
  const find = await open("/products?show=distributor&findDistributor=obudu+mills");
  const chosen = hrefOf(find.html, "Obudu Mills & Sons 1");
  expect(chosen).toContain("distributor=obudu-mills-sons");
  const listed = await open(chosen);
  expect(listed.names).toEqual(["Obudu polo shirt"]);
  const page = hrefOf(listed.html, "Obudu Mills & Sons");
  expect(page).toBe("/distributor/obudu-mills-sons");
  const distributor = await open(page);
  expect(distributor.html).toMatch(/<h1[^>]*>Obudu Mills &amp; Sons</);
  expect(distributor.words).toContain("3 Ranch Road, Obudu");
  const shirt = await open(hrefOf(distributor.html, "See options: Obudu polo shirt"));
  expect(shirt.html).toMatch(/<h1[^>]*>Obudu polo shirt/);
  expect(hrefOf(shirt.html, "Obudu Mills & Sons")).toBe(page);
});

test("an address that finds nothing says which values are unknown, and its chips lead on", async () => {
  const none = await open("/category/shirts?brand=obudu-works&brand=nobody&maxOrder=1&discounted=1");
  expect(none.words).toContain("We do not know the brand “nobody”, so it was left out.");
  expect(none.names).toEqual([]);
  expect((await open(hrefOf(none.html, "Remove Discounted"))).names).toEqual(["Obudu polo shirt"]);
});

test("an SKU leads to its variant", async () => {
  const { html, names } = await open("/products?search=obu-4");
  expect(names).toEqual(["Obudu polo shirt, M, Red"]);
  expect((await open(hrefOf(html, "Obudu polo shirt, M, Red"))).html).toMatch(/<h1[^>]*>Obudu polo shirt, M, Red</);
});

test("an unknown distributor is the not-found page; another way to write one leads to its address", async () => {
  expect((await open("/distributor/nobody-at-all")).status).toBe(404);
  const other = await open("/distributor/Obudu%20Mills%20%26%20Sons?brand=obudu-works");
  const canonical = "/distributor/obudu-mills-sons?brand=obudu-works";
  expect([other.status, other.headers.get("Location")]).toEqual([301, canonical]);
  const { text } = await open(canonical);
  expect(text).toContain(`<link rel="canonical" href="${shop.url}${canonical}"`);
  expect(text).toContain("noindex, follow");
});
