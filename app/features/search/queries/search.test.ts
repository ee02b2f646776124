import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCategories } from "#app/features/products/queries.server.ts";
import type { Database } from "#db/client.server.ts";
import { makeCategory, makeGroup, makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING, type ListingState } from "../rules/listing-links.ts";
import { listingPage } from "./listing.server.ts";
import { productsChanged } from "./product-index/current-index.server.ts";
import { searchProducts } from "./search.server.ts";
import { suggest } from "./suggest.server.ts";

const BAG_ID = "0badcafe-1111-4222-8333-444455556666";
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const food = await makeCategory(db, { name: "Food & Rice", slug: "food" });
  const home = await makeCategory(db, { name: "Home", slug: "home" });
  const age = (days: number) => ({ created_at: new Date(2026, 0, 100 - days) });
  const blank = { unit: "", description: "", distributor: "" };
  await makeProducts(db, 3, (i) => ({
    ...blank,
    ...age(50 + i),
    name: ["Royal parboiled rice", "Ofada rice", "Basmati rice"][i],
    unit: "50 kg bag",
    slug: `rice-number-${i}`,
    price_kobo: [300, 100, 200][i],
    category_id: food.id,
  }));
  await makeProduct(db, {
    ...blank,
    ...age(1),
    name: "Brown beans",
    slug: "beans",
    distributor: "Rice Traders",
    category_id: food.id,
  });
  await makeProduct(db, {
    ...blank,
    ...age(0),
    name: "Steamer",
    slug: "steamer",
    description: "Cooks rice.",
    category_id: home.id,
  });
  await makeProduct(db, { ...blank, ...age(9), name: "Monitor riser", slug: "riser", category_id: home.id });
  await makeProduct(db, { ...blank, ...age(9), id: BAG_ID, name: "Tomato paste 400 g", slug: "paste-x" });
  await makeProduct(db, { ...blank, ...age(9), name: "Table water 75cl", slug: "water" });
  await makeProduct(db, { ...blank, ...age(9), name: "Cotton t-shirts", slug: "shirts" });
  const branded = { brand: "Ryse", distributor: "Tomatto & Sons" };
  await makeProduct(db, { ...blank, ...age(9), ...branded, name: "Bath foam", slug: "foam" });
  await database.sql("select refresh_search_words()");
  await database.sql("analyze");
});
afterAll(() => database.close());

const RICE = ["rice-number-0", "rice-number-1", "rice-number-2"];

async function search(text: string, state: Partial<ListingState> = {}, slug?: string) {
  const category = (await allCategories(database.db)).find((one) => one.slug === slug) ?? null;
  const page = (await listingPage(database.db, { ...EMPTY_LISTING, search: text, ...state }, category, [])).listing;
  return { ...page, slugs: page.products.map((product) => product.slug) };
}

test("names rank before distributors, those before descriptions, each newest first", async () => {
  const page = await search("rice");
  expect(page.slugs).toEqual([...RICE, "beans", "steamer"]);
  expect(page).toMatchObject({ total: { count: 5, capped: false }, corrected: null, partial: false });
});

test.each([
  ["a beginning", "ric", "rice-number-0"],
  ["a plural", "rices", "rice-number-0"],
  ["several words with a stop word", "bags of rice", "rice-number-0"],
  ["words of different fields", "beans trader", "beans"],
  ["capitals", "OFADA", "rice-number-1"],
  ["part of a compound", "shirt", "shirts"],
  ["the compound", "t-shirt", "shirts"],
  ["a measure without its space", "400g tomato", "paste-x"],
  ["a stop word on the way to a word", "to", "paste-x"],
  ["a single letter", "w", "water"],
  ["a slug", "rice-number-2", "rice-number-2"],
  ["an id", BAG_ID, "paste-x"],
  ["an id in capitals", BAG_ID.toUpperCase(), "paste-x"],
  ["the first 8 characters of an id", BAG_ID.slice(0, 8), "paste-x"],
])("%s: %s finds", async (_name, text, first) => {
  const page = await search(text);
  expect(page.slugs[0]).toBe(first);
  expect(page.corrected).toBeNull();
});

test.each([
  ["rise", "rice"],
  ["rcie", "rice"],
  ["riice", "rice"],
  ["bags of rixe", "bags of rice"],
  ["tomatoe paset", "tomatoe paste"],
  ["parbolied", "parboiled"],
])("%s shows results for %s", async (text, corrected) => {
  const page = await search(text);
  expect(page.corrected).toBe(corrected);
  expect(page.slugs.length).toBeGreaterThan(0);
});

test("correctly spelled words are not changed", async () => {
  expect(await search("riser")).toMatchObject({ slugs: ["riser"], corrected: null });
  expect(await search("cooks")).toMatchObject({ slugs: ["steamer"], corrected: null });
});

test.each(["ryse", "Ryse bath", "tomatto"])("“%s”, a brand or distributor in no name, is not changed", async (text) => {
  expect(await search(text)).toMatchObject({ slugs: ["foam"], corrected: null });
  expect((await suggest(database.db, text)).words).not.toEqual(expect.arrayContaining(["rice", "tomato"]));
});

test("when no product has all words, partial matches are shown as such", async () => {
  const page = await search("xylophone paste");
  expect(page).toMatchObject({ slugs: ["paste-x"], partial: true });
});

describe("an explicit order and filters", () => {
  test.each([
    ["price-asc" as const, ["rice-number-1", "rice-number-2", "rice-number-0"]],
    ["name-asc" as const, ["rice-number-2", "rice-number-1", "rice-number-0"]],
    ["newest" as const, RICE],
  ])("%s", async (sort, slugs) => {
    expect((await search("rice", { sort, maxPrice: 1000 })).slugs).toEqual(slugs);
  });

  test("category and price narrow a search", async () => {
    expect((await search("rice", {}, "home")).slugs).toEqual(["steamer"]);
    expect((await search("rice", { minPrice: 150, maxPrice: 250 })).slugs).toEqual(["rice-number-2"]);
    expect((await search(BAG_ID, {}, "home")).slugs).toEqual([]);
  });
});

test.each([
  "'",
  '"',
  "rice' & !(|:*",
  "\\",
  "a:*b & | !",
  "()",
  "😀",
  "%_",
  "<script>",
  "''; drop table products; --",
  "x".repeat(100),
  "a ".repeat(50),
  "ạ́".repeat(30),
])("no text is an error: %s", async (text) => {
  const page = await search(text);
  expect(page.beyond).toBe(false);
  expect(await suggest(database.db, text)).toHaveProperty("words");
});

test("a page beyond the results is reported as such", async () => {
  expect(await search("rice", { page: 2 })).toMatchObject({ slugs: [], beyond: true, pages: 1, total: { count: 5 } });
});

test("suggestions: the first products of the listing, categories by word, completed words", async () => {
  const found = await suggest(database.db, "ri");
  expect(found.words).toEqual(["rice", "riser"]);
  expect(found.categories).toEqual([{ name: "Food & Rice", slug: "food" }]);
  expect(found.products.map(({ slug }) => slug)).toEqual(["riser", ...RICE, "beans", "steamer"]);
  expect(Object.keys(found.products[0] ?? {})).toEqual(["name", "slug", "image", "price_kobo"]);
});

test.each([
  ["royal ri", ["royal rice"]],
  ["rise", ["rice", "riser"]],
  ["tomtao", ["tomato"]],
  ["", []],
  ["😀", []],
  ["zzzzqq", []],
])("suggested texts for %j are %j", async (text, words) => {
  expect((await suggest(database.db, text)).words).toEqual(words);
});

test("a search that matches most of a large catalogue ranks names first and keeps the exact order", async () => {
  // Statistics of a prefix take a hundred words.
  await database.sql(`insert into products (name, slug, description, price_kobo, created_at)
    select case when i % 1000 = 0 then 'Zebra cloth ' else 'Cloth ' end || i, 'cloth-' || i,
      'With a zebra print no' || i % 150 || case when i % 10 = 0 then ' by loom' when i % 210 = 1 then ' by loomstate' else '' end
        || case when i % 1000 = 2 then ' with warp' when i % 500 = 3 then ' with warpage' else '' end,
      i, now() - i * interval '1 minute' from generate_series(1, 10500) i`);
  await database.sql("update products set stock_quantity = 9 where slug = 'cloth-2000'");
  await database.sql("update products set name = 'Clothing' where slug = 'cloth-1'");
  await database.sql("analyze products");
  productsChanged();
  // The exact word before one with its stem.
  expect((await search("cloth")).slugs.slice(0, 3)).toEqual(["cloth-2000", "cloth-2", "cloth-3"]);
  const first = await search("zebra");
  expect(first.total).toEqual({ count: 1_000, capped: true });
  const named = [2, 1, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => `cloth-${i * 1000}`);
  expect(first.slugs.slice(0, 10)).toEqual(named);
  const second = await search("zebra", { page: 2 });
  expect(first.slugs.filter((slug) => second.slugs.includes(slug))).toEqual([]);
  const cheap = await search("zebra", { sort: "price-asc", page: 3 });
  expect(cheap.slugs).toEqual(Array.from({ length: 12 }, (_, i) => `cloth-${i + 24}`));
  // Filters that leave few products give exact results, others are applied to the products read.
  const few = await search("zebra", { minPrice: 10_001, maxPrice: 10_100, sort: "price-desc" });
  expect(few).toMatchObject({ total: { count: 100, capped: false } });
  expect(few.slugs[0]).toBe("cloth-10100");
  const many = await search("zebra", { minPrice: 101, sort: "price-asc" });
  expect(many.total.capped).toBe(true);
  expect(many.slugs.slice(0, 2)).toEqual(["cloth-2000", "cloth-101"]);
  expect((await search("zebra", { minPrice: 3_500 })).slugs.slice(0, 7)).toEqual(named.slice(3));
  // The products read have no more than these, but the next page is known.
  const late = await search("zebra", { minPrice: 5_200, sort: "price-asc", page: 3 });
  expect(late.pages).toBeGreaterThan(3);
  expect(late.slugs).toEqual(Array.from({ length: 12 }, (_, i) => `cloth-${5_224 + i}`));
});

test.each([
  ["loom", 1_050, "many have it whole"],
  ["loomst", 50, "a beginning"],
  ["warp", 32, "few have it whole"],
  ["warp loom", 0, "none has both"],
  ["warp zebr", 11, "few have the word before"],
  ["loom zebr", 1_050, "many have the word before"],
])("“%s” in a large catalogue finds %i: %s", async (text, count) => {
  expect((await search(text, { exact: true })).total).toEqual({ count, capped: false });
});

test("a beginning that most units share leads to the goods named so, and its total stays the same", async () => {
  // Half of the products are in groups, so that the number of cards depends on which matches are read.
  await database.sql(
    `insert into product_groups (name, option_names) select 'Cloth family ' || i, '["Size"]' from generate_series(1, 2000) i`,
  );
  await database.sql(`with families as (select id, row_number() over () as at from product_groups where name like 'Cloth family %')
    update products set unit = 'carton of 6', group_id = families.id, option_values = jsonb_build_object('Size', slug) from families
    where slug like 'cloth-%' and families.at = substr(slug, 7)::int % 4000`);
  await database.sql(
    "update products set unit = 'carton of 6', stock_quantity = 0 where slug like 'cloth-%' and group_id is null",
  );
  await database.sql("update products set name = 'Polish for cars', stock_quantity = 9 where slug = 'cloth-10400'");
  await database.sql("analyze products");
  productsChanged();
  const totals: unknown[] = [];
  for (const text of ["car", "clo", "car", "cart", "car"]) {
    const page = await search(text);
    expect(page.total.capped).toBe(true);
    if (text === "car") totals.push(page.total.count, page.slugs[0]);
  }
  expect(totals.slice(2)).toEqual([...totals.slice(0, 2), ...totals.slice(0, 2)]);
  expect(totals[1]).toBe("cloth-10400");
});

test("a search that very many products match reads those of the sample, and shows the same page", async () => {
  await database.sql(`insert into products (name, slug, description, price_kobo, created_at)
    select 'Zebra cloth ' || i || case when i % 10 < 8 then ' power bank' else '' end, 'more-' || i,
      'With a zebra print', i, now() - i * interval '1 minute' from generate_series(10501, 17500) i`);
  await database.sql("analyze products");
  productsChanged();
  const request = { text: "zebr", exact: true, filter: sql`true`, products: 3_000, sample: 1_000 };
  const inTable = await search("zebr", { exact: true });
  // So many are found sooner in the table, unless it is far larger.
  await database.sql("set enable_seqscan = off");
  const readBy = async (changes: Partial<typeof request>) => {
    const found = await searchProducts(database.db, { ...request, ...changes });
    const ids = Buffer.concat(found.matches.map((match) => match.ids));
    const count = ids.length / 16;
    const inSample = Array.from({ length: count }, (_, at) => ids[16 * at + 15] ?? 255).every((last) => last < 16);
    return { count, inSample, broad: found.broad !== null };
  };
  expect(await readBy({})).toEqual({ count: 1_000, inSample: true, broad: true });
  // Both words are expected to be together in a quarter of the products that have one of them.
  expect(await readBy({ text: "power bank" })).toEqual({ count: 5_000, inSample: false, broad: true });
  const { count, ...large } = await readBy({ text: "power bank", products: 100_000 });
  expect([large, count < 500]).toEqual([{ inSample: true, broad: true }, true]);
  const inSample = await search("zebr", { exact: true });
  await database.sql("set enable_seqscan = on");
  expect([inSample.slugs, inSample.total.capped]).toEqual([inTable.slugs, true]);
  await database.sql("delete from products where slug like 'more-%'");
});

test("every variant is found by its name, its SKU and its barcode", async () => {
  const { db } = database;
  const sizes = [{ Size: "M" }, { Size: "XXL" }];
  const code = (sku: string, id = "") => database.sql("update products set sku = $1 where id = $2", [sku, id]);
  const [medium, large] = await makeGroup(db, { name: "Agbada", option_names: ["Size"] }, sizes);
  await database.sql("update products set sku = 'AGB-XXL', barcode = '4006381333931' where id = $1", [large?.id]);
  productsChanged();
  try {
    const found = async (text: string) => (await search(text)).products.map(({ slug }) => slug);
    for (const text of ["agbada xxl", "agb-xxl", "4006381333931"]) {
      expect([text, await found(text)]).toEqual([text, [large?.slug]]);
    }
    await code("AGBXL", large?.id);
    await code("Agbada", medium?.id);
    expect(await found("agbxl")).toEqual([large?.slug]);
    expect(await found("agbada m")).toEqual([medium?.slug]);
    expect(await found("agbada")).toHaveLength(1);
  } finally {
    await database.sql("delete from products where group_id is not null");
    productsChanged();
  }
});
