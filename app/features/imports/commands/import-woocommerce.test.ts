import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createLogger } from "#app/platform/log.server.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { otherShops } from "#tests/fixtures/other-shops.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { startRun, undoRun } from "../commands.server.ts";
import { runById, runRows } from "../queries.server.ts";
import { stagedFile } from "../queries/import-files.server.ts";
import { applyRun } from "./apply.server.ts";
import { previewImport, stageImport, type ImportChoices } from "./import-file.server.ts";
import { productTarget } from "./product-target.server.ts";

const database = sharedDatabase();
const log = createLogger("silent");
const operator = { system: "import" };
const admin = actorOf("0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11", "admin");
const jobs = { enqueue: () => Promise.resolve() };

/** Columns and rows as in WooCommerce's own export, without those that are always empty. */
const SMALL = [
  "ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Description,In stock?,Stock,Weight (lbs),Length (in),Sale price,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)",
  '44,variable,tee,Tee,1,1,visible,A tee.,1,,.5,10,,,"Clothing, Clothing > Shirts",new,,Color,"Blue, Red",Size,"L, M"',
  "45,variable,,Hoodie,1,0,visible,A hoodie.,1,,2,,,,Clothing > Hoodies,,,Color,Blue,Logo,Yes",
  "46,simple,belt,Belt,1,1,visible,,1,7,1.2,,55,65,Clothing > Accessories,,,Material,Leather,,",
  "47,simple,cap,Cap,1,0,visible,,0,,,,,18,Clothing > Accessories,,,,,,",
  "48,simple,secret,Secret,1,0,hidden,,1,,,,,18,Clothing,,,,,,",
  '49,"simple, downloadable, virtual",album,Album,1,0,visible,,1,,,,,15,Music,,,,,,',
  "50,external,mug,Mug,1,0,visible,,1,,,,,11,Decor,,,,,,",
  "51,grouped,set,Set,1,0,visible,,1,,,,,,Clothing,,,,,,",
  "52,variation,tee-red,Tee - Red,1,0,visible,,1,,,,,20,,,tee,Color,Red,Size,",
  "53,variation,tee-blue,Tee - Blue,1,0,visible,Blue.,1,,1,,15,20,,,tee,Color,Blue,Size,",
  "54,variation,,Hoodie - Blue,1,0,visible,,1,,,,,45,,,id:45,Color,Blue,Logo,Yes",
  "55,variation,,Hoodie - Any,1,0,visible,,1,3,,,,45,,,id:45,Color,,Logo,No",
  "56,variation,lost,Lost,1,0,visible,,1,,,,,45,,,gone,Color,Red,,",
].join("\n");

async function preview(file: string | Uint8Array<ArrayBuffer>, choices: Partial<ImportChoices> = {}) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const staged = await stageImport(database().db, operator, { name: "woo.csv", bytes });
  if (!staged.ok) throw new Error(staged.reason);
  const { mapping } = (await stagedFile(database().db, staged.id))!;
  return await previewImport(database().db, operator, { id: staged.id, mapping, mode: "all", ...choices });
}

async function runOf(...input: Parameters<typeof preview>): Promise<string> {
  const made = await preview(...input);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.run_id;
}

async function apply(run: string) {
  const { db } = database();
  await startRun({ db, jobs }, operator, run);
  await applyRun({ db, log }, { product: productTarget }, run);
  return (await runById(db, run))!.counts;
}

const rowsOf = (run: string) => runRows(database().db, run, { state: null, offset: 0, limit: 100 });
const select = async (text: string) => (await database().sql(text)).rows;
const FAMILIES = `select g.name, g.option_names, array_agg(p.name order by p.name) as variants
  from product_groups g join products p on p.group_id = g.id group by g.id order by g.name`;
const CATEGORIES =
  "select c.name, t.name as parent from categories c left join categories t on t.id = c.parent_id order by 1";

test("variations become variants with their options, what is not sold is left out with a reason, undo removes all", async () => {
  const run = await runOf(SMALL, { newCategories: true, uncountedStock: 100 });
  expect((await rowsOf(run)).map(({ label, state, reason }) => [label, state, reason])).toEqual([
    ["Belt", "ready", "New. Its category is new."],
    ["Cap", "ready", "New. Its category is new."],
    ["Secret", "unchanged", "Skipped: it is hidden in its shop."],
    ["Album", "unchanged", "Skipped: it is a download."],
    ["Mug", "unchanged", "Skipped: it is sold on another site."],
    ["Set", "unchanged", "Skipped: it only lists other products."],
    ["Tee, Red", "ready", "New. Its category is new. The file does not count its stock."],
    ["Tee, Blue", "ready", "New. Its category is new. The file does not count its stock."],
    ["Hoodie, Blue, Yes", "ready", "New. Its category is new. The file does not count its stock."],
    ["Hoodie, Any, No", "ready", "New. Its category is new."],
    ["Lost", "refused", "Row 14: The file has no product “gone”, of which it is a variation."],
  ]);
  expect(await select("select 1 from categories")).toEqual([]);
  expect(await apply(run)).toMatchObject({ applied: 6, failed: 0 });
  expect(await select(FAMILIES)).toEqual([
    { name: "Hoodie", option_names: ["Color", "Logo"], variants: ["Hoodie, Any, No", "Hoodie, Blue, Yes"] },
    { name: "Tee", option_names: ["Color"], variants: ["Tee, Blue", "Tee, Red"] },
  ]);
  const { rows: goods } = await database().sql(`select p.slug, sku, p.description, price_kobo::int as price,
    discount_price_kobo::int as sale, stock_quantity as stock, weight_grams as grams, length_mm as mm, c.name as category
    from products p join categories c on c.id = p.category_id order by 1`);
  expect(goods.map((row) => Object.values(row))).toEqual([
    ["belt", "belt", "", 6_500, 5_500, 7, 544, null, "Accessories"],
    ["cap", "cap", "", 1_800, null, 0, null, null, "Accessories"],
    ["hoodie-any-no", null, "A hoodie.", 4_500, null, 3, 907, null, "Hoodies"],
    ["hoodie-blue-yes", null, "A hoodie.", 4_500, null, 100, 907, null, "Hoodies"],
    ["tee-blue", "tee-blue", "Blue.", 2_000, 1_500, 100, 454, 254, "Shirts"],
    ["tee-red", "tee-red", "A tee.", 2_000, null, 100, 227, 254, "Shirts"],
  ]);
  expect(await select("select slug, attributes from products where attributes <> '[]' order by 1")).toEqual([
    { slug: "belt", attributes: [{ name: "Material", value: "Leather" }] },
    { slug: "tee-blue", attributes: [{ name: "Size", value: "L, M" }] },
    { slug: "tee-red", attributes: [{ name: "Size", value: "L, M" }] },
  ]);
  expect(await select("select name from products where featured")).toEqual([{ name: "Belt" }]);
  expect(await select(CATEGORIES)).toEqual([
    { name: "Accessories", parent: "Clothing" },
    { name: "Clothing", parent: null },
    { name: "Hoodies", parent: "Clothing" },
    { name: "Shirts", parent: "Clothing" },
  ]);
  // The stock was sold down meanwhile: a second import of goods without a count leaves it.
  await database().sql("update products set stock_quantity = 1 where sku = 'tee-red'");
  const again = await runOf(SMALL, { newCategories: true, uncountedStock: 100 });
  expect((await runById(database().db, again))!.counts).toMatchObject({ ready: 0, unchanged: 10, refused: 1 });

  const undone = await undoRun({ db: database().db, jobs }, admin, run);
  if (!undone.ok) throw new Error(undone.reason);
  await applyRun({ db: database().db, log }, { product: productTarget }, undone.id);
  for (const table of ["products", "product_groups", "categories"])
    expect([table, await select(`select 1 from ${table}`)]).toEqual([table, []]);
});

test("stock without a number is asked for; a missing category is made only on request", async () => {
  expect(await preview(SMALL)).toEqual({
    ok: false,
    reason: "invalid",
    errors: { uncounted: "3 new products are in stock without a number. Type the one to use." },
  });
  const run = await runOf(SMALL, { uncountedStock: 0 });
  expect((await rowsOf(run))[0]?.reason).toBe("New. No category is called “Clothing > Accessories”.");
  await apply(run);
  expect(await select("select distinct category_id from products")).toEqual([{ category_id: null }]);
  expect(await select(CATEGORIES)).toEqual([]);

  const moved = await runOf(SMALL, { uncountedStock: 0, newCategories: true });
  expect(await apply(moved)).toMatchObject({ applied: 6 });
  expect(await select(CATEGORIES)).toHaveLength(4);
  const undone = await undoRun({ db: database().db, jobs }, admin, moved);
  if (!undone.ok) throw new Error(undone.reason);
  await applyRun({ db: database().db, log }, { product: productTarget }, undone.id);
  expect(await select("select distinct category_id from products")).toEqual([{ category_id: null }]);
  expect(await select(CATEGORIES)).toEqual([]);
});

const data = otherShops();

describe.skipIf(data === null)("WooCommerce's sample_products.csv", () => {
  test("comes in as two families with seven variants, twelve products and four reasons", async () => {
    const bytes = new Uint8Array(readFileSync(join(data ?? "", "woocommerce-clothing.csv")));
    const run = await runOf(bytes, { newCategories: true, uncountedStock: 50 });
    expect(await apply(run)).toMatchObject({ applied: 18, unchanged: 5, refused: 0, failed: 0 });
    expect(await select(FAMILIES)).toEqual([
      {
        name: "Awesome V-Neck T-Shirt",
        option_names: ["Color"],
        variants: ["Blue", "Green", "Red"].map((color) => `Awesome V-Neck T-Shirt, ${color}`),
      },
      {
        name: "Hoodie",
        option_names: ["Color", "Logo"],
        variants: ["Blue, No", "Blue, Yes", "Green, No", "Red, No"].map((options) => `Hoodie, ${options}`),
      },
    ]);
    expect(await select(CATEGORIES)).toEqual([
      { name: "Accessories", parent: "Clothing" },
      { name: "Clothing", parent: null },
      { name: "Hoodies", parent: "Clothing" },
      { name: "Tshirts", parent: "Clothing" },
    ]);
    expect(await select("select name from products where stock_quantity <> 50")).toEqual([]);
    const left = (await rowsOf(run)).flatMap(({ label, state }) => (state === "unchanged" ? [label] : []));
    expect(left).toEqual(["Hoodie with Pocket", "Album", "Single", "Logo Collection", "WordPress Pennant"]);
    const again = await runOf(bytes, { newCategories: true, uncountedStock: 50 });
    expect((await runById(database().db, again))!.counts).toMatchObject({ ready: 0, unchanged: 23, refused: 0 });
  });
});
