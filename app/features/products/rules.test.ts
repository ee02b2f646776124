import { describe, expect, test } from "vitest";
import { nearestQuantity, quantityRange, unitPrice } from "#app/features/pricing/rules.ts";
import {
  cappedTotal,
  CARD_RATING,
  countLabel,
  imageList,
  withNonBreakingUnits,
  oldPrice,
  PAGE_RATING,
  pageCount,
  percentOff,
  stockBadge,
  unbuyableReason,
} from "./rules.ts";

const priced = (price_kobo: number, discount_price_kobo: number | null) => ({ price_kobo, discount_price_kobo });
const stocked = (min_order: number, stock_quantity: number) => ({ min_order, stock_quantity });

test.each([
  { full: 10_000, reduced: null, price: 10_000, old: null, percent: null },
  { full: 7_850_000, reduced: 6_920_000, price: 6_920_000, old: 7_850_000, percent: 12 },
  { full: 10_000, reduced: 8_750, price: 8_750, old: 10_000, percent: 13 },
  { full: 10_000, reduced: 9_960, price: 9_960, old: 10_000, percent: null },
  { full: 10_000, reduced: 9_950, price: 9_950, old: 10_000, percent: 1 },
  { full: 10_000, reduced: 10_000, price: 10_000, old: null, percent: null },
  { full: 10_000, reduced: 0, price: 0, old: 10_000, percent: 100 },
  { full: 0, reduced: 0, price: 0, old: null, percent: null },
])("price of $full reduced to $reduced", ({ full, reduced, price, old, percent }) => {
  const product = priced(full, reduced);
  expect(unitPrice(product, 3)).toBe(price);
  expect(oldPrice(product)).toBe(old);
  expect(percentOff(product)).toBe(percent);
});

test.each([
  [50, "In Stock", "good"],
  [11, "In Stock", "good"],
  [10, "Low Stock", "low"],
  [1, "Low Stock", "low"],
  [0, "Out of Stock", "out"],
])("a stock of %i is %s", (stock, label, tone) => {
  expect(stockBadge(stock)).toEqual({ label, tone });
});

test.each([
  [5, 5, "Low Stock"],
  [4, 5, "Too Few Left"],
  [19, 20, "Too Few Left"],
  [0, 20, "Out of Stock"],
])("%i in stock at a minimum of %i is %s", (stock, minimum, label) => {
  expect(stockBadge(stock, minimum).label).toBe(label);
});

describe("what can be bought", () => {
  test.each([
    [stocked(5, 20), { buyable: true, min: 5, max: 20, step: 1 }, null],
    [stocked(5, 5), { buyable: true, min: 5, max: 5, step: 1 }, null],
    [stocked(0, 3), { buyable: true, min: 1, max: 3, step: 1 }, null],
    [stocked(5, 0), { buyable: false, reason: "out_of_stock" }, "Out of Stock"],
    [stocked(5, 4), { buyable: false, reason: "below_minimum" }, "Only 4 left, less than the minimum order"],
  ])("%o", (product, answer, reason) => {
    expect(quantityRange(product)).toEqual(answer);
    expect(unbuyableReason(product)).toBe(reason);
  });

  test.each([
    [1, stocked(5, 20), 5],
    [7, stocked(5, 20), 7],
    [7.9, stocked(5, 20), 7],
    [99, stocked(5, 20), 20],
    [Number.NaN, stocked(5, 20), 5],
    [-3, stocked(1, 20), 1],
    [3, stocked(5, 2), 5],
  ])("quantity %d of %o becomes %i", (quantity, product, expected) => {
    expect(nearestQuantity(quantity, product)).toBe(expected);
  });
});

test.each([
  ["Sunflower oil, 1 L", "Sunflower oil, 1\u00a0L"],
  ["Fan, 16 in, 55 W", "Fan, 16\u00a0in, 55\u00a0W"],
  ["Rice 50 kg bag", "Rice 50\u00a0kg bag"],
  ["Size 3 midi, 10 pcs", "Size 3 midi, 10\u00a0pcs"],
  ["Voile, 6 yards", "Voile, 6 yards"],
  ["Model A 1", "Model A 1"],
])("the units of %s stay with their numbers", (name, text) => {
  expect(withNonBreakingUnits(name)).toBe(text);
});

test("ratings are 4.0 on cards and 4.5 on pages", () => {
  expect(CARD_RATING).toBe(4);
  expect(PAGE_RATING).toBe(4.5);
});

test.each([
  [0, 1],
  [12, 1],
  [13, 2],
  [50_000, 4167],
])("%i results fill %i pages", (total, pages) => {
  expect(pageCount(total)).toBe(pages);
});

test.each([
  [cappedTotal(0), "0 products"],
  [cappedTotal(1), "1 product"],
  [cappedTotal(10_000), "10,000 products"],
  [cappedTotal(10_001), "10,000+ products"],
  [{ count: 50_000, capped: false }, "50,000 products"],
])("%o reads %s", (total, text) => {
  expect(countLabel(total)).toBe(text);
});

test("a category shows the count as 'Products Found'", () => {
  expect(countLabel({ count: 7, capped: false }, "Product Found", "Products Found")).toBe("7 Products Found");
});

test.each([
  [["/a.webp", "", 3, null], ["/a.webp"]],
  ['["/a.webp","/b.webp"]', ["/a.webp", "/b.webp"]],
  ["/a.webp", ["/a.webp"]],
  ["[broken", []],
  ["", []],
  [null, []],
  [{}, []],
])("images %j become %j", (value, list) => {
  expect(imageList(value)).toEqual(list);
});
