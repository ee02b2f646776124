import { expect, onTestFinished, test, vi } from "vitest";
import { currentCategories } from "#app/features/products/queries.server.ts";
import { LOST } from "#db/database.ts";
import { products } from "#db/schema/catalog.ts";
import { makeGoods } from "#tests/fixtures/checkout.ts";
import { embeddedDatabase } from "#tests/setup/database.ts";
import { followCatalogue } from "./catalogue-changes.server.ts";
import type { Invalidation } from "./middleware/cached-page.server.ts";

function recorded() {
  const dropped: (Invalidation | "distrusted" | { stock: readonly string[] })[] = [];
  const drop = (change: Invalidation = "all") => void dropped.push(change);
  const outdate = (stock: readonly string[]) => void dropped.push({ stock });
  return { dropped, cache: { drop, outdate, distrust: () => void dropped.push("distrusted") } };
}

test("an editor at work drops the product's pages each time, listings once and then once in a pause", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { dropped, cache } = recorded();
  const change = followCatalogue(cache);
  for (const id of ["a", "b", "c"]) change(`product:${id}`);
  change("listing");
  const [a, b, c] = ["a", "b", "c"].map((id) => ({ products: [id] }));
  expect(dropped).toEqual([a, { listings: true }, b, c]);
  vi.advanceTimersByTime(5_000);
  expect(dropped).toEqual([a, { listings: true }, b, c, { listings: true }]);
  vi.advanceTimersByTime(60_000);
  expect(dropped).toHaveLength(5);
  change("listing");
  expect(dropped).toHaveLength(6);
});

test("stock makes the pages that show it stale, lost notifications make all stale, everything else drops everything", () => {
  const { dropped, cache } = recorded();
  const change = followCatalogue(cache);
  for (const payload of ["stock:a,b", "all", "unknown", LOST]) change(payload);
  expect(dropped).toEqual([{ stock: ["a", "b"] }, "all", "all", "distrusted"]);
});

test("public pages keep the categories until one changes, and look for an address that none has", async () => {
  const database = await embeddedDatabase();
  const { db, sql } = database;
  await database.listen("catalogue", followCatalogue(recorded().cache));
  await sql("insert into categories (name, slug) values ('Grain', 'grain')");
  const names = async (slug?: string) => (await currentCategories(db, slug)).map(({ name }) => name);
  expect(await names()).toEqual(["Grain"]);
  const known = await currentCategories(db);
  await makeGoods(database);
  expect(await currentCategories(db, "grain")).toBe(known);
  await sql("update categories set name = 'Grain and flour'");
  expect(await names()).toEqual(["Grain and flour"]);
  // A process that has not heard of it yet.
  await sql("alter table categories disable trigger categories_changed");
  await sql("insert into categories (name, slug) values ('Oil', 'oil')");
  expect([await names("grain"), await names("oil")]).toEqual([["Grain and flour"], ["Grain and flour", "Oil"]]);
});

test("the database names the products that changed", async () => {
  const database = await embeddedDatabase();
  const payloads: string[] = [];
  await database.listen("catalogue", (payload) => payloads.push(payload));
  const payloadsDuring = async (work: () => Promise<unknown>) => {
    payloads.length = 0;
    await work();
    await database.sql("select 1");
    return payloads.map((payload) =>
      payload
        .split(":")
        .map((part) => part.split(",").sort().join())
        .join(":"),
    );
  };
  let rice = "";
  const update =
    (set: string, values: unknown[] = []) =>
    () =>
      database.sql(`update products set ${set}`, values);
  const inserted = await payloadsDuring(async () => (rice = await makeGoods(database)));
  expect(inserted).toEqual([`listing:${rice}`]);
  const beans = await makeGoods(database);
  const both = [rice, beans].sort().join();
  expect(await payloadsDuring(update("price_kobo = 5 where id = $1", [rice]))).toEqual([`product:${rice}`]);
  expect(await payloadsDuring(update("stock_quantity = 5"))).toEqual([`stock:${both}`]);
  expect(await payloadsDuring(update("stock_quantity = 6, name = name || id"))).toEqual([
    `product:${both}`,
    `stock:${both}`,
  ]);
  expect(await payloadsDuring(update("stock_quantity = 6"))).toEqual([]);
  expect(await payloadsDuring(() => database.sql("delete from products where id = $1", [beans]))).toEqual([
    `product:${beans}`,
  ]);
  await database.db
    .insert(products)
    .values(Array.from({ length: 201 }, (_, n) => ({ name: `P ${n}`, slug: `p-${n}`, price_kobo: 1 })));
  expect(await payloadsDuring(update("price_kobo = 7"))).toEqual(["all"]);
});
