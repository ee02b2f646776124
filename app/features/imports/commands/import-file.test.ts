import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FileStore } from "#app/platform/files/file-store.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { createSafeFetch } from "#app/platform/ssrf-safe-fetch.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeCategory, makeProduct } from "#tests/fixtures/catalog.ts";
import { otherShops } from "#tests/fixtures/other-shops.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { startRun, undoRun, type RunsContext } from "../commands.server.ts";
import { runById, runRows } from "../queries.server.ts";
import { importHistory, stagedFile } from "../queries/import-files.server.ts";
import type { ImportMode } from "../rules/import-fields.ts";
import { applyRun } from "./apply.server.ts";
import { previewImport, stageImport } from "./import-file.server.ts";
import { createPictureFetcher } from "./import-pictures.server.ts";
import { fetchRunPictures } from "./pictures.server.ts";
import { productTarget } from "./product-target.server.ts";
import { purgeUnreadFiles } from "./purge.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;
const log = createLogger("silent");

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs: { enqueue: () => Promise.resolve() } };
  const [user] = await database.db
    .insert(users)
    .values({ name: "Bola", email: "bola@oja.example", role: "admin" })
    .returning();
  admin = actorOf(user!.id, "admin");
  return () => database.close();
});

beforeEach(async () => {
  for (const table of ["runs", "import_files", "import_mappings", "products", "product_groups", "categories"]) {
    await database.sql(`delete from ${table}`);
  }
});

async function preview(csv: string | Uint8Array<ArrayBuffer>, mode: ImportMode = "all") {
  const bytes = typeof csv === "string" ? new TextEncoder().encode(csv) : csv;
  const staged = await stageImport(database.db, admin, { name: "list.csv", bytes });
  if (!staged.ok) throw new Error(staged.reason);
  const { mapping } = (await stagedFile(database.db, staged.id))!;
  const result = await previewImport(database.db, admin, { id: staged.id, mapping, mode });
  if (!result.ok) throw new Error(result.reason);
  return result.run_id;
}

async function apply(run: string) {
  await startRun(ctx, admin, run);
  await applyRun({ db: database.db, log }, { product: productTarget }, run);
  return (await runById(database.db, run))!.counts;
}

const undo = async (run: string) => {
  const undone = await undoRun(ctx, admin, run);
  if (!undone.ok) throw new Error(undone.reason);
  await applyRun({ db: database.db, log }, { product: productTarget }, undone.id);
  return (await runById(database.db, undone.id))!.counts;
};

const rowsOf = (run: string) => runRows(database.db, run, { state: null, offset: 0, limit: 100 });
const goods = async () =>
  (
    await database.sql(
      "select name, slug, sku, price_kobo::int as price, discount_price_kobo::int as discount, stock_quantity as stock, unit, category_id from products order by name, slug",
    )
  ).rows;

test("a price list creates and changes products, reports each row, and can be undone", async () => {
  const grains = await makeCategory(database.db, { name: "Grains", slug: "grains" });
  const rice = await makeProduct(database.db, {
    name: "Rice 50 kg",
    slug: "rice",
    sku: "R1",
    price_kobo: 7_000_000,
    discount_price_kobo: 6_900_000,
    stock_quantity: 5,
    unit: "bag",
  });
  await makeProduct(database.db, { name: "Same", slug: "same", price_kobo: 100_000, unit: "bag" });
  const before = await goods();
  const run = await preview(
    [
      "Name;Code;Price;Qty;Unit;Category",
      "Anything;r1;65,000;40;;Grains",
      "same;;1,000;;bag;",
      "Beans 50 kg;B1;N82,000;12;bag;grains",
      "Beans 50 kg;B1;N83,000;;;",
      "No price;;;;;",
      "Garri;;call us;;;",
      "Yam;;500;;tuber;Roots",
    ].join("\n"),
  );
  const rows = await rowsOf(run);
  expect(rows.map(({ label, state, reason }) => [label, state, reason])).toEqual([
    ["Rice 50 kg", "ready", "Its discount ends: the new price is lower."],
    ["Same", "ready", ""],
    ["Beans 50 kg", "ready", "New."],
    ["Beans 50 kg", "refused", "Row 5: It is about the same product as row 4."],
    ["No price", "refused", "Row 6: A new product needs a price."],
    ["Garri", "refused", "Row 7: “call us” is not an amount of money."],
    ["Yam", "ready", "New. No category is called “Roots”."],
  ]);
  expect(rows[0]).toMatchObject({
    record_id: rice.id,
    before: { name: "Rice 50 kg", price_kobo: 7_000_000, discount_price_kobo: 6_900_000, stock_quantity: 5 },
    after: {
      name: "Anything",
      price_kobo: 6_500_000,
      discount_price_kobo: null,
      stock_quantity: 40,
      category_id: grains.id,
    },
  });
  expect(await goods()).toEqual(before);

  expect(await apply(run)).toMatchObject({ applied: 4, refused: 3, failed: 0, ready: 0 });
  expect(await goods()).toMatchObject([
    {
      name: "Anything",
      slug: "rice",
      sku: "r1",
      price: 6_500_000,
      discount: null,
      stock: 40,
      unit: "bag",
      category_id: grains.id,
    },
    {
      name: "Beans 50 kg",
      slug: "beans-50-kg",
      sku: "B1",
      price: 8_200_000,
      stock: 12,
      unit: "bag",
      category_id: grains.id,
    },
    { name: "Yam", slug: "yam", price: 50_000, unit: "tuber", category_id: null },
    { name: "same" },
  ]);
  expect(await undo(run)).toMatchObject({ applied: 4 });
  expect(await goods()).toEqual(before);
});

test("undo keeps and reports created products that were ordered since", async () => {
  const run = await preview("Name,Price\nYam,500\nGarri,400");
  await apply(run);
  await database.sql(
    "insert into orders (payment_method, payment_reference, payment_status, total_amount_kobo, customer_name, customer_email, customer_phone, shipping_address, access_token) values ('paystack','WH1','paid',50000,'A','a@b.example','1','x','t')",
  );
  await database.sql(
    "insert into order_items (order_id, product_id, product_name, product_price_kobo, quantity, subtotal_kobo) select o.id, p.id, p.name, 50000, 1, 50000 from orders o, products p where p.name = 'Yam'",
  );
  const counts = await undo(run);
  expect(counts).toMatchObject({ applied: 1, failed: 1 });
  expect((await goods()).map(({ name }) => name)).toEqual(["Yam"]);
  await database.sql("delete from orders");
});

test("mode prices changes known products only; mappings are stored; an absent column clears nothing", async () => {
  await makeProduct(database.db, {
    name: "Rice",
    slug: "rice",
    sku: "R1",
    price_kobo: 100_000,
    unit: "bag",
    stock_quantity: 9,
  });
  const run = await preview("SKU,Price,Qty\nR1,1200,1\nR2,5,5", "prices");
  expect((await rowsOf(run)).map(({ state, after, reason }) => [state, after, reason])).toEqual([
    ["ready", { price_kobo: 120_000 }, ""],
    ["refused", null, "Row 3: The shop has no such product."],
  ]);
  await apply(run);
  expect(await goods()).toMatchObject([{ price: 120_000, stock: 9, unit: "bag" }]);

  const bytes = new TextEncoder().encode("Thing,What it costs\nR1,7");
  const staged = await stageImport(database.db, admin, { name: "odd.csv", bytes });
  if (!staged.ok) throw new Error(staged.reason);
  expect((await stagedFile(database.db, staged.id))!.mapping).toEqual({});
  const mapping = { sku: 0, price: 1 };
  expect(
    await previewImport(database.db, admin, { id: staged.id, mapping: { price: 1 }, mode: "prices" }),
  ).toMatchObject({ ok: false, reason: "invalid" });
  await previewImport(database.db, admin, { id: staged.id, mapping, mode: "prices" });
  const again = await stageImport(database.db, admin, { name: "odd2.csv", bytes });
  if (!again.ok) throw new Error(again.reason);
  expect(await stagedFile(database.db, again.id)).toMatchObject({
    mapping,
    isRemembered: true,
    columns: [
      { name: "Thing", samples: ["R1"] },
      { name: "What it costs", samples: ["7"] },
    ],
  });
});

test("a new variant in a later file joins the existing group, unless its options differ", async () => {
  const head = "Handle,Title,Option1 Name,Option1 Value,Variant Price\n";
  await apply(await preview(`${head}cap,Cap,Size,S,900\ncap,,,M,900`));
  const again = await preview(`${head}cap,Cap,Size,XL,950\ncap,,,S,900\ncap,,,M,900`);
  expect(await apply(again)).toMatchObject({ applied: 1, unchanged: 2, failed: 0 });
  const { rows } = await database.sql(
    "select count(distinct group_id)::int as groups, count(*)::int as variants from products",
  );
  expect(rows).toEqual([{ groups: 1, variants: 3 }]);
  const other = await preview(`${head}cap,Cap,Fit,Slim,950\ncap,,,S,900`);
  const reasons = (await rowsOf(other)).map(({ state, reason }) => `${state}: ${reason}`);
  expect(reasons).toContain("refused: Row 2: Its group in the shop has the options Size, not Fit.");
});

test("an unreadable file stores nothing", async () => {
  const staged = await stageImport(database.db, admin, { name: "x.csv", bytes: new TextEncoder().encode("Name\n") });
  expect(staged).toMatchObject({ ok: false });
  expect((await database.sql("select 1 from import_files")).rows).toEqual([]);
});

test("a file whose process ended while reading is not listed, and deleted after an hour", async () => {
  const { db } = database;
  const staged = await stageImport(db, admin, { name: "x.csv", bytes: new TextEncoder().encode("Name\nRice") });
  if (!staged.ok) throw new Error(staged.reason);
  const files = async () => (await database.sql("select rows from import_files")).rows;
  expect(await importHistory(db)).toHaveLength(1);
  await database.sql("update import_files set rows = 0, columns = '[]'");
  expect(await importHistory(db)).toEqual([]);
  expect(await stagedFile(db, staged.id)).toBeNull();
  await purgeUnreadFiles(db, Date.now() + 59 * 60_000);
  expect(await files()).toHaveLength(1);
  await purgeUnreadFiles(db, Date.now() + 61 * 60_000);
  expect(await files()).toEqual([]);
  expect((await database.sql("select 1 from import_file_rows")).rows).toEqual([]);
});

const data = otherShops();

describe.skipIf(data === null)("exports of other shops", () => {
  test.each(["shopify-apparel.csv", "shopify-home-and-garden.csv"])(
    "%s comes in with its variants, twice without a change, and goes again",
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(data ?? "", name)));
      const run = await preview(bytes);
      const counts = await apply(run);
      expect(counts).toMatchObject({ refused: 0, failed: 0, changed_meanwhile: 0 });
      expect(counts.applied).toBeGreaterThan(15);
      // Its pictures are on a host that is not reachable in tests.
      await database.sql(`insert into fetched_pictures (source, address)
        select distinct p ->> 'source', '/files/products/aa/' || md5(p ->> 'source') || '.webp'
        from run_rows, jsonb_array_elements(pictures) p`);
      const fetchPicture = createPictureFetcher({ db: database.db, files: {} as FileStore }, createSafeFetch([]));
      const until = Date.now() + 60_000;
      await fetchRunPictures({ db: database.db }, { product: productTarget }, fetchPicture, { id: run, until });
      const { rows: groups } = await database.sql(
        "select g.name, g.option_names, count(*)::int as variants from product_groups g join products p on p.group_id = g.id group by g.id order by g.name",
      );
      expect(groups.length).toBeGreaterThan(0);
      expect(Math.max(...groups.map(({ variants }) => Number(variants)))).toBeGreaterThan(1);
      expect((await runById(database.db, await preview(bytes)))!.counts).toMatchObject({
        ready: 0,
        refused: 0,
        unchanged: counts.applied,
      });
      expect(await undo(run)).toMatchObject({ applied: counts.applied, failed: 0 });
      expect(await goods()).toEqual([]);
      expect((await database.sql("select 1 from product_groups")).rows).toEqual([]);
    },
  );
});
