import { afterAll, beforeAll, expect, test } from "vitest";
import { productsChanged } from "#app/features/search/queries/product-index/current-index.server.ts";
import { homeProducts, relatedProducts, sameDistributorProducts } from "#app/features/search/queries/rails.server.ts";
import { tilesByIds } from "#app/features/search/queries/tiles.server.ts";
import type { Database, Db } from "#db/client.server.ts";
import { categories, product_groups, products } from "#db/schema/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { allCategories, childCategories, productByIdOrSlug, topCategories } from "./queries.server.ts";

let database: Database;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  const [food] = await db
    .insert(categories)
    .values([
      { name: "Food", slug: "food" },
      { name: "Beauty", slug: "beauty" },
    ])
    .returning();
  const [grain] = await db
    .insert(categories)
    .values([
      { name: "Grain", slug: "grain", parent_id: food?.id },
      { name: "Drinks", slug: "drinks", parent_id: food?.id },
    ])
    .returning();
  await db.insert(products).values(
    Array.from({ length: 12 }, (_, i) => ({
      name: `Rice ${i}`,
      slug: `rice-${i}`,
      price_kobo: 1000 + i,
      discount_price_kobo: i === 0 ? 900 : null,
      stock_quantity: 20,
      distributor: i < 11 ? "Kano Grain" : "",
      category_id: i < 6 ? grain?.id : null,
      images: i === 0 ? ["/files/a.webp", "/files/b.webp"] : [],
      featured: true,
      best_seller: i === 3,
      created_at: new Date(2026, 0, 30 - i),
    })),
  );
});
afterAll(() => database.close());

test("the home page has up to 8 products a flag, newest first", async () => {
  const home = await homeProducts(db);
  expect(home.featured.map(({ slug }) => slug)).toEqual(Array.from({ length: 8 }, (_, i) => `rice-${i}`));
  expect(home.best_sellers.map(({ slug }) => slug)).toEqual(["rice-3"]);
  expect(home.new_arrivals).toEqual([]);
});

test("a tile has exactly what a card shows", async () => {
  const [tile] = (await homeProducts(db)).featured;
  expect(tile).toEqual({
    id: tile?.id,
    name: "Rice 0",
    slug: "rice-0",
    unit: "",
    distributor: "Kano Grain",
    image: "/files/a.webp",
    image_alt: null,
    price_kobo: 1000,
    discount_price_kobo: 900,
    min_order: 1,
    stock_quantity: 20,
    order_multiple: 1,
    pieces: 1,
    price_steps: [],
    larger_units: [],
    group_id: null,
    mixed_price_breaks: false,
  });
});

test("categories come by name, top-level ones and children apart", async () => {
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  expect(names(await topCategories(db))).toEqual(["Beauty", "Food"]);
  expect(names(await allCategories(db))).toEqual(["Beauty", "Drinks", "Food", "Grain"]);
  const food = (await topCategories(db)).find(({ slug }) => slug === "food");
  expect(names(await childCategories(db, food?.id ?? ""))).toEqual(["Drinks", "Grain"]);
});

test("a product is found by its slug and by its id, with its category", async () => {
  const product = await productByIdOrSlug(db, "rice-0");
  expect(product).toMatchObject({
    images: ["/files/a.webp", "/files/b.webp"],
    category: { name: "Grain", slug: "grain" },
    parent_category: { name: "Food", slug: "food" },
  });
  expect(await productByIdOrSlug(db, product?.id ?? "")).toEqual(product);
  expect(await productByIdOrSlug(db, product?.id.toUpperCase() ?? "")).toEqual(product);
  expect(await productByIdOrSlug(db, "rice-11")).toMatchObject({ category: null, parent_category: null, images: [] });
});

test.each(["nope", "", "a\0b", "\ud800", "00000000-0000-0000-0000-000000000000", "x".repeat(5000)])(
  "no product %j",
  async (key) => {
    expect(await productByIdOrSlug(db, key)).toBeNull();
  },
);

test("related products are 4 others of the category, the distributor's 8 others", async () => {
  const product = await productByIdOrSlug(db, "rice-2");
  if (!product) throw new Error("no product");
  expect((await relatedProducts(db, product)).map(({ slug }) => slug)).toEqual([
    "rice-0",
    "rice-1",
    "rice-3",
    "rice-4",
  ]);
  const others = await sameDistributorProducts(db, product);
  expect(others).toHaveLength(8);
  expect(others.map(({ slug }) => slug)).not.toContain("rice-2");
  const besides = await relatedProducts(db, product, others.slice(0, 2));
  expect(besides.map(({ slug }) => slug)).toEqual(["rice-3", "rice-4", "rice-5"]);
  expect(await sameDistributorProducts(db, { ...product, distributor: "" })).toEqual([]);
  expect(await relatedProducts(db, { ...product, category_id: null })).toEqual([]);
});

test("tiles keep the requested order and skip deleted products", async () => {
  const [a, b] = (await homeProducts(db)).featured;
  const gone = "00000000-0000-0000-0000-000000000000";
  const tiles = await tilesByIds(db, [b?.id ?? "", gone, a?.id ?? ""]);
  expect(tiles.map(({ slug }) => slug)).toEqual(["rice-1", "rice-0"]);
  expect(await tilesByIds(db, [])).toEqual([]);
});

test("a tile of a group has its lowest price step and nothing that only a cart needs", async () => {
  const [group] = await db
    .insert(product_groups)
    .values({ name: "Beans", option_names: ["Size"] })
    .returning();
  const price_steps = [
    { from: 5, unit_kobo: 900 },
    { from: 9, unit_kobo: 800 },
  ];
  const larger_units = [{ unit: "pallet", pieces: 40 }];
  const sizes = ["1 kg", "2 kg"].map((size, i) => ({
    name: `Beans, ${size}`,
    slug: `beans-${i}`,
    price_kobo: 1000,
    stock_quantity: 20,
    price_steps,
    larger_units,
    group_id: group?.id,
    option_values: { Size: size },
  }));
  const ids = (await db.insert(products).values(sizes).returning()).map(({ id }) => id);
  productsChanged();
  const whole = { price_steps, larger_units, group_id: group?.id };
  expect(await tilesByIds(db, ids, new Set(ids))).toMatchObject([whole, whole]);
  const shown = { price_steps: price_steps.slice(1), larger_units: [], group_id: null, group: { name: "Beans" } };
  expect(await tilesByIds(db, ids)).toMatchObject([shown, shown]);
});
