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
  const read = readQuantity(typed, { min: 3, max: 5000 });
  expect(read.quantity).toBe(quantity);
  expect(read.refusal?.title).toBe(title);
});

test.each([
  ["24", 24, undefined],
  ["30", 24, "The quantity is now 24"],
  ["31", 36, "The quantity is now 36"],
  ["95", 96, "The quantity is now 96"],
  ["97", 96, "Only 96 left"],
  ["7", 24, "Minimum Quantity"],
])("of 24, 36 ... 96, %j is %s (%s)", (typed, quantity, title) => {
  const whyOff = (wanted: number) => `${wanted} is between two cartons`;
  const read = readQuantity(typed, { min: 24, max: 96, step: 12, whyOff });
  expect(read.quantity).toBe(quantity);
  expect(read.refusal?.title).toBe(title);
  if (title?.startsWith("The quantity")) expect(read.refusal?.text).toBe(`${typed} is between two cartons`);
});
