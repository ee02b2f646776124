import { and, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { makeCategory, makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { productsSource } from "./admin-products.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  const rice = await makeCategory(database.db, { name: "Rice" });
  const soap = await makeCategory(database.db, { name: "Soap" });
  await makeProducts(database.db, 200, { name: "Long Grain Rice", category_id: soap.id });
  await makeProducts(database.db, 3, { name: "Ofada, 5 kg", category_id: rice.id, stock_quantity: 0 });
  await makeProduct(database.db, { name: "Soap dish", sku: "RICE-1", category_id: soap.id });
});
afterAll(() => database.close());

test.each([
  ["rice", "", 2, 204],
  ["rice", "out", 2, 3],
  ["grain rice", "", 1, 200],
  ["ofada", "", 1, 3],
  ["RICE-1", "", 0, 1],
])("samples of '%s' %s are %i, with matches of the search only", async (q, stock, kinds, all) => {
  const source = await productsSource(database.db, { q, filters: stock ? { stock } : {}, sort: "name" });
  const count = async (where: ReturnType<typeof and>) => {
    const { rows } = await database.db.execute(sql`select count(*)::int as n from ${source.from} where ${where}`);
    return Number(rows[0]?.["n"]);
  };
  const samples = source.samples ?? [];
  expect([samples.length, await count(source.where)]).toEqual([kinds, all]);
  for (const sample of samples) expect(await count(sample)).toBe(await count(and(sample, source.where)));
});
