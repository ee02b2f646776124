import { expect, test } from "vitest";
import { percentText, runFieldChanges } from "./labels.ts";

test("changes as text: money, steps, pictures, nothing", () => {
  const before = { price_kobo: 100_000, price_steps: [], images: ["a"], brand: "", featured: false };
  const after = {
    price_kobo: 105_000,
    price_steps: [{ from: 24, unit_kobo: 90_000 }],
    images: ["a", "b"],
    brand: "Oja",
    featured: true,
  };
  expect(runFieldChanges(before, after)).toEqual([
    { field: "Price", before: "₦1,000.00", after: "₦1,050.00" },
    { field: "Price steps", before: "none", after: "24+ ₦900.00" },
    { field: "Pictures", before: "1 picture", after: "2 pictures" },
    { field: "Brand", before: "none", after: "Oja" },
    { field: "Featured", before: "no", after: "yes" },
  ]);
  expect(runFieldChanges(null, { name: "Rice", group_id: "x", option_values: { Size: "M", Logo: "No" } })).toEqual([
    { field: "Name", before: "", after: "Rice" },
    { field: "Options", before: "", after: "Size: M; Logo: No" },
  ]);
});

test("names, not ids and columns: category, SKU, weight, minimum", () => {
  const before = { category_id: "c1", sku: null, weight_grams: 28, min_order: 1 };
  const after = { category_id: "c2", sku: "R-1", weight_grams: 1_500, min_order: 12 };
  const names = new Map([["c2", "Grains › Rice"]]);
  expect(runFieldChanges(before, after, names)).toEqual([
    { field: "Category", before: "a deleted category", after: "Grains › Rice" },
    { field: "SKU", before: "none", after: "R-1" },
    { field: "Weight", before: "28 g", after: "1.5 kg" },
    { field: "Minimum order", before: "1", after: "12" },
  ]);
});

test.each([
  [1_800_000, 1_925_000, "+6.9%"],
  [18_550_000, 8_700, "−99.9%"],
  [100, 0, "−100%"],
  [100, 200, "+100%"],
  [8_700, 8_700_000, "+99,900%"],
  [100, 100, "+0%"],
  [0, 100, "+0%"],
])("from %i to %i kobo is %s", (from, to, text) => expect(percentText(from, to)).toBe(text));
