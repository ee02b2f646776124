import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeProducts } from "../../fixtures/catalog.ts";
import { BEHIND_PROXY, Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;
beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const { db } = shop.shop.database;
  const { id } = await makeCategory(db, { name: "Food", slug: "food" });
  await makeProducts(db, 20, (n) => ({
    name: `Garri ${n}`,
    slug: `garri-${n}`,
    brand: `Brand ${n}`,
    category_id: id,
    price_kobo: 100_000 + n,
  }));
});
afterAll(() => shop.close());

const many = (name: string, of: (n: number) => string) =>
  Array.from({ length: 40 }, (_, n) => `${name}=${of(n)}`).join("&");
const brands = many("brand", (n) => `brand-${n}`);
const words = Array.from({ length: 1_250 }, (_, n) => `garri${n % 10}`.slice(0, 7)).join("+");

const CASES: [what: string, address: string, status: number, cards: number, said: string][] = [
  ["a price that nothing has", "/products?minPrice=90000000", 200, 0, "No products"],
  [
    "values of three facets that no product has together",
    "/products?brand=brand-1&inStock=1&maxOrder=1&maxPrice=1",
    200,
    0,
    "No products",
  ],
  ["page 99,999", "/products?page=99999", 404, 0, "There is no page 99,999"],
  ["page 99,999 of a category", "/category/food?page=99999", 404, 0, "There is no page 99,999"],
  ["a range of all prices", "/products?minPrice=0&maxPrice=99999999", 200, 12, "20 products"],
  ["forty values of a facet", `/products?${brands}`, 200, 12, "Only 30 of each filter can be chosen at once."],
  [
    "forty values of each facet",
    `/products?${brands}&${many("distributor", String)}&${many("option", (n) => `size:${n}`)}`,
    200,
    12,
    "Only 30",
  ],
  [
    "10,000 characters of search",
    `/products?search=${"garri".repeat(2_000)}`,
    200,
    0,
    "We searched for the first 100 characters only.",
  ],
  ["10,000 characters of words", `/products?search=${words}`, 200, 0, "We searched for the first 100 characters only."],
];

/** Status, number of cards and text of a page, without what differs at each request. */
async function answer(address: string) {
  const { status, text } = await new Visitor(shop.url).get(address);
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  const cards = new Set([...main.matchAll(/href="\/product\/([\w-]+)"/g)].map(([, slug]) => slug)).size;
  return { status, cards, main };
}

test.each(CASES)("%s is answered in words", async (_, address, status, cards, said) => {
  const found = await answer(address);
  expect([found.status, found.cards]).toEqual([status, cards]);
  expect(found.main.replaceAll("<!-- -->", "")).toContain(said);
});

test("asked at once, each gets its own answer, also from the cache", async () => {
  const own = await Promise.all(CASES.map(([, address]) => answer(address)));
  expect(new Set(own.map(({ main }) => main)).size).toBe(CASES.length);
  const again = await Promise.all([...CASES, ...CASES].map(([, address]) => answer(address)));
  expect(again).toEqual([...own, ...own]);
});
