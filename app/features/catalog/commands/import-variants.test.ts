import { createReadStream, existsSync } from "node:fs";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { testDatabase } from "../../../../tests/setup/database.ts";
import type { ImportResult } from "./import-batch.server.ts";
import { importProducts } from "./import-products.server.ts";

async function run(db: Db, text: string | AsyncIterable<Uint8Array>) {
  async function* bytes() {
    if (typeof text === "string") yield new TextEncoder().encode(text);
    else yield* text;
  }
  const results: ImportResult[] = [];
  const outcome = await importProducts(db, {
    source: bytes(),
    apply: true,
    onResult: (result) => results.push(result),
  });
  if (!outcome.ok) throw new Error(outcome.reason);
  return { totals: outcome.totals, results };
}

function productBy(db: Db, slug: string) {
  return db.query.products.findFirst({ where: eq(products.slug, slug) });
}

const REAL = "../shared/data";

test.skipIf(!existsSync(REAL)).each([
  ["apparel", 22, 22, "classic-varsity-top", ["Small", "Medium", "Large"], { price_kobo: 6000, stock_quantity: 1 }],
  ["home-and-garden", 21, 21, "clay-plant-pot", ["Regular", "Large"], { discount_price_kobo: null }],
])("the real file %s comes with its variants", async (name, rows, made, slug, sizes, expected) => {
  const { db } = await testDatabase();
  const file = () => createReadStream(`${REAL}/shopify-${name}.csv`);
  expect((await run(db, file())).totals).toMatchObject({ rows, created: 20, skipped: 0, bad: 0 });
  expect(await db.$count(products)).toBe(made);
  expect(await db.$count(products, sql`jsonb_array_length(images) > 0`)).toBe(made);
  const first = await productBy(db, slug);
  expect(first).toMatchObject(expected);
  const [group] = await db.select().from(product_groups);
  expect(await db.$count(product_groups)).toBe(1);
  expect(group?.option_names).toEqual(["Size"]);
  const variants = await db
    .select()
    .from(products)
    .where(eq(products.group_id, group?.id ?? ""))
    .orderBy(asc(products.slug));
  expect(new Set(variants.map(({ option_values }) => option_values["Size"]))).toEqual(new Set(sizes));
  expect(variants.every((one) => one.name === `${group?.name}, ${one.option_values["Size"]}`)).toBe(true);
  expect((await run(db, file())).totals).toMatchObject({ unchanged: 20, created: 0, updated: 0 });
  expect(await db.$count(product_groups)).toBe(1);
});

const SHIRT_HEADER =
  "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode,Variant Grams,Variant Inventory Qty,Variant Price,Vendor";
const shirts = (...rows: string[]) => `${[SHIRT_HEADER, ...rows].join("\n")}\n`;
const M_BLUE = "shirt,Polo shirt,Size,M,Colour,Blue,PS-MB,4006381333931,250,10,4000,Aba Mills";
const L_BLUE = "shirt,,,L,,Blue,PS-LB,,260,4,4200,";
const L_RED = "shirt,,,L,,Red,,,0,3,4200,";

async function variantsOf(db: Db) {
  const rows = await db.select().from(products).orderBy(asc(products.name));
  return rows.map(({ name, slug, sku, stock_quantity }) => [name, slug, sku, stock_quantity]);
}

test("the variants of a handle become a group; later files find them by SKU or by handle and options", async () => {
  const { db } = await testDatabase();
  expect((await run(db, shirts(M_BLUE, L_BLUE, L_RED))).totals).toMatchObject({ rows: 3, created: 1 });
  const [group] = await db.select().from(product_groups);
  expect(group).toMatchObject({ name: "Polo shirt", option_names: ["Size", "Colour"], version: 1 });
  expect(await variantsOf(db)).toEqual([
    ["Polo shirt, L, Blue", "shirt-l-blue", "PS-LB", 4],
    ["Polo shirt, L, Red", "shirt-l-red", null, 3],
    ["Polo shirt, M, Blue", "shirt", "PS-MB", 10],
  ]);
  expect(await productBy(db, "shirt")).toMatchObject({
    group_id: group?.id,
    option_values: { Size: "M", Colour: "Blue" },
    barcode: "4006381333931",
    weight_grams: 250,
    brand: "Aba Mills",
    distributor: "Aba Mills",
  });

  // Another order of rows, an address that the shop changed, a title that the file changed.
  await db.update(products).set({ slug: "polo-large-red" }).where(eq(products.slug, "shirt-l-red"));
  await db.update(products).set({ slug: "polo-large-blue" }).where(eq(products.slug, "shirt-l-blue"));
  const turned = shirts("shirt,Polo,Size,L,Colour,Red,,,0,3,4200,Aba Mills", "shirt,,,M,,Blue,PS-MB,,,9,4000,", L_BLUE);
  const { totals, results } = await run(db, turned);
  expect(totals).toMatchObject({ created: 0, updated: 1 });
  expect(results[0]?.notes).toContain('M / Blue: name (was "Polo shirt, M, Blue"), stock 10 -> 9');
  expect(await variantsOf(db)).toEqual([
    ["Polo, L, Blue", "polo-large-blue", "PS-LB", 4],
    ["Polo, L, Red", "polo-large-red", null, 3],
    ["Polo, M, Blue", "shirt", "PS-MB", 9],
  ]);
  expect(await db.select().from(product_groups)).toMatchObject([{ id: group?.id, name: "Polo", version: 2 }]);
  expect((await run(db, turned)).totals).toMatchObject({ unchanged: 1 });
});

test("a product that was imported as one becomes the first variant and keeps its address", async () => {
  const { db } = await testDatabase();
  await run(db, shirts("shirt,Polo shirt,Title,Default Title,,,,,,10,4000,Aba Mills"));
  const before = await productBy(db, "shirt");
  expect((await run(db, shirts(M_BLUE, L_BLUE))).totals).toMatchObject({ created: 0, updated: 1 });
  expect(await productBy(db, "shirt")).toMatchObject({ id: before?.id, name: "Polo shirt, M, Blue" });
  expect(await db.$count(products)).toBe(2);
});

test("bad variants are named by line, and nothing of their product is imported", async () => {
  const { db } = await testDatabase();
  const long = "x".repeat(41);
  const { results } = await run(
    db,
    shirts(
      M_BLUE,
      "shirt,,,M,,blue,,,,1,4000,",
      "cap,Cap,Colour,Red,,,C-1,,,1,100,",
      `cap,,,${long},,,C-2,,,1,100,`,
      "belt,Belt,,,,,c-1,,,1,100,",
      "sock,Sock,Title,Default Title,,,S-1,123,,1,100,",
    ),
  );
  expect(
    results.map(({ action, problems, notes }) => [
      action,
      ...problems.map((one) => `${one.line}: ${one.reason}`),
      ...notes,
    ]),
  ).toEqual([
    ["bad", "3: the options M / blue are those of line 2"],
    ["bad", "5: the value of Colour has 41 characters, at most 40 fit"],
    ["bad", "6: the SKU c-1 was used before, in line 4"],
    ["created", "price ₦100.00, stock 1", "the barcode 123 is left out: A barcode (GTIN) has 8, 12, 13 or 14 digits."],
  ]);
  expect(await variantsOf(db)).toEqual([["Sock", "sock", "S-1", 1]]);
  expect(await db.$count(product_groups)).toBe(0);
});
