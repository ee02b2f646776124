import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { hasIndex, indexState, onLateChanges, productIndex, productsChanged } from "./current-index.server.ts";

const PRODUCTS = 3_000;
let database: Database;
let ids: string[];
beforeAll(async () => {
  database = await testDatabase();
  const { rows } = await database.sql(`insert into products (name, slug, price_kobo)
    select 'Thing ' || n, 'thing-' || n, 100 + n from generate_series(1, ${PRODUCTS}) n returning id`);
  ids = rows.map((row) => String(row["id"]));
});
afterAll(() => database.close());

const priceOf = async (id: string) => {
  const { table } = await productIndex(database.db);
  return table.columns.price[table.ids.rowOf(id)];
};

test("who asks whether there is an index makes one", async () => {
  expect(indexState(database.db)).toEqual({ products: 0, isReady: false, loaded: null });
  expect(hasIndex(database.db)).toBe(false);
  await vi.waitFor(() => expect(hasIndex(database.db)).toBe(true));
  expect(indexState(database.db)).toEqual({ products: PRODUCTS, isReady: true, loaded: null });
});

test("an announced change is in the next answer; of very many changes the one after them, which is told", async () => {
  const [first = "", ...others] = ids;
  await database.sql("update products set price_kobo = 5 where id = $1", [first]);
  productsChanged([first]);
  expect(await priceOf(first)).toBe(5);

  const late = vi.fn();
  const stop = onLateChanges(late);
  const many = others.slice(0, 1_500);
  await database.sql("update products set price_kobo = 7 where id = any($1)", [many]);
  productsChanged(many);
  const [one = ""] = many;
  expect(await priceOf(one)).not.toBe(7);
  await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(1));
  expect(await priceOf(one)).toBe(7);
  stop();
});

test("a load that fails is told to who waits, and the next one succeeds", async () => {
  const execute = vi.spyOn(database.db, "execute").mockRejectedValueOnce(new Error("The database is away."));
  productsChanged();
  await expect(productIndex(database.db)).rejects.toThrow("The database is away.");
  execute.mockRestore();
  await database.sql("delete from products where id = $1", [ids[0]]);
  productsChanged();
  expect((await productIndex(database.db)).table.size).toBe(PRODUCTS - 1);
});
