import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { indexState, productIndex, storeIndexIn } from "./current-index.server.ts";
import { loadIndex, patchIndex, refreshIndex, restoreIndex, storeIndex } from "./load-index.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

const PRODUCTS = 1_200;
const folder = mkdtempSync(join(tmpdir(), "oja-index-"));
const file = join(folder, "product-index");
const none = () => {};
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
  const log = pino({ level: "silent" });
  const id = await idOf("thing-5");
  await database.sql("update products set brand = 'Forgotten' where id = $1", [id]);
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

beforeEach(async () => {
  await storeIndex(file, await loadIndex(database.db, none));
});
const damaged: [string, () => unknown, string][] = [
  ["older than a day", () => utimesSync(file, new Date(), new Date(Date.now() - 25 * 60 * 60_000)), "older than a day"],
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
  storeIndexIn(database.db, file, pino({ level: "silent" }));
  expect((await productIndex(database.db)).table.size).toBe(PRODUCTS);
});

function flip(place: number): void {
  const bytes = readFileSync(file);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function replace(what: string, by: string): void {
  writeFileSync(file, readFileSync(file).toString("latin1").replace(what, by), "latin1");
}
