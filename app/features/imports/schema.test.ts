import { expect, test } from "vitest";
import type { ImportMode } from "./rules/import-fields.ts";
import { readImportRow } from "./schema.ts";

const read = (cells: Parameters<typeof readImportRow>[0], mode: ImportMode = "all", millimetres = {}) =>
  readImportRow(cells, { mode, toText: (html) => html, millimetres });

test("parses a row: amounts in kobo, counts, weight, a price before the discount; empty cells are absent", () => {
  expect(
    read({
      name: " Rice  50 kg ",
      price: "70,000",
      compare_at: "78,500",
      cost: "",
      stock: "1,200",
      pieces: "24.0",
      weight_kg: "50 kg",
      barcode: "'4006381333931",
      images: "https://a.example/1.jpg, https://a.example/2.jpg",
    }),
  ).toEqual({
    values: {
      name: "Rice 50 kg",
      price_kobo: 7_850_000,
      discount_price_kobo: 7_000_000,
      stock_quantity: 1_200,
      pieces: 24,
      weight_grams: 50_000,
      barcode: "4006381333931",
      images: ["https://a.example/1.jpg", "https://a.example/2.jpg"],
    },
    problems: [],
    notes: [],
  });
});

test("pictures come as addresses or as a JSON list of them", () => {
  const images = ["https://a.example/1.jpg", "https://a.example/2.jpg"];
  expect(read({ name: "Rice", images: JSON.stringify(images) }).values.images).toEqual(images);
});

test("errors reject the row, notes ignore a value", () => {
  const row = read({
    name: "x".repeat(201),
    price: "cheap",
    discount_price: "5",
    stock: "many",
    min_order: "0",
    barcode: "123",
    images: "ftp://a.example/1.jpg",
    weight_grams: "heavy",
  });
  expect(row.problems).toEqual([
    "The name is longer than 200 characters.",
    "“cheap” is not an amount of money.",
    "“many” is no stock.",
    "“0” is no min order.",
  ]);
  expect(row.notes).toEqual([
    "The weight “heavy” is left out.",
    "The barcode “123” is left out: its check digit does not fit.",
    "A picture is left out: its address is not a web address.",
  ]);
});

test("a price list for prices only changes nothing else", () => {
  expect(read({ sku: "R1", name: "Rice", price: "100", stock: "7", brand: "X" }, "prices").values).toEqual({
    sku: "R1",
    name: "Rice",
    price_kobo: 10_000,
  });
});

test.each<[Record<string, string>, Record<string, unknown>]>([
  [
    { price: "₦ 78 500", stock: "-3" },
    { price_kobo: 7_850_000, stock_quantity: 0 },
  ],
  [{ price: "100", discount_price: "0", cost: "0" }, { price_kobo: 10_000 }],
  [{ weight_grams: "0.4 kg" }, {}],
  [{ weight_kg: "0.4 kg" }, { weight_grams: 400 }],
  [{ barcode: "'" }, {}],
  [{ weight_lb: ".5" }, { weight_grams: 227 }],
  [{ weight_oz: "8" }, { weight_grams: 227 }],
  [{ name: "'=Rice" }, { name: "=Rice" }],
  [
    { featured: "yes", best_seller: "0", new_arrival: "maybe" },
    { featured: true, best_seller: false },
  ],
  [
    { best_before: "2027-06-30", country_of_origin: "ng" },
    { best_before: "2027-06-30", country_of_origin: "NG" },
  ],
  [
    { price_steps: "24 = 9500; 48 = 9,000", larger_units: "pallet = 960", facts: "Made of = a; b" },
    {
      price_steps: [
        { from: 24, unit_kobo: 950_000 },
        { from: 48, unit_kobo: 900_000 },
      ],
      larger_units: [{ unit: "pallet", pieces: 960 }],
      attributes: [{ name: "Made of", value: "a; b" }],
    },
  ],
])("%j is read as %j", (cells, values) => {
  expect(read(cells)).toEqual({ values, problems: [], notes: expect.any(Array) });
});

test("sizes have the unit of their column; a rounded price says so", () => {
  expect(read({ length: "10", width: "2" }, "all", { length: 25.4, width: 10 }).values).toEqual({
    length_mm: 254,
    width_mm: 20,
  });
  expect(read({ price: "1500.5051", cost: "1000.5000" })).toEqual({
    values: { price_kobo: 150_051, cost_kobo: 100_050 },
    problems: [],
    notes: ["Price 1500.5051 is rounded to ₦1,500.51."],
  });
});

test.each([
  [{ price_steps: "24 for 9500" }, "Price steps: Line 1 is no step. Write it as 24 = 9500."],
  [{ price: "0" }, "The price is ₦0."],
  [{ price: "100", discount_price: "100" }, "The discount price is not below the price."],
  [{ price: "10000000001" }, "“10000000001” is more than the shop takes."],
  [{ pieces: "-1" }, "“-1” is no pieces."],
  [{ stock: "1000000001" }, "“1000000001” is no stock."],
])("%j is refused: %s", (cells, problem) => {
  expect(read(cells).problems).toEqual([problem]);
});
