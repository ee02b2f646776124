import { expect, test } from "vitest";
import { runFieldChanges } from "./labels.ts";

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
    { field: "Images", before: "1 picture", after: "2 pictures" },
    { field: "Brand", before: "none", after: "Oja" },
    { field: "Featured", before: "no", after: "yes" },
  ]);
  expect(runFieldChanges(null, { name: "Rice", group_id: "x", option_values: { Size: "M" } })).toEqual([
    { field: "Name", before: "", after: "Rice" },
    { field: "Option values", before: "", after: "M" },
  ]);
});
