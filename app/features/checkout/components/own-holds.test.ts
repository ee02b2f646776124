import { expect, test } from "vitest";
import { ownStock } from "./own-holds.ts";

const HOLD = { quantity: 5, available: 7 };

test.each([
  ["no hold", 7, undefined, 7],
  ["a page as of after the hold", 2, HOLD, 7],
  ["a page as of before the hold, which contains its units", 7, HOLD, 7],
  ["others bought since", 0, HOLD, 5],
  ["an unknown stock", 2, { quantity: 5, available: Infinity }, 7],
])("%s: of %i shown the shopper can buy so many", (_, shown, hold, bought) => {
  expect(ownStock(shown, hold)).toBe(bought);
});
