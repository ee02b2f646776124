import { randomUUID } from "node:crypto";
import { and, sql, type SQL } from "drizzle-orm";
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
  // Each twentieth is in the sample of the search.
  const id = (at: number) => `${randomUUID().slice(0, -2)}${at % 20 === 0 ? "0f" : "10"}`;
  await makeProducts(database.db, 200, (at) => ({ id: id(at), name: "Long Grain Rice", category_id: soap.id }));
  const ofada = { name: "Ofada, 5 kg", category_id: rice.id, stock_quantity: 0 };
  await makeProducts(database.db, 3, (at) => ({ id: id(at), ...ofada }));
  await makeProduct(database.db, { id: id(1), name: "Soap dish", sku: "RICE-1", category_id: soap.id });
});
afterAll(() => database.close());

test.each([
  ["rice", "", [3, 10], 204],
  ["rice", "out", [], 3],
  ["grain rice", "", [10], 200],
  ["ofada", "", [1], 3],
  ["RICE-1", "", [], 1],
])("samples of '%s' %s are %j, with matches of the search only", async (q, stock, sampled, all) => {
  const source = await productsSource(database.db, { q, filters: stock ? { stock } : {}, sort: "name" });
  const count = async (where: SQL | undefined) => {
    const { rows } = await database.db.execute(sql`select count(*)::int as n from ${source.from} where ${where}`);
    return Number(rows[0]?.["n"]);
  };
  expect(await count(source.where)).toBe(all);
  const samples = source.samples ?? [];
  expect(await Promise.all(samples.map(({ where }) => count(where)))).toEqual(sampled);
  expect(await Promise.all(samples.map(({ where }) => count(and(where, source.where))))).toEqual(sampled);
});
