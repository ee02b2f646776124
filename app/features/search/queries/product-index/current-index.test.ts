import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { EMPTY_LISTING } from "../../rules/listing-links.ts";
import { listingEngine } from "../index-engine.server.ts";
import { hasIndex, indexState, onLateChanges, productIndex, productsChanged } from "./current-index.server.ts";
import { Turns } from "./turns.server.ts";

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

test("a listing while very many changes are read has the index of before or after one, not of its middle", async () => {
  const engine = listingEngine(database.db);
  const state = { ...EMPTY_LISTING, sort: "price-asc" as const };
  const find = async () => (await engine.find({ scope: {}, state, subs: [] })).ids;
  const before = await find();
  const late = vi.fn();
  onTestFinished(onLateChanges(late));
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  vi.spyOn(Turns.prototype, "rest").mockImplementation(async () => {
    begun.resolve();
    await goOn.promise;
  });
  const [cheapest = ""] = before;
  await database.sql("update products set price_kobo = 9000 where id = $1", [cheapest]);
  productsChanged([cheapest, ...ids.filter((id) => id !== cheapest).slice(0, 1_500)]);
  void productIndex(database.db);
  await begun.promise;
  const found = find();
  await nextTurn();
  goOn.resolve();
  expect(await found).toEqual([...before.slice(1), expect.any(String)]);
  await vi.waitFor(() => expect(late).toHaveBeenCalled());
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
