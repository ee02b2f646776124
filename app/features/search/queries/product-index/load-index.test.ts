import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { indexState, onLateChanges, productIndex, productsChanged, storeIndexIn } from "./current-index.server.ts";
import { loadIndex, patchIndex, refreshIndex, restoreIndex, storeIndex } from "./load-index.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

const PRODUCTS = 1_200;
const folder = mkdtempSync(join(tmpdir(), "oja-index-"));
const file = join(folder, "product-index");
const none = () => {};
const log = pino({ level: "silent" });
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await database.sql(`insert into products (name, slug, price_kobo, brand)
    select 'Thing ' || n, 'thing-' || n, 100 + n, 'Kano' from generate_series(1, ${PRODUCTS}) n`);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const idOf = async (slug: string) => {
  const { rows } = await database.sql("select id from products where slug = $1", [slug]);
  return String(rows[0]?.["id"]);
};
const priceOf = ({ table }: ProductIndex, id: string) => table.columns.price[table.ids.rowOf(id)];
const byName = ({ orders, table }: ProductIndex) => {
  const { at, count } = orders.of("name-asc");
  return Array.from({ length: count }, (_, place) => table.names.of(at(place)));
};

test("a comparison finds what SQL changed without notice, and takes in a patch meanwhile", async () => {
  const index = await loadIndex(database.db, none);
  const [gone, patched] = [await idOf("thing-2"), await idOf("thing-3")];
  await database.sql("update products set name = 'Other ' || slug, brand = 'KANO' where price_kobo > 1100");
  await database.sql("delete from products where id = $1", [gone]);
  await database.sql("insert into products (name, slug, price_kobo) values ('New thing', 'new-thing', 5)");

  const changed = await refreshIndex(database.db, index, async (read) => {
    if (read <= 1_000) await database.sql("update products set price_kobo = 7 where id = $1", [patched]);
    await patchIndex(database.db, index, new Map([[patched, false]]));
  });
  const anew = await loadIndex(database.db, none);
  expect(changed).toBe(202);
  expect(priceOf(index, patched)).toBe(7);
  expect(byName(index)).toEqual(byName(anew));
  expect(byName(index)).toContain("other thing-1001");
  expect([index.table.size, index.table.ids.rowOf(gone)]).toEqual([PRODUCTS, -1]);
  expect(await refreshIndex(database.db, index, none)).toBe(0);
});

test("the next start begins with the stored index, and then takes in what changed", async () => {
  const id = await idOf("thing-5");
  await database.sql("update products set brand = 'Forgotten' where id = $1", [id]);
  rmSync(file, { force: true });
  storeIndexIn(database.db, file, log, PRODUCTS - 1);
  await productIndex(database.db);
  await vi.waitFor(() => expect(existsSync(file)).toBe(true));

  await database.sql("update products set price_kobo = 9, brand = 'Kano' where id = $1", [id]);
  // To the module another database, like that of another process.
  const later = new Proxy(database.db, {});
  storeIndexIn(later, file, log);
  const index = await productIndex(later);
  expect(priceOf(index, id)).toBe(9);
  // Known from the file only.
  expect(index.brands.of("forgotten")).toBeGreaterThanOrEqual(0);
  expect(indexState(later)).toEqual({ products: PRODUCTS, isReady: true, loaded: null });
});

test("two processes that store at once leave one whole file, and what a killed one left is removed", async () => {
  const abandoned = `${file}.killed.new`;
  writeFileSync(abandoned, "half");
  utimesSync(abandoned, new Date(), new Date(Date.now() - 2 * 60 * 60_000));
  const indexes = await Promise.all([loadIndex(database.db, none), loadIndex(database.db, none)]);
  await Promise.all(indexes.map((index) => storeIndex(file, index)));
  expect(readdirSync(folder)).toEqual([basename(file)]);
  expect(byName(await restoreIndex(database.db, file))).toEqual(indexes[0] && byName(indexes[0]));
});

test("what is announced while the index is stored is taken in after that, and told", async () => {
  const db = new Proxy(database.db, {});
  const [id, told] = [await idOf("thing-6"), vi.fn()];
  const stop = onLateChanges(told);
  onTestFinished(stop);
  storeIndexIn(db, join(folder, "none", "product-index"), log, 0);
  const storing = vi.spyOn(log, "warn");
  const index = await productIndex(db);
  await database.sql("update products set price_kobo = 11 where id = $1", [id]);
  // Storing begins with the first change after an hour.
  vi.useFakeTimers({ now: Date.now() + 2 * 60 * 60_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  storing.mockImplementationOnce(() => {
    productsChanged([id]);
    void productIndex(db);
  });
  productsChanged([]);
  await productIndex(db);
  await vi.waitFor(() => expect(priceOf(index, id)).toBe(11));
  expect(told).toHaveBeenCalledTimes(1);
});

test("an index that failed in the middle of a change is read anew", async () => {
  const db = new Proxy(database.db, {});
  const [id, index] = [await idOf("thing-7"), await productIndex(db)];
  await database.sql("update products set price_kobo = 900000 where id = $1", [id]);
  vi.spyOn(index.table, "put").mockImplementationOnce(() => {
    throw new Error("No memory is left.");
  });
  productsChanged([id]);
  await expect(productIndex(db)).rejects.toThrow("No memory is left.");
  const anew = await productIndex(db);
  expect(anew).not.toBe(index);
  const { at, count } = anew.orders.of("price-asc");
  expect(anew.table.ids.idOf(at(count - 1))).toBe(id);
});

beforeEach(async () => {
  await storeIndex(file, await loadIndex(database.db, none));
});
const damaged: [string, () => unknown, string][] = [
  ["cut off", () => truncateSync(file, readFileSync(file).length - 20), "cut off"],
  ["empty", () => truncateSync(file, 0), "cut off"],
  ["with one byte changed", () => flip(Math.floor(readFileSync(file).length / 2)), "damaged"],
  ["of another version", () => replace('"version"', '"vershun"'), "another version"],
  ["without a column", () => replace('"order price"', '"order crime"'), "without order price"],
  ["of another shop", () => database.sql("update products set price_kobo = price_kobo + 1"), "of another shop"],
];
test.for(damaged)("a stored index that is %s is not used", async ([, damage, reason]) => {
  await restoreIndex(database.db, file);
  await damage();
  await expect(restoreIndex(database.db, file)).rejects.toThrow(reason);
  const db = new Proxy(database.db, {});
  storeIndexIn(db, file, log);
  expect((await productIndex(db)).table.size).toBe(PRODUCTS);
});

function flip(place: number): void {
  const bytes = readFileSync(file);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function replace(what: string, by: string): void {
  writeFileSync(file, readFileSync(file).toString("latin1").replace(what, by), "latin1");
}
