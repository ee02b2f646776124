import { describe, expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import { cartPrices, type CartItem } from "../rules.ts";
import { nearestNudge, savedIn, summarise } from "./cart-summary.ts";

const line = (id: string, quantity: number, more: Partial<CartItem> = {}): CartItem => ({
  ...PLAIN_TERMS,
  id,
  name: id,
  slug: id,
  image: null,
  price_kobo: 100_000,
  quantity,
  min_order: 1,
  stock: 100,
  unit: "carton",
  price_steps: [
    { from: 20, unit_kobo: 90_000 },
    { from: 50, unit_kobo: 80_000 },
  ],
  ...more,
});

const shirts = { group_id: "shirts", mixed_price_breaks: true };

test("the saving counts price steps of available lines only", () => {
  const items = [line("rice", 20), line("beans", 5), line("gone", 50, { stock: 0 })];
  expect(summarise(items, {})).toMatchObject({
    units: 25,
    total_kobo: 20 * 90_000 + 5 * 100_000,
    saved_kobo: 20 * 10_000,
    blocked: 1,
  });
  expect(savedIn(items.slice(0, 2), cartPrices(items.slice(0, 2)))).toBe(200_000);
});

describe("the one nudge of a cart", () => {
  test.each<[string, CartItem[], object | null]>([
    [
      "of the line that needs the least",
      [line("a", 12), line("b", 18), line("c", 30)],
      { name: "b", add: 2, unit_kobo: 90_000 },
    ],
    [
      "counts a group together",
      [line("a", 10, shirts), line("b", 9, shirts)],
      { name: "a", add: 1, unit_kobo: 90_000 },
    ],
    ["none that would more than double a line", [line("a", 9)], null],
    ["none beyond the stock", [line("a", 19, { stock: 19 })], null],
    ["none on the last step", [line("a", 50)], null],
    ["none of what is out of stock", [line("a", 19, { stock: 0 })], null],
    ["none without steps", [line("a", 19, { price_steps: [] })], null],
  ])("%s", (_, items, expected) => {
    const nudge = nearestNudge(items, cartPrices(items));
    expect(nudge && { name: nudge.item.name, add: nudge.add, unit_kobo: nudge.unit_kobo }).toEqual(expected);
  });
});
