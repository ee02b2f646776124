import { expect, test } from "vitest";
import { runFieldChanges } from "./field-changes.ts";

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

test("a zone names each way of delivery that differs, with days and prices", () => {
  const way = (name: string, kobo: number) => ({
    name,
    min_days: 1,
    max_days: 3,
    bands: [{ upto_grams: 12_500, kobo }],
  });
  const before = { name: "Lagos", places: ["LA"], methods: [way("Van", 250_000), way("Boat", 900_000), way("Bus", 1)] };
  const after = {
    name: "Lagos",
    places: ["LA", "LA-07"],
    methods: [way("van", 300_000), way("Boat", 900_000), way("Park", 0)],
  };
  expect(runFieldChanges(before, after)).toEqual([
    { field: "Places", before: "Lagos", after: "Lagos; Epe, Lagos" },
    { field: "van", before: "1-3 days, up to 12.5 kg ₦2,500.00", after: "1-3 days, up to 12.5 kg ₦3,000.00" },
    { field: "Bus", before: "1-3 days, up to 12.5 kg ₦0.01", after: "" },
    { field: "Park", before: "", after: "1-3 days, up to 12.5 kg ₦0.00" },
  ]);
});

test("a changed way of delivery names each field that differs, a new one what is set", () => {
  const bands = [{ upto_grams: 10_000, kobo: 250_000 }];
  const was = { name: "Park", min_days: 1, max_days: 1, bands, kind: "park", carrier: "GUO", address: "" };
  const more = { extra_kg_kobo: 6_000, free_from_kobo: null, cutoff_minute: 660, active: true };
  const is = { ...was, ...more, kind: "pickup", extra_kg_kobo: null, cutoff_minute: 845, active: false };
  const changes = (before: object | null, after: object) =>
    runFieldChanges(before && { name: "East", methods: [before] }, { name: "East", methods: [after] }, new Map());
  expect(changes({ ...was, ...more }, is)).toEqual([
    {
      field: "Park",
      before: "1 days, up to 10 kg ₦2,500.00; kind park; extra kg ₦60.00; cut-off 11:00; offered",
      after: "1 days, up to 10 kg ₦2,500.00; kind pickup; extra kg none; cut-off 14:05; not offered",
    },
  ]);
  expect(changes({ ...was, ...more, name: "Van" }, { ...was, ...more })[1]?.after).toBe(
    "1 days, up to 10 kg ₦2,500.00; kind park; carrier GUO; extra kg ₦60.00; cut-off 11:00",
  );
});
