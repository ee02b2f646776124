import { expect, test } from "vitest";
import { changeProduct, changeTitle, type BulkChange, type BulkProduct } from "./bulk.ts";
import { priceChange, type PriceChange } from "./price-move.ts";

const RICE: BulkProduct = {
  price_kobo: 1_000_000,
  discount_price_kobo: null,
  price_steps: [],
  cost_kobo: 800_000,
  stock_quantity: 40,
  min_order: 12,
  order_multiple: 12,
  category_id: null,
  distributor: "",
  featured: false,
  best_seller: false,
  new_arrival: false,
};
const STEPS = [
  { from: 24, unit_kobo: 950_000 },
  { from: 48, unit_kobo: 900_000 },
];

const price = (how: "percent" | "margin", percent: number, round_kobo = 1): BulkChange => ({
  field: "price",
  how,
  percent,
  round_kobo,
});

const RAISE: BulkChange = { field: "price", how: "percent", percent: 7, round_kobo: 5_000 };

test.each<[string, Partial<BulkProduct>, BulkChange, Partial<BulkProduct>]>([
  ["5 % more", {}, price("percent", 5), { price_kobo: 1_050_000 }],
  ["7.5 % more, to ₦50", { price_kobo: 1_234_500 }, price("percent", 7.5, 5_000), { price_kobo: 1_325_000 }],
  [
    "a small price is not rounded to nothing",
    { price_kobo: 2_000, cost_kobo: null },
    price("percent", 5, 10_000),
    { price_kobo: 2_100 },
  ],
  ["less by an amount", {}, { field: "price", how: "amount", kobo: -150_000, round_kobo: 1 }, { price_kobo: 850_000 }],
  ["cost and a quarter", {}, price("margin", 25), { price_kobo: 1_000_000 }],
  [
    "steps go along",
    { price_steps: STEPS },
    price("percent", 10, 100),
    {
      price_kobo: 1_100_000,
      price_steps: [
        { from: 24, unit_kobo: 1_045_000 },
        { from: 48, unit_kobo: 990_000 },
      ],
    },
  ],
  [
    "a discount moves along, and what buyers pay rises by the same",
    { price_kobo: 2_220_000, discount_price_kobo: 1_800_000, price_steps: [{ from: 24, unit_kobo: 1_750_000 }] },
    { ...RAISE, discounts: "move" },
    {
      price_kobo: 2_375_000,
      discount_price_kobo: 1_925_000,
      price_steps: [{ from: 24, unit_kobo: 1_870_000 }],
    },
  ],
  [
    "a discount ends, and steps follow the price",
    { price_kobo: 2_220_000, discount_price_kobo: 1_800_000, price_steps: [{ from: 24, unit_kobo: 1_750_000 }] },
    { ...RAISE, discounts: "end" },
    { price_kobo: 2_375_000, discount_price_kobo: null, price_steps: [{ from: 24, unit_kobo: 1_870_000 }] },
  ],
  [
    "a price that is set has steps of the chosen rounding",
    { price_kobo: 4_610_000, price_steps: [{ from: 8, unit_kobo: 4_380_000 }] },
    { field: "price", how: "set", kobo: 4_710_000, round_kobo: 5_000 },
    { price_kobo: 4_710_000, price_steps: [{ from: 8, unit_kobo: 4_475_000 }] },
  ],
  [
    "without a rounding steps are as round as they were",
    { price_kobo: 4_610_000, price_steps: [{ from: 8, unit_kobo: 4_380_000 }] },
    { field: "price", how: "set", kobo: 4_710_000 },
    { price_kobo: 4_710_000, price_steps: [{ from: 8, unit_kobo: 4_480_000 }] },
  ],
  [
    "without a rounding steps stay apart",
    { price_kobo: 50_000, cost_kobo: null, price_steps: [{ from: 8, unit_kobo: 40_000 }] },
    { field: "price", how: "set", kobo: 3_000 },
    { price_kobo: 3_000, price_steps: [{ from: 8, unit_kobo: 2_400 }] },
  ],
  [
    "a price that stays leaves everything",
    { price_kobo: 2_220_000, discount_price_kobo: 1_800_000, price_steps: [{ from: 24, unit_kobo: 1_750_011 }] },
    { field: "price", how: "set", kobo: 2_220_000, round_kobo: 5_000, discounts: "end" },
    { price_kobo: 2_220_000 },
  ],
  [
    "a tenth off",
    {},
    { field: "discount", how: "percent_off", percent: 10, round_kobo: 1 },
    { discount_price_kobo: 900_000 },
  ],
  [
    "no discount",
    { discount_price_kobo: 900_000 },
    { field: "discount", how: "remove" },
    { discount_price_kobo: null },
  ],
  ["stock counted", {}, { field: "stock", how: "set", quantity: 7 }, { stock_quantity: 7 }],
  ["stock come in", {}, { field: "stock", how: "add", quantity: 24 }, { stock_quantity: 64 }],
  ["minimum", {}, { field: "min_order", quantity: 24 }, { min_order: 24 }],
  ["flag", {}, { field: "flag", flag: "featured", on: true }, { featured: true }],
])("%s", (_, product, change, after) => {
  expect(changeProduct({ ...RICE, ...product }, change)).toEqual({ ok: true, after });
});

test.each<[string, Partial<BulkProduct>, BulkChange, string]>([
  ["no cost", { cost_kobo: null }, price("margin", 20), "It has no cost, so its price cannot be set from a margin."],
  ["a price of 0", {}, price("percent", -100), "The price would be ₦0 or less."],
  [
    "a price below 0",
    {},
    { field: "price", how: "amount", kobo: -2_000_000, round_kobo: 1 },
    "The price would be ₦0 or less.",
  ],
  [
    "under its discount price",
    { discount_price_kobo: 980_000 },
    price("percent", -10),
    "Its discount price of ₦9,800.00 would be above the new price of ₦9,000.00.",
  ],
  [
    "steps that rounding makes equal",
    { price_steps: [{ from: 24, unit_kobo: 990_000 }] },
    price("percent", 10, 100_000),
    "Its price steps would no longer get lower. Change them by hand.",
  ],
  [
    "no discount at all",
    {},
    { field: "discount", how: "set", kobo: 1_000_000 },
    "The discount price would not be below its price of ₦10,000.00.",
  ],
  [
    "a discount under the steps",
    { price_steps: STEPS },
    { field: "discount", how: "set", kobo: 940_000 },
    "Its price steps would not be below the discount price. Change them by hand.",
  ],
  ["stock below 0", {}, { field: "stock", how: "add", quantity: -41 }, "There are only 40 in stock."],
  [
    "more stock than a form takes",
    {},
    { field: "stock", how: "add", quantity: 1_000_000_000 },
    "There would be more than 1,000,000,000 in stock.",
  ],
  ["minimum off the multiple", {}, { field: "min_order", quantity: 30 }, "It is sold in multiples of 12."],
  [
    "minimum at the first step",
    { price_steps: STEPS },
    { field: "min_order", quantity: 24 },
    "Its first price step begins at 24.",
  ],
])("refused: %s", (_, product, change, reason) => {
  expect(changeProduct({ ...RICE, ...product }, change)).toEqual({ ok: false, reason });
});

test("a kept discount is what buyers still pay, as its text says", () => {
  const product = { ...RICE, price_steps: STEPS, discount_price_kobo: 980_000 };
  const warning = "Its discount stays: buyers still pay ₦9,800.00.";
  for (const change of [price("percent", 10), { ...price("percent", 10), discounts: "keep" as const }]) {
    expect(changeProduct(product, change)).toEqual({ ok: true, after: { price_kobo: 1_100_000 }, warning });
  }
});

test.each<[string, Partial<BulkProduct>, BulkChange, PriceChange | null]>([
  ["5 % more", {}, price("percent", 5), { from: 1_000_000, to: 1_050_000, flags: [] }],
  ["half as much again", {}, price("percent", 50), { from: 1_000_000, to: 1_500_000, flags: [] }],
  ["more than that", {}, price("percent", 51), { from: 1_000_000, to: 1_510_000, flags: ["large"] }],
  [
    "three zeros less",
    { price_kobo: 8_700_000, cost_kobo: 6_048_000 },
    { field: "price", how: "set", kobo: 8_700 },
    { from: 8_700_000, to: 8_700, flags: ["large", "below_cost"] },
  ],
  [
    "a list price of ten times, while a discount stays",
    { discount_price_kobo: 900_000 },
    price("percent", 900),
    { from: 900_000, to: 900_000, flags: ["large", "discount"] },
  ],
  [
    "a step below cost",
    { price_steps: [{ from: 24, unit_kobo: 810_000 }] },
    price("percent", -5),
    { from: 1_000_000, to: 950_000, flags: ["below_cost"] },
  ],
  ["the same price", {}, { field: "price", how: "set", kobo: 1_000_000 }, null],
  ["another minimum", {}, { field: "min_order", quantity: 24 }, null],
])("what buyers pay: %s", (_, product, change, expected) => {
  const before = { ...RICE, ...product };
  const result = changeProduct(before, change);
  expect(result.ok && priceChange(before, { ...before, ...result.after })).toEqual(expected);
});

test("a price below cost gives a warning and is allowed", () => {
  expect(changeProduct(RICE, price("percent", -25))).toEqual({
    ok: true,
    after: { price_kobo: 750_000 },
    warning: "₦7,500.00 is below its cost of ₦8,000.00.",
  });
});

test.each<[BulkChange, string]>([
  [price("percent", 5, 5_000), "Price +5%, rounded to ₦50.00"],
  [{ ...RAISE, discounts: "end" }, "Price +7%, rounded to ₦50.00, discounts end"],
  [price("margin", 25), "Price cost +25%"],
  [{ field: "price", how: "amount", kobo: -15_000, round_kobo: 1 }, "Price −₦150.00"],
  [{ field: "stock", how: "add", quantity: -3 }, "Stock −3"],
  [{ field: "flag", flag: "best_seller", on: false }, "Best seller off"],
])("%j is called %s", (change, title) => {
  expect(changeTitle(change)).toBe(title);
});
