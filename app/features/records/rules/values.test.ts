import { expect, test } from "vitest";
import { actionWords, fieldChanges } from "../rules.ts";
import { displayValue } from "./values.ts";

const RICE = "3f2b8c1e-0d4a-4b6f-9a51-7c8d9e0f1a2b";
const NAMES = { [RICE]: "Rice & Grains" };

test.each<[field: string, value: unknown, words: string]>([
  ["price_kobo", 542_900, "₦5,429.00"],
  ["amount_kobo", 9_000_000, "₦90,000.00"],
  ["stock_quantity", 1_200, "1,200"],
  ["is_active", true, "yes"],
  ["category_id", RICE, "Rice & Grains"],
  ["offer_id", "1a2b3c4d-0000-4000-8000-000000000009", "1A2B3C4D"],
  ["valid_until", "2026-11-23T23:30:00.000Z", "November 24, 2026, 00:30"],
  ["day", "2026-11-23", "November 23, 2026"],
  ["done", "wrong_amount", "wrong amount"],
  ["description", "<p>One</p><p>Two</p>", "One Two"],
  ["name", "<b>Rice</b>", "<b>Rice</b>"],
  ["text", "One\n\nTwo", "One, Two"],
  ["price_steps", [{ from: 8, unit_kobo: 4_380_000 }], "8+ ₦43,800.00"],
  ["lines", [{ product_id: RICE, product_name: "Rice", quantity: 2, unit_kobo: 100 }], "2 × Rice"],
  [
    "lines",
    [
      { item_id: 7, quantity: 2, restock: 1 },
      { item_id: 8, quantity: 1, restock: 0 },
    ],
    "3 pieces",
  ],
  ["option_names", ["Size", "Colour"], "Size; Colour"],
  ["option_values", { Size: "XL", Colour: "Red" }, "Size: XL, Colour: Red"],
  ["image_alts", { "/files/a.webp": "A bag of rice" }, "A bag of rice"],
  ["images", ["/files/a.webp", "/files/b.webp"], "2 pictures"],
  ["image_alts", {}, ""],
  ["lines", [], ""],
  ["value", null, ""],
])("%s: %j is %s", (field, value, words) => {
  expect(displayValue(field, value, NAMES)).toBe(words);
});

test("a change shows neither what is empty on both sides nor what only the other side knows", () => {
  expect(fieldChanges({ image_alts: null, price_kobo: 1 }, { image_alts: {}, price_kobo: 2 }, NAMES)).toEqual([
    { field: "price", before: "₦0.01", after: "₦0.02" },
  ]);
  expect(fieldChanges({ refunded_kobo: 0 }, { amount_kobo: 500, lines: [] }, NAMES)).toEqual([
    { field: "amount", before: "", after: "₦5.00" },
  ]);
  expect(fieldChanges({ name: "Rice" }, null, NAMES)).toEqual([{ field: "name", before: "Rice", after: "" }]);
});

test.each([
  ["product.update", "Product", "changed"],
  ["order.status", "Order", "status changed"],
  ["custom-order.withdraw-offer", "Custom order", "offer withdrawn"],
  ["payment.refund", "Payment", "refund requested"],
  ["category.something_new", "Category", "something new"],
])("%s is called %s %s", (action, noun, verb) => {
  expect(actionWords(action)).toEqual({ noun, verb });
});
