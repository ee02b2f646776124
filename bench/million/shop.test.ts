import { expect, test } from "vitest";
import { makeCategory, makeProducts } from "#tests/fixtures/catalog.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { sharedDatabase } from "#tests/setup/database.ts";
import { readNames } from "./shop.ts";

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
