import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { makeCategory, makeProduct, makeProducts } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";

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

test("a product that moves, or whose category moves or goes, has its top category changed", async () => {
  const [first, second] = [await makeCategory(database.db), await makeCategory(database.db)];
  const sub = await makeCategory(database.db, { parent_id: first.id });
  const { id } = await makeProduct(database.db, { category_id: first.id });
  const topAfter = async (text: string, ...values: string[]) => {
    await database.sql(text, values);
    return (await database.sql("select top_category_id as top from products where id = $1", [id])).rows[0]?.top;
  };
  const move = "update products set category_id = $1 where id = $2";
  expect(await topAfter(move, second.id, id)).toBe(second.id);
  expect(await topAfter(move, sub.id, id)).toBe(first.id);
  expect(await topAfter("update categories set parent_id = $1 where id = $2", second.id, sub.id)).toBe(second.id);
  expect(await topAfter("delete from categories where id = $1", sub.id)).toBeNull();
});

test("a stock hold does not recompute the search vector", async () => {
  const { rows } = await database.sql(
    `select tgname from pg_trigger where tgrelid = 'products'::regclass and not tgisinternal
     and tgtype & 1 = 1 and tgtype & 2 = 2 and tgtype & 16 = 16`,
  );
  expect(rows).toEqual([]);
});

test("many products come back in order, with slugs of their own", async () => {
  const made = await makeProducts(database.db, 25, (index) => ({ stock_quantity: index }));
  expect(made.map((product) => product.stock_quantity)).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect(new Set(made.map((product) => product.slug)).size).toBe(25);
  expect(await makeProducts(database.db, 0)).toEqual([]);
});
