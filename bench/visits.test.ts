import { expect, test } from "vitest";
import { browsed, filled, kindOf, popular, searched, untilNext, type Catalogue } from "./visits.ts";

const catalogue: Catalogue = {
  slugs: ["royal-grain-rice-50kg", "eko-soap"],
  categories: [{ slug: "food", pages: 3 }],
  goods: [
    { id: "a", quantity: 1 },
    { id: "b", quantity: 6 },
  ],
};

/** Numbers from 0 to below 1 in equal steps. */
function* shares(steps: number) {
  for (let step = 0; step < steps; step += 1) yield step / steps;
}

/** A source of these numbers, then of 0.5. */
function source(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0.5;
}

test.each([0, 100, 4_700])("a hundred visits from number %i have the shares of the mix", (first) => {
  const kinds = Map.groupBy(
    Array.from({ length: 100 }, (_, index) => index),
    (index) => kindOf(first + index),
  );
  const counts = Object.fromEntries([...kinds].map(([kind, visits]) => [kind, visits.length]));
  expect(counts).toEqual({ browse: 90, search: 6, cart: 3, checkout: 1 });
});

test("checkouts reach both of two processes", () => {
  const processes = Array.from({ length: 400 }, (_, visitor) => visitor).filter((one) => kindOf(one) === "checkout");
  expect(new Set(processes.map((visitor) => visitor % 2))).toEqual(new Set([0, 1]));
});

test("the tenth of a list is picked about a tenth as often as the first", () => {
  const list = Array.from({ length: 50_000 }, (_, index) => index + 1);
  const picked = Map.groupBy(shares(100_000), (share) => popular(list, () => share));
  const times = (item: number) => picked.get(item)?.length ?? 0;
  expect(times(1) / times(10)).toBeGreaterThan(6);
  expect(times(1) / times(10)).toBeLessThan(12);
  expect(popular(list, () => 0.999_999_9)).toBeLessThanOrEqual(50_000);
});

test("visits arrive at the rate on average", () => {
  const gaps = [...shares(100_000)].map((share) => untilNext(20, () => share));
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeCloseTo(50, 0);
});

test.each([
  [[0.05], "/"],
  [[0.2, 0.9], "/category/food"],
  [[0.2, 0.1], "/category/food.data"],
  [[0.3, 0.9, 0, 0.9], "/category/food?page=3"],
  [[0.45, 0.9, 0, 0.1], "/category/food?sort=price-asc"],
  [[0.45, 0.9, 0, 0.9, 0.2], "/category/food?inStock=1&maxOrder=11"],
  [[0.7, 0.9, 0], "/product/royal-grain-rice-50kg"],
  [[0.7, 0.1, 0], "/product/royal-grain-rice-50kg.data"],
])("a visitor with %j opens %s", (numbers, path) => {
  expect(browsed(catalogue, source(...numbers))).toBe(path);
});

test("a search asks for suggestions of half its text, then for the results", () => {
  expect(searched(catalogue, source(0.1, 0))).toEqual(["/search/suggest?q=royal+", "/products?search=royal+grain"]);
});

test("a cart has each product once", () => {
  expect(filled(catalogue, source(0.9, 0, 0.9, 0, 0.9, 0))).toEqual(catalogue.goods);
});

test("an empty shop is an error", () => {
  expect(() => popular([], Math.random)).toThrow("empty shop");
});
