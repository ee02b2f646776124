import { expect, test } from "vitest";
import { readQuantity } from "./quantity.ts";

test.each([
  ["25", 25, undefined],
  [" 25 ", 25, undefined],
  ["1,200", 1200, undefined],
  ["1 200", 1200, undefined],
  ["", null, undefined],
  ["2.5", null, "Whole numbers only"],
  ["5e2", null, "Whole numbers only"],
  ["-7", null, "Whole numbers only"],
  ["1,2", null, "Whole numbers only"],
  ["ten", null, "Whole numbers only"],
  ["0", 3, "Minimum Quantity"],
  ["2", 3, "Minimum Quantity"],
  ["5001", 5000, "Only 5,000 left"],
  ["9".repeat(40), 5000, "Only 5,000 left"],
])("of 3 to 5,000, %j is %s (%s)", (typed, quantity, title) => {
  const read = readQuantity(typed, 3, 5000);
  expect(read.quantity).toBe(quantity);
  expect(read.refusal?.title).toBe(title);
});
