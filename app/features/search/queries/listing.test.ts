import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allCategories, type CategoryLink } from "#app/features/products/queries.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING, SORTS, type ListingState } from "../rules/listing-links.ts";
import { flagPage, listFlagged, listingPage } from "./listing.server.ts";
import { productsChanged } from "./product-index/current-index.server.ts";

const PRODUCTS = 3000;
let database: Database;
let tree: CategoryLink[];

/**
 * Every third product is food, every second of those grain. Price, name and age are in different orders, and names
 * alternate in case.
 */
beforeAll(async () => {
  database = await testDatabase();
  await database.sql("insert into categories (name, slug) values ('Food', 'food'), ('Home', 'home')");
  await database.sql(`insert into categories (name, slug, parent_id)
    select s, lower(s), c.id from categories c, unnest(array['Grain', 'Drinks']) s where c.slug = 'food'`);
  await database.sql(`insert into products (name, slug, category_id, price_kobo, discount_price_kobo, featured, unit, created_at)
    select (array['Thing ', 'thing ', 'THING '])[1 + i * 7919 % ${PRODUCTS} / 3 % 3] || lpad(((i * 7919) % ${PRODUCTS})::text, 4, '0'),
      'thing-' || i,
      (select id from categories where slug = case when i % 6 = 0 then 'grain' when i % 3 = 0 then 'drinks' else 'home' end),
      i * 100 + 100, case when i % 2 = 0 then i * 100 end, i % 100 = 0,
      (array['50 kg bag', '5 L keg', '', '1 kg bag'])[1 + i / 3 % 4], now() - i * interval '1 minute'
    from generate_series(1, ${PRODUCTS}) i`);
  await database.sql("vacuum analyze products");
  tree = await allCategories(database.db);
});
afterAll(() => database.close());

const find = (slug: string) => tree.find((category) => category.slug === slug) ?? null;
const list = async (state: Partial<ListingState>, category: string | null = null, db: Tx = database.db) =>
  (await listingPage(db, { ...EMPTY_LISTING, ...state }, category === null ? null : find(category), [])).listing;

test("12 a page, newest first, with an exact count", async () => {
  const page = await list({});
  expect(page).toMatchObject({ total: { count: PRODUCTS, capped: false }, page: 1, pages: 250, beyond: false });
  expect(page.products.map(({ slug }) => slug)).toEqual(Array.from({ length: 12 }, (_, i) => `thing-${i + 1}`));
});

describe.each(SORTS)("sorted by %s", (sort) => {
  test("the pages, walked from either end, hold every product once and in order", async () => {
    const pages = await Promise.all(Array.from({ length: 84 }, (_, i) => list({ sort, page: i + 1 }, "food")));
    const all = pages.flatMap((page) => page.products);
    expect(all).toHaveLength(1000);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1000);
    const key = {
      newest: (p: (typeof all)[number]) => Number(p.slug.slice(6)),
      "price-asc": (p: (typeof all)[number]) => p.discount_price_kobo ?? p.price_kobo,
      "price-desc": (p: (typeof all)[number]) => -(p.discount_price_kobo ?? p.price_kobo),
      "name-asc": (p: (typeof all)[number]) => Number(p.name.slice(6)),
      "name-desc": (p: (typeof all)[number]) => -Number(p.name.slice(6)),
      "piece-price": (p: (typeof all)[number]) => (p.discount_price_kobo ?? p.price_kobo) / (p.pieces ?? 1),
      "content-price": ({ unit, discount_price_kobo, price_kobo }: (typeof all)[number]) =>
        Number(/^\d*/.exec(unit)?.[0]) === 0
          ? Infinity
          : (discount_price_kobo ?? price_kobo) / Number(/^\d+/.exec(unit)?.[0]) + (unit.includes("L") ? 1e9 : 0),
    }[sort];
    const keys = all.map(key);
    expect(keys).toEqual(keys.toSorted((a, b) => (a === b ? 0 : a - b)));
  });

  test.each([1, 120, 250])("page %i asks the database for its cards alone", async (page) => {
    const statements = await statementsOf((db) => list({ sort, page }, null, db));
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('where "products"."id" in (');
  });
});

test("rice by the price of a kilo: bags of all sizes among packs, a group's cheapest size, rice traders' millet last", async () => {
  await database.sql(`insert into product_groups (id, name, option_names)
    values ('00000000-0000-4000-8000-000000000001', 'Ofada rice', '["Weight"]')`);
  await database.sql(`insert into products (name, slug, unit, pieces, price_kobo, stock_quantity, attributes, group_id, option_values)
    select name, slug, unit, pieces, price * 100, 100,
      case when slug = 'sack' then '[{"name": "Net Weight", "value": "10 kg"}]' else '[]' end::jsonb, case when weight <> '' then '00000000-0000-4000-8000-000000000001'::uuid end,
      case when weight <> '' then jsonb_build_object('Weight', weight) else '{}' end
    from (values ('Long-grain rice', 'bag-50', '50 kg bag', 1, 99000, ''), ('Rice, 5 kg', 'bag-5', '5 kg bag', 1, 10900, ''),
      ('Rice, 500 g', 'packs', 'carton of 20', 20, 18000, ''), ('Rice', 'sack', 'sack', 1, 20000, ''), ('Rice cooker', 'cooker', '', 1, 900, ''),
      ('Ofada rice, 1 kg', 'ofada-1', 'carton of 12', 12, 26400, '1 kg'),
      ('Ofada rice, 25 kg', 'ofada-25', '25 kg bag', 1, 51250, '25 kg')) rows (name, slug, unit, pieces, price, weight)`);
  await database.sql(`insert into products (name, slug, unit, price_kobo, stock_quantity, distributor)
    values ('White millet', 'millet', '50 kg bag', 2000000, 100, 'Iseyin Rice Traders')`);
  productsChanged();
  const { products } = await list({ search: "rice", sort: "content-price" });
  const order = products.map(({ slug, content, price_kobo }) => [
    slug,
    content ? price_kobo / content.amount / 100 : null,
  ]);
  await database.sql("delete from products where not starts_with(slug, 'thing')");
  productsChanged();
  expect(order).toEqual([
    ["packs", 1800],
    ["bag-50", 1980],
    ["sack", 2000],
    ["ofada-25", 2050],
    ["bag-5", 2180],
    ["cooker", null],
    ["millet", 400],
  ]);
});

describe("an unavailable product", () => {
  const slugs = ["thing-1", "thing-1500", "thing-2999"];
  beforeAll(async () => {
    await database.sql("update products set min_order = 5, stock_quantity = 4 where slug = any($1)", [slugs]);
    await database.sql("update products set stock_quantity = 100 where not (slug = any($1))", [slugs]);
    productsChanged();
  });
  afterAll(async () => {
    await database.sql("update products set min_order = 1, stock_quantity = 0");
    productsChanged();
  });

  test.each([...SORTS, "price" as const])("comes last, sorted by %s", async (sort) => {
    const state = sort === "price" ? { sort: "price-asc" as const, maxPrice: 290_000 } : { sort };
    const last = await list({ ...state, page: sort === "price" ? 242 : 250 });
    const found = last.products.map(({ slug }) => slug).filter((slug) => slugs.includes(slug));
    expect(found.toSorted()).toEqual(slugs.filter((slug) => sort !== "price" || slug !== "thing-2999").toSorted());
    expect(slugs).toContain(last.products.at(-1)?.slug);
    expect((await list(state)).products.every(({ stock_quantity }) => stock_quantity === 100)).toBe(true);
  });
});

test("a top-level category holds its children's products, a sub-category its own", async () => {
  expect((await list({}, "food")).total.count).toBe(1000);
  expect((await list({}, "grain")).total.count).toBe(500);
  expect((await list({}, "home")).total.count).toBe(2000);
});

test.each([
  [{ minPrice: 10_000 }, 2902],
  [{ maxPrice: 10_000 }, 100],
  [{ minPrice: 10_000, maxPrice: 10_000 }, 2],
  [{ minPrice: 90_000_000 }, 0],
])("the current price is in the range %o", async (range, count) => {
  const page = await list(range);
  expect(page.total).toEqual({ count, capped: false });
  for (const product of page.products) {
    const price = product.discount_price_kobo ?? product.price_kobo;
    expect(price).toBeGreaterThanOrEqual("minPrice" in range ? (range.minPrice ?? 0) : 0);
    expect(price).toBeLessThanOrEqual("maxPrice" in range ? (range.maxPrice ?? 0) : Infinity);
  }
});

test("a minimum above the maximum finds nothing and runs no query", async () => {
  expect(await statementsOf((db) => list({ search: "thing", minPrice: 500, maxPrice: 100 }, null, db))).toEqual([]);
  expect(await list({ minPrice: 500, maxPrice: 100 })).toMatchObject({ products: [], total: { count: 0 } });
});

test.each([251, 9_999_999])("page %i is beyond the last", async (page) => {
  expect(await list({ page })).toMatchObject({ products: [], beyond: true, pages: 250 });
});

test("flags have their own listings", async () => {
  const page = await listFlagged(database.db, "featured", 3);
  expect(page).toMatchObject({ total: { count: 30 }, pages: 3, beyond: false });
  expect(page.products).toHaveLength(6);
  expect(await listFlagged(database.db, "new_arrival", 1)).toMatchObject({ products: [], beyond: false, pages: 1 });
  const odd = await flagPage(database.db, "featured", new URLSearchParams("page=x"));
  expect(odd.notices).toHaveLength(1);
  expect(odd.listing.products).toHaveLength(12);
});

test("the category filter opens the current branch", async () => {
  const rows = async (slug: string | null) => {
    const page = await listingPage(database.db, EMPTY_LISTING, slug === null ? null : find(slug), tree);
    return page.choices.map((c) => [c.slug, c.count, c.depth ?? 0, c.current ?? false]);
  };
  expect(await rows(null)).toEqual([
    ["food", 1000, 0, false],
    ["home", 2000, 0, false],
  ]);
  expect(await rows("grain")).toEqual([
    ["food", 1000, 0, false],
    ["drinks", 500, 1, false],
    ["grain", 500, 1, true],
    ["home", 2000, 0, false],
  ]);
});

test("a search names the categories that have what it found, and none when it found nothing", async () => {
  await database.sql(`insert into products (name, slug, category_id, price_kobo)
    select 'Zobo leaves', 'zobo-leaves', id, 100 from categories where slug = 'drinks'`);
  productsChanged();
  const choices = async (search: string) =>
    (await listingPage(database.db, { ...EMPTY_LISTING, search }, null, tree)).choices.map((c) => [c.slug, c.count]);
  expect(await choices("zobo")).toEqual([["food", 1]]);
  expect(await choices("zzqqxx")).toEqual([]);
  await database.sql("delete from products where slug = 'zobo-leaves'");
  productsChanged();
  expect(await choices("zobo")).toEqual([]);
});

test("changes are visible once announced: one product, several, or all", async () => {
  const count = async () => (await list({})).total.count;
  const { rows } = await database.sql(
    "insert into products (name, slug, price_kobo) values ('New', 'new', 100) returning id",
  );
  const { id } = rows[0] as { id: string };
  expect(await count()).toBe(PRODUCTS);
  productsChanged([id]);
  expect(await count()).toBe(PRODUCTS + 1);
  expect((await list({ sort: "price-asc" })).products.map(({ slug }) => slug)).toContain("new");
  await database.sql("update products set stock_quantity = 100 where id = $1", [id]);
  productsChanged([id], true);
  expect((await list({ inStock: true })).products.map(({ slug }) => slug)).toEqual(["new"]);
  await database.sql("delete from products where slug = 'new'");
  productsChanged();
  expect(await count()).toBe(PRODUCTS);
  // Has the effect of the insert's notification: many changes at once reload the whole index.
  productsChanged(Array.from({ length: 5_000 }, () => crypto.randomUUID()));
  expect(await count()).toBe(PRODUCTS);
});

/** Statements executed by `run`, except those that load the product index. */
async function statementsOf(run: (db: Tx) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await run(database.db);
  const query = vi.spyOn(database.pool, "query");
  try {
    await run(database.db);
    for (const [text] of query.mock.calls as unknown as [{ text: string } | string][])
      statements.push(typeof text === "string" ? text : text.text);
  } finally {
    query.mockRestore();
  }
  return statements;
}
