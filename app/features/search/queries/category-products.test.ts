import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { makeCategory, makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { productsByCategory } from "./category-products.server.ts";
import { productIndex, productsChanged } from "./product-index/current-index.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

test("the numbers of products of categories are those of the index, and counted while it is behind or not there", async () => {
  const { db } = database;
  const [{ id: rice }, { id: oil }] = [await makeCategory(db), await makeCategory(db)];
  const moved = await makeProduct(db, { category_id: rice });
  await makeProduct(db, { category_id: rice });
  const numbers = async (counted: number) => [rice, oil].map(await productsByCategory(db, counted));
  expect(await numbers(0)).toEqual([2, 0]);
  productsChanged();
  await productIndex(db);
  expect([await numbers(0), await numbers(100)]).toEqual([
    [2, 0],
    [2, 0],
  ]);
  await database.sql("update products set category_id = $1 where id = $2", [oil, moved.id]);
  // Nobody told the index, so the answer shows who counted.
  expect([await numbers(0), await numbers(100)]).toEqual([
    [2, 0],
    [1, 1],
  ]);
  productsChanged([moved.id]);
  expect(await numbers(0)).toEqual([1, 1]);
  await productIndex(db);
  expect(await numbers(0)).toEqual([1, 1]);
});
