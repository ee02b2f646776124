import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { NEW_PRODUCT, productTexts, readProduct, type ProductColumns } from "./schema.ts";

type Terms = Pick<ProductColumns, "price_kobo" | "min_order" | "order_multiple" | "pieces"> &
  Pick<ProductColumns, "price_steps" | "larger_units"> & { discount_price_kobo?: number | null };

const GOOD: Terms = {
  price_kobo: 10_000,
  min_order: 24,
  order_multiple: 12,
  pieces: 1,
  price_steps: [
    { from: 48, unit_kobo: 9_000 },
    { from: 120, unit_kobo: 8_000 },
  ],
  larger_units: [
    { unit: "carton", pieces: 12 },
    { unit: "pallet", pieces: 480 },
  ],
};

const step = (from: number, unit_kobo: number) => ({ from, unit_kobo });
const unit = (name: string, pieces: number) => ({ unit: name, pieces });
const manySteps = (count: number) => Array.from({ length: count }, (_, n) => step(25 + n, 9_000 - n));

/** Name, changes to a valid product, and expected errors by field; empty for valid input. */
const CASES: [string, Partial<Terms>, Record<string, string>][] = [
  ["a good product", {}, {}],
  ["no steps and units", { price_steps: [], larger_units: [] }, {}],
  ["8 steps", { price_steps: manySteps(8) }, {}],
  ["a pack of 24", { pieces: 24, larger_units: [unit("pallet", 960)] }, {}],
  ["9 steps", { price_steps: manySteps(9) }, { price_steps: "A product has at most 8 price steps; these are 9." }],
  [
    "a step at the minimum",
    { price_steps: [step(24, 9_000)] },
    { price_steps: "Price step 1 starts at 24: it must start above the minimum order of 24." },
  ],
  [
    "a step below the minimum",
    { price_steps: [step(12, 9_000)] },
    { price_steps: "Price step 1 starts at 12: it must start above the minimum order of 24." },
  ],
  [
    "a first step that is not cheaper",
    { price_steps: [step(48, 10_000)] },
    { price_steps: "Price step 1 costs ₦100.00: it must be less than the price at the minimum order, ₦100.00." },
  ],
  [
    "a first step that is not cheaper than the discount price",
    { discount_price_kobo: 9_000 },
    { price_steps: "Price step 1 costs ₦90.00: it must be less than the price at the minimum order, ₦90.00." },
  ],
  [
    "steps that do not fall",
    { price_steps: [step(48, 9_000), step(120, 9_500)] },
    { price_steps: "Price step 2 costs ₦95.00: it must be less than step 1, ₦90.00." },
  ],
  [
    "overlapping steps",
    { price_steps: [step(48, 9_000), step(48, 8_000)] },
    { price_steps: "Price steps 1 and 2 overlap: step 2 must start above 48." },
  ],
  [
    "steps out of order",
    { price_steps: [step(120, 9_000), step(48, 8_000)] },
    { price_steps: "Price steps 1 and 2 overlap: step 2 must start above 120." },
  ],
  ["a step of no price", { price_steps: [step(48, 0)] }, { price_steps: "Price step 1 needs a price above zero." }],
  [
    "a multiple that the minimum is no multiple of",
    { order_multiple: 10 },
    { order_multiple: "The minimum order 24 is no multiple of 10: make it 20 or 30, or change the multiple." },
  ],
  [
    "a multiple above the minimum",
    { min_order: 6, price_steps: [] },
    { order_multiple: "The minimum order 6 is no multiple of 12: make it 12, or change the multiple." },
  ],
  ["a multiple of 0", { order_multiple: 0 }, { order_multiple: "A whole number above 0." }],
  ["a minimum of 0", { min_order: 0 }, { min_order: "A whole number above 0." }],
  ["no pieces", { pieces: 0 }, { pieces: "A whole number above 0." }],
  [
    "a larger unit that is no multiple",
    { pieces: 24, larger_units: [unit("pallet", 100)] },
    {
      larger_units: "The larger unit “pallet” has 100 pieces: that is no multiple of the 24 in the unit that is sold.",
    },
  ],
  [
    "a larger unit that is not larger",
    { larger_units: [unit("piece", 1)] },
    { larger_units: "The larger unit “piece” has 1 pieces: it must have more than the 1 of the unit before it." },
  ],
  [
    "larger units that do not grow",
    { larger_units: [unit("carton", 48), unit("dozen", 12)] },
    { larger_units: "The larger unit “dozen” has 12 pieces: it must have more than the 48 of the unit before it." },
  ],
  [
    "a larger unit without a name",
    { larger_units: [unit("", 12)] },
    { larger_units: "Line 1 is no unit. Write it as pallet = 960." },
  ],
  [
    "a larger unit with an endless name",
    { larger_units: [unit("x".repeat(41), 12)] },
    { larger_units: `The larger unit “${"x".repeat(41)}” has a name of more than 40 characters.` },
  ],
  [
    "5 larger units",
    { larger_units: [2, 4, 8, 16, 32].map((pieces) => unit(`of ${pieces}`, pieces)) },
    { larger_units: "A product has at most 4 larger units; these are 5." },
  ],
];

/** The errors of the product form with these terms, by field. */
function errorsOf(terms: Partial<ProductColumns>): Record<string, string> {
  const read = readProduct({ ...NEW_PRODUCT, name: "Soap", ...productTexts({ discount_price_kobo: null, ...terms }) });
  return read.ok ? {} : read.errors;
}

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

/** Whether the database accepts a product with these columns; its price per piece divides by the pieces. */
async function isStored(columns: Partial<ProductColumns>): Promise<boolean> {
  const row = { name: "Soap", slug: crypto.randomUUID(), ...columns };
  const values = Object.values(row).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value));
  const places = values.map((_, at) => `$${at + 1}`);
  return await database.sql(`insert into products (${Object.keys(row).join()}) values (${places.join()})`, values).then(
    () => true,
    (error: unknown) => {
      expect(String(error instanceof Error && error.cause ? error.cause : error)).toMatch(
        /check constraint|division by zero/,
      );
      return false;
    },
  );
}

const facts = (count: number, name: number, value: number) =>
  Array.from({ length: count }, () => ({ name: "n".repeat(name), value: "v".repeat(value) }));

describe("the form's rules and the table's constraints", () => {
  test.each(CASES)("%s", async (_, more, errors) => {
    const input = { ...GOOD, ...more };
    expect(errorsOf(input)).toEqual(errors);
    expect(await isStored(input)).toBe(Object.keys(errors).length === 0);
  });

  test.each<[Partial<ProductColumns>, boolean]>([
    [{ discount_price_kobo: 10_000 }, true],
    [{ discount_price_kobo: 10_001 }, false],
    [{ cost_kobo: 0 }, true],
    [{ barcode: "4006381333931" }, true],
    [{ barcode: "4006381333932" }, false],
    [{ barcode: "123456789" }, false],
    [{ country_of_origin: "NG" }, true],
    [{ country_of_origin: "NGA" }, false],
    [{ weight_grams: 0 }, false],
    [{ length_mm: 0 }, false],
    [{ attributes: facts(30, 60, 300) }, true],
    [{ attributes: facts(31, 1, 1) }, false],
    [{ attributes: facts(1, 61, 1) }, false],
    [{ attributes: facts(1, 1, 301) }, false],
    [{ attributes: facts(1, 1, 0) }, false],
  ])("agree on %j", async (columns, isGood) => {
    const input = { ...GOOD, price_steps: [], ...columns };
    expect([Object.keys(errorsOf(input)), await isStored(input)]).toEqual([
      isGood ? [] : Object.keys(columns).map((name) => name.replace("_kobo", "")),
      isGood,
    ]);
  });

  test("agree on generated terms", async () => {
    const small = (max: number) => fc.integer({ min: 0, max });
    const terms: fc.Arbitrary<Terms> = fc.record({
      price_kobo: fc.integer({ min: 5, max: 12 }),
      discount_price_kobo: fc.option(fc.integer({ min: 4, max: 5 })),
      min_order: small(6),
      order_multiple: small(3),
      pieces: small(3),
      price_steps: fc.array(fc.record({ from: small(12), unit_kobo: small(8) }), { maxLength: 3 }),
      larger_units: fc.array(fc.record({ unit: fc.constantFrom("carton", "pallet"), pieces: small(8) }), {
        maxLength: 2,
      }),
    });
    const seen = { good: 0, bad: 0 };
    await fc.assert(
      fc.asyncProperty(terms, async (input) => {
        const isGood = Object.keys(errorsOf(input)).length === 0;
        seen[isGood ? "good" : "bad"] += 1;
        expect(await isStored(input)).toBe(isGood);
      }),
      { numRuns: 400 },
    );
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(0);
  });
});
