import { expect, test } from "vitest";
import { nextPriceStep, priceRows, savedKobo, stepInForce } from "./price-steps.ts";

const rice = {
  price_kobo: 11_000,
  discount_price_kobo: 10_000,
  min_order: 5,
  stock_quantity: 60,
  price_steps: [
    { from: 20, unit_kobo: 9_000 },
    { from: 50, unit_kobo: 8_500 },
  ],
};

test("the table of steps begins with the price at the minimum", () => {
  expect(priceRows(rice)).toEqual([
    { from: 5, to: 19, unit_kobo: 10_000 },
    { from: 20, to: 49, unit_kobo: 9_000 },
    { from: 50, to: null, unit_kobo: 8_500 },
  ]);
  expect(priceRows({ price_kobo: 700, min_order: 2 })).toEqual([{ from: 2, to: null, unit_kobo: 700 }]);
});

test.each([
  [19, null],
  [20, 20],
  [1_000, 50],
])("at %i the step from %s applies", (counted, from) => {
  expect(stepInForce(rice, counted)).toBe(from);
});

test.each([
  [5, 10_000, 0],
  [20, 9_000, 20_000],
  [50, 8_500, 75_000],
])("%i units at %i kobo save %i", (quantity, unit_kobo, saved) => {
  expect(savedKobo(rice, unit_kobo, quantity)).toBe(saved);
});

test.each([
  ["4 short of a step", {}, 16, 16, { add: 4, unit_kobo: 9_000 }],
  ["on a step, to the next", {}, 20, 20, { add: 30, unit_kobo: 8_500 }],
  ["on the last step", {}, 50, 50, null],
  ["the stock does not reach it", { stock_quantity: 19 }, 16, 16, null],
  ["by whole multiples", { order_multiple: 5 }, 15, 15, { add: 5, unit_kobo: 9_000 }],
  ["beyond the step by whole multiples", { min_order: 6, order_multiple: 6 }, 18, 18, { add: 6, unit_kobo: 9_000 }],
  ["past a step to the next", { min_order: 25, order_multiple: 25 }, 25, 25, { add: 25, unit_kobo: 8_500 }],
  ["counted with its group", {}, 5, 47, { add: 3, unit_kobo: 8_500 }],
  ["no whole multiple left", { min_order: 8, order_multiple: 8, stock_quantity: 21 }, 16, 16, null],
  ["out of stock", { stock_quantity: 0 }, 16, 16, null],
])("%s: %j", (_, more, quantity, counted, nudge) => {
  expect(nextPriceStep({ ...rice, ...more }, quantity, counted)).toEqual(nudge);
});
