import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "../../tests/setup/database.ts";
import { makeCategory, makeProduct, makeProducts } from "./catalog.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a product takes the top category of its sub-category", async () => {
  const top = await makeCategory(database.db);
  const sub = await makeCategory(database.db, { parent_id: top.id });
  const product = await makeProduct(database.db, { category_id: sub.id, price_kobo: 500, discount_price_kobo: 400 });
  expect(product.top_category_id).toBe(top.id);
  expect(product.effective_price_kobo).toBe(400);
});

test("many products come back in order, with slugs of their own", async () => {
  const made = await makeProducts(database.db, 25, (index) => ({ stock_quantity: index }));
  expect(made.map((product) => product.stock_quantity)).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(new Set(made.map((product) => product.slug)).size).toBe(25);
  expect(await makeProducts(database.db, 0)).toEqual([]);
});
