import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const namesIn = async (text: string) => (await database.sql(text)).rows.map(({ name }) => String(name));

test("every foreign key has an index that begins with its columns", async () => {
  const withoutIndex = `
    select conrelid::regclass || '.' || conname as name from pg_constraint c
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] operator(pg_catalog.@>) c.conkey
        -- A lookup of a value finds only rows whose value is not null, so such a partial index serves it.
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = c.conrelid and attnum = c.conkey[1])))`;
  expect(await namesIn(withoutIndex)).toEqual([]);
  await database.sql("drop index payment_attempt_items_product_id_idx");
  expect(await namesIn(withoutIndex)).toEqual([
    "payment_attempt_items.payment_attempt_items_product_id_products_id_fk",
  ]);
});

test("tables whose rows are updated all the time leave room in their pages", async () => {
  expect(
    await namesIn("select relname as name from pg_class where 'fillfactor=80' = any(reloptions) order by 1"),
  ).toEqual(["orders", "payment_attempts", "products"]);
});

test("a search reads few words of changed products that its index has not merged", async () => {
  expect(
    await namesIn(
      "select relname as name from pg_class where 'gin_pending_list_limit=512' = any(reloptions) order by 1",
    ),
  ).toEqual(["products_search_idx", "products_search_sample_idx"]);
});

/** Columns of products without a notice for cached pages, each with its reason. */
const WITHOUT_NOTICE = {
  id: "never changes",
  sort_name: "generated from name",
  effective_price_kobo: "generated from both prices",
  piece_price_kobo: "generated from both prices and pieces",
  unavailable: "generated from min_order and stock_quantity",
  search: "generated from compared columns",
  stock_quantity: "has a notice of its own",
  cost_kobo: "no page of the shop shows it",
  version: "no page of the shop shows it",
  updated_at: "is written with another column",
};

test("a change of any other column of a product is a notice for cached pages", async () => {
  const columns = await namesIn(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'products'",
  );
  const { rows } = await database.sql("select prosrc from pg_proc where proname = 'notify_products_updated'");
  const [compared = ""] = String(rows[0]?.["prosrc"]).split("IF changed");
  const columnsOf = (alias: string) =>
    [...compared.matchAll(new RegExp(`[( ]${alias}\\.(\\w+)[,)]`, "g"))].map(([, name = ""]) => name);
  const expected = columns.filter((name) => !Object.hasOwn(WITHOUT_NOTICE, name));
  expect(new Set(columnsOf("o"))).toEqual(new Set(expected));
  expect(columnsOf("n")).toEqual(columnsOf("o"));
});

test("functions that compare rows before and after a change do not keep the plan of one row", async () => {
  const { rows } = await database.sql(
    "select proname, proconfig from pg_proc where prosrc ~* '(old_rows \\w+ join new_rows|new_rows \\w+ join old_rows)' order by 1",
  );
  const setting = ["enable_nestloop=off"];
  expect(rows).toEqual([
    { proname: "change_product_stock", proconfig: setting },
    { proname: "notify_products_updated", proconfig: setting },
  ]);
});
