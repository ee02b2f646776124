import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  lineTotal,
  nearestQuantities,
  nearestQuantity,
  orderTotals,
  piecePrice,
  priceLines,
  quantityRange,
  subtotal,
  unitPrice,
  type PricedLine,
  type Stocked,
} from "./rules.ts";

const steps = [
  { from: 20, unit_kobo: 9_000 },
  { from: 50, unit_kobo: 8_500 },
];

test.each([
  [{ price_kobo: 10_000 }, 3, 10_000, 30_000],
  [{ price_kobo: 10_000, discount_price_kobo: null }, 1, 10_000, 10_000],
  [{ price_kobo: 10_000, discount_price_kobo: 8_750 }, 40, 8_750, 350_000],
  [{ price_kobo: 10_000, discount_price_kobo: 0 }, 2, 0, 0],
  [{ price_kobo: 10_000, price_steps: steps }, 19, 10_000, 190_000],
  [{ price_kobo: 10_000, price_steps: steps }, 20, 9_000, 180_000],
  [{ price_kobo: 10_000, price_steps: steps }, 49, 9_000, 441_000],
  [{ price_kobo: 10_000, price_steps: steps }, 50, 8_500, 425_000],
  [{ price_kobo: 10_000, discount_price_kobo: 9_500, price_steps: steps }, 5, 9_500, 47_500],
  // A step that the database would reject never raises a price.
  [{ price_kobo: 10_000, discount_price_kobo: 8_800, price_steps: steps }, 20, 8_800, 176_000],
])("%j: %i units at %i kobo are %i", (product, quantity, unit_kobo, total_kobo) => {
  expect(unitPrice(product, quantity)).toBe(unit_kobo);
  expect(subtotal(unit_kobo, quantity)).toBe(total_kobo);
  expect(lineTotal(product, quantity)).toBe(total_kobo);
});

test.each([
  [12_000, 24, 500],
  [10_000, 3, 3_333],
  [10_001, 2, 5_001],
  [999, 1, 999],
])("a unit of %i kobo with %i pieces is %i a piece", (unit_kobo, pieces, each) => {
  expect(piecePrice(unit_kobo, pieces)).toBe(each);
});

describe("lines of a cart", () => {
  const line = (quantity: number, more: Partial<PricedLine> = {}): PricedLine => ({
    price_kobo: 10_000,
    price_steps: steps,
    quantity,
    ...more,
  });
  const shirts = { group_id: "shirts", mixed_price_breaks: true };
  test.each([
    ["each by itself", [line(12), line(12)], [10_000, 10_000]],
    ["a group together", [line(12, shirts), line(12, shirts)], [9_000, 9_000]],
    [
      "a group that does not count together",
      [line(12, { group_id: "a" }), line(12, { group_id: "a" })],
      [10_000, 10_000],
    ],
    ["two groups", [line(12, shirts), line(12, { ...shirts, group_id: "shoes" })], [10_000, 10_000]],
    ["a group beside others", [line(30, shirts), line(20, shirts), line(19)], [8_500, 8_500, 10_000]],
    ["each variant by its own steps", [line(12, shirts), line(12, { ...shirts, price_steps: [] })], [9_000, 10_000]],
    [
      "together without a group",
      [line(12, { mixed_price_breaks: true }), line(12, { mixed_price_breaks: true })],
      [10_000, 10_000],
    ],
  ])("%s", (_, lines, units) => {
    expect(priceLines(lines).map(({ unit_kobo }) => unit_kobo)).toEqual(units);
  });
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

test("the discount cannot exceed the order total", () => {
  expect(() => orderTotals([30_000], { discount_kobo: 30_001 })).toThrow(RangeError);
});

describe("quantities", () => {
  const stocked = (min_order: number, order_multiple: number, stock_quantity: number): Stocked => ({
    min_order,
    order_multiple,
    stock_quantity,
  });
  const cartons = stocked(24, 12, 100);
  test.each([
    [cartons, 1, { buyable: true, min: 24, max: 96, step: 12 }],
    [cartons, 48, { buyable: true, min: 48, max: 96, step: 48 }],
    [cartons, 18, { buyable: true, min: 36, max: 72, step: 36 }],
    [cartons, 144, { buyable: false, reason: "below_minimum" }],
    [stocked(24, 12, 23), 1, { buyable: false, reason: "below_minimum" }],
    [stocked(24, 12, 0), 1, { buyable: false, reason: "out_of_stock" }],
    [stocked(1, 1, 7), 1, { buyable: true, min: 1, max: 7, step: 1 }],
  ])("of %j in units of %i: %j", (product, size, range) => {
    expect(quantityRange(product, size)).toEqual(range);
  });

  test.each([
    [30, [24, 36], 24],
    [31, [24, 36], 36],
    [36, [36], 36],
    [1, [24], 24],
    [97, [96], 96],
    [5_000, [96], 96],
    [Number.NaN, [24], 24],
  ])("next to %d of 24, 36 ... 96 are %j, the nearest is %d", (quantity, choices, nearest) => {
    expect(nearestQuantities(Number.isNaN(quantity) ? 0 : quantity, cartons)).toEqual(choices);
    expect(nearestQuantity(quantity, cartons)).toBe(nearest);
  });
});

const kobo = fc.integer({ min: 1, max: 1_000_000_000 });
const stepList = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 5_000 }), unit_kobo: kobo }), {
    selector: (step) => step.from,
    maxLength: 8,
  })
  .map((list) => list.sort((a, b) => a.from - b.from));
const priced = fc.record({
  price_kobo: kobo,
  discount_price_kobo: fc.option(kobo),
  price_steps: stepList,
});
const quantity = fc.integer({ min: 1, max: 100_000 });

describe("whatever the product", () => {
  test("more is never dearer in unit price", () => {
    fc.assert(
      fc.property(priced, quantity, quantity, (product, a, b) => {
        expect(unitPrice(product, Math.max(a, b))).toBeLessThanOrEqual(unitPrice(product, Math.min(a, b)));
      }),
    );
  });

  test("an order's total is the sum of its lines, and a line is its quantity times its unit price", () => {
    const cart = fc.array(
      fc
        .tuple(priced, quantity, fc.option(fc.constantFrom("a", "b")), fc.boolean())
        .map(([product, amount, group_id, mixed_price_breaks]) => ({
          ...product,
          quantity: amount,
          group_id,
          mixed_price_breaks,
        })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(cart, (lines) => {
        const prices = priceLines(lines);
        const sum = lines.reduce((total, { quantity: n }, at) => total + n * (prices[at]?.unit_kobo ?? NaN), 0);
        expect(orderTotals(prices.map((price) => price.total_kobo)).total_kobo).toBe(sum);
        lines.forEach((line, at) => {
          const { counted = 0, unit_kobo } = prices[at] ?? {};
          expect(counted).toBeGreaterThanOrEqual(line.quantity);
          expect(unit_kobo).toBe(unitPrice(line, counted));
        });
      }),
    );
  });

  const goods = fc
    .record({
      order_multiple: fc.integer({ min: 1, max: 60 }),
      multiples: fc.integer({ min: 1, max: 20 }),
      stock_quantity: fc.integer({ min: 0, max: 5_000 }),
    })
    .map(({ multiples, ...product }) => ({ ...product, min_order: multiples * product.order_multiple }));

  test("an allowed quantity is accepted, and every other one has its neighbours in range", () => {
    fc.assert(
      fc.property(goods, fc.integer({ min: 0, max: 6_000 }), (product, wanted) => {
        const range = quantityRange(product);
        expect(range.buyable).toBe(product.stock_quantity >= product.min_order);
        if (!range.buyable) {
          expect(nearestQuantities(wanted, product)).toEqual([]);
          return;
        }
        const isAllowed = (n: number) =>
          n >= product.min_order &&
          n <= product.stock_quantity &&
          (n - product.min_order) % product.order_multiple === 0;
        const nearest = nearestQuantity(wanted, product);
        expect(nearestQuantities(wanted, product).every(isAllowed)).toBe(true);
        expect(isAllowed(nearest)).toBe(true);
        if (isAllowed(wanted)) expect(nearest).toBe(wanted);
        expect(isAllowed(range.max) && !isAllowed(range.max + product.order_multiple)).toBe(true);
      }),
    );
  });

  test("a quantity of larger units is a quantity of sold units", () => {
    fc.assert(
      fc.property(goods, fc.integer({ min: 1, max: 48 }), (product, size) => {
        const range = quantityRange(product, size);
        if (!range.buyable) return;
        for (const one of [range.min, range.min + range.step, range.max].filter((n) => n <= range.max)) {
          expect(one % size).toBe(0);
          expect(nearestQuantity(one, product)).toBe(one);
        }
      }),
    );
  });
});
