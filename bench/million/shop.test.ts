import { expect, onTestFinished, test, vi } from "vitest";
import { makeCategory, makeProducts } from "#tests/fixtures/catalog.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { duringReload, longestOf } from "./changes.ts";
import { readNames, type MeasuredShop } from "./shop.ts";

const database = sharedDatabase();

test("names of a shop are slugs of its distributors and brands, its buyers, and the top categories with products", async () => {
  const { db } = database();
  const top = await makeCategory(db, { name: "Food", slug: "food" });
  const below = await makeCategory(db, { name: "Rice", slug: "rice", parent_id: top.id });
  await makeCategory(db, { name: "Empty", slug: "empty" });
  await makeProducts(db, 3, (n) => ({
    slug: `rice-${n}`,
    distributor: n === 2 ? "Aba Foods" : "Lagos Foods",
    brand: n === 2 ? "" : "Royal Grain",
    category_id: below.id,
  }));
  await makeOrder(database(), null);
  const { buyers, ...names } = await readNames(database());
  expect(names).toEqual({
    distributors: expect.arrayContaining(["aba-foods", "lagos-foods"]),
    brands: ["royal-grain"],
    categories: [top.id],
  });
  expect(buyers).toHaveLength(1);
});

test("a reload is measured until Health says that all is compared", async () => {
  let [asked, looks] = [0, 0];
  vi.stubGlobal("fetch", async (address: string | URL) => {
    if (!String(address).endsWith("/admin/health")) asked += 1;
    else looks += 1;
    return new Response(looks < 2 ? "They are compared with the database: 5 so far." : "5 products are in listings.");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const blocks = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 40];
  const url = "http://shop.example";
  const found = await duringReload({
    process: { url },
    admin: new Visitor(url),
    database: { sql: async () => ({ rows: [] }) },
    longestBlock: async () => blocks.shift() ?? 0,
  } as unknown as MeasuredShop);
  expect([found.blocked, found.usual, asked - 5, looks]).toEqual([40, 1, 10, 2]);
});

test.each([
  [[1, 9, 2], 3, 9],
  [[1, 9, 2, 5, 3, 4, 70, 2, 3, 99], 3, 9],
  [[4], 3, 4],
])("the longest of %j in %i visits is %i: ten times as many would find ten times as rare ones", (waits, visits, ms) => {
  expect(longestOf(waits, visits)).toBe(ms);
});
