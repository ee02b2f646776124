import { expect, test } from "vitest";
import { readImportRow } from "./schema.ts";

const read = (cells: Parameters<typeof readImportRow>[0], mode: Parameters<typeof readImportRow>[1] = "all") =>
  readImportRow(cells, mode, (html) => html);

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
])("%j is read as %j", (cells, values) => {
  expect(read(cells)).toEqual({ values, problems: [], notes: expect.any(Array) });
});

test.each([
  [{ price: "0" }, "The price is ₦0."],
  [{ price: "100", discount_price: "100" }, "The discount price is not below the price."],
  [{ price: "10000000001" }, "“10000000001” is more than the shop takes."],
  [{ pieces: "-1" }, "“-1” is no pieces."],
  [{ stock: "1000000001" }, "“1000000001” is no stock."],
])("%j is refused: %s", (cells, problem) => {
  expect(read(cells).problems).toEqual([problem]);
});
