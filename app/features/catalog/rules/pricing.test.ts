import { expect, test } from "vitest";
import { lineTotal, orderTotals, subtotal, unitPrice } from "./pricing.ts";

test.each([
  [{ price_kobo: 10_000 }, 3, 10_000, 30_000],
  [{ price_kobo: 10_000, discount_price_kobo: null }, 1, 10_000, 10_000],
  [{ price_kobo: 10_000, discount_price_kobo: 8_750 }, 40, 8_750, 350_000],
  [{ price_kobo: 10_000, discount_price_kobo: 0 }, 2, 0, 0],
])("%j: %i pieces at %i kobo are %i", (product, quantity, unit_kobo, total_kobo) => {
  expect(unitPrice(product, quantity)).toBe(unit_kobo);
  expect(subtotal(unit_kobo, quantity)).toBe(total_kobo);
  expect(lineTotal(product, quantity)).toBe(total_kobo);
});

test.each([
  [[], {}, 0, 0],
  [[30_000, 12_345], {}, 42_345, 42_345],
  [[30_000], { shipping_kobo: 150_000 }, 30_000, 180_000],
  [[30_000], { shipping_kobo: 1_000, discount_kobo: 31_000 }, 30_000, 0],
])("lines of %j with %j: items %i, total %i", (lines, extras, items_kobo, total_kobo) => {
  const totals = orderTotals(lines, extras);
  expect(totals).toMatchObject({ items_kobo, total_kobo, ...extras });
  expect(totals.items_kobo + totals.shipping_kobo - totals.discount_kobo).toBe(totals.total_kobo);
});

test("no discount is larger than the order", () => {
  expect(() => orderTotals([30_000], { discount_kobo: 30_001 })).toThrow(RangeError);
});
