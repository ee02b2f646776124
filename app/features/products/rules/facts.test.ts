import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { gtinCheckDigit, gtinProblem, productFacts, weightText } from "./facts.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const NONE = {
  brand: "",
  sku: null,
  barcode: null,
  weight_grams: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  country_of_origin: null,
  nafdac_number: null,
  best_before: null,
  attributes: [],
};

test("what is known stands in the table, what is not is left out", () => {
  expect(productFacts(NONE)).toEqual([]);
  const all = {
    brand: "Iyabo",
    sku: "IYA-1",
    barcode: "4006381333931",
    weight_grams: 5_600,
    length_mm: 430,
    width_mm: 331,
    height_mm: 254,
    country_of_origin: "NG",
    nafdac_number: "01-2345",
    best_before: "2027-03-01",
    attributes: [{ name: "Grade", value: "A" }],
  };
  expect(productFacts(all).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "Brand: Iyabo",
    "SKU: IYA-1",
    "Barcode (GTIN): 4006381333931",
    "Weight: 5.6 kg",
    "Dimensions: 43 × 33.1 × 25.4 cm",
    "Country of origin: Nigeria",
    "NAFDAC number: 01-2345",
    "Best before: March 1, 2027",
    "Grade: A",
  ]);
});

test.each([
  [1, "1 g"],
  [999, "999 g"],
  [1_000, "1 kg"],
  [1_250_000, "1,250 kg"],
])("%i grams are %s", (grams, text) => {
  expect(weightText(grams)).toBe(text);
});

test("browser and database agree on every barcode: right and wrong digits, all lengths, text", async () => {
  const bodies = ["0", "400638133393", "1234567", "96385074", "73513537", "00012345600012"];
  const codes = [
    "4006381333931",
    "96385074",
    "012345678905",
    "10012345678902",
    "abc",
    "",
    "12345678 ",
    "١٢٣٤٥٦٧٠",
    ...bodies.flatMap((body) => Array.from({ length: 10 }, (_, digit) => `${body}${digit}`)),
    `1234567${gtinCheckDigit("1234567")}`,
  ];
  const { rows } = await database.sql("select code, gtin_valid(code) as valid from unnest($1::text[]) as code", [
    codes,
  ]);
  expect(rows).toHaveLength(codes.length);
  for (const { code, valid } of rows) expect([code, gtinProblem(String(code)) === null]).toEqual([code, valid]);
  expect(rows.filter(({ valid }) => valid).length).toBeGreaterThan(5);
});
