import { describe, expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { CartItem } from "../rules.ts";
import type { LineChange } from "../rules/check.ts";
import { formatAnnouncement, changedItems, isBlocked, lineMessages } from "./cart-messages.ts";
import { summarise } from "./cart-summary.ts";

const line = (changes: Partial<CartItem> = {}): CartItem => ({
  id: "a",
  name: "Royal Grain rice",
  price_kobo: 6_920_000,
  image: null,
  quantity: 5,
  min_order: 5,
  ...PLAIN_TERMS,
  slug: "royal-grain-rice",
  stock: 40,
  unit: "50 kg bag",
  ...changes,
});

const PRICE: LineChange = { type: "price_changed", from: 7_850_000, to: 6_920_000 };

test.each<[string, CartItem, LineChange[] | undefined, string[], boolean]>([
  ["nothing new", line(), undefined, [], false],
  ["a price", line(), [PRICE], ["Price changed from ₦78,500.00 to ₦69,200.00"], false],
  [
    "less left",
    line(),
    [PRICE, { type: "only_left", stock: 4 }],
    ["Price changed from ₦78,500.00 to ₦69,200.00", "Only 4 left, quantity lowered"],
    false,
  ],
  [
    "a higher minimum",
    line(),
    [{ type: "below_minimum", min_order: 6 }],
    ["Minimum order is 6, quantity raised"],
    false,
  ],
  ["no longer sold", line(), [PRICE, { type: "not_sold" }], ["No longer sold"], true],
  ["out of stock", line({ stock: 0 }), [PRICE], ["Out of stock"], true],
  ["too few", line({ stock: 3 }), undefined, ["Only 3 left, fewer than the minimum order of 5"], true],
])("a line with %s", (_, item, changes, texts, blocked) => {
  expect(lineMessages(item, changes).map(({ text }) => text)).toEqual(texts);
  expect(isBlocked(item, changes)).toBe(blocked);
});

describe("summarise", () => {
  test("sums available lines and skips the others", () => {
    const items = [
      line({ quantity: 2, price_kobo: 300 }),
      line({ id: "b", stock: 0 }),
      line({ id: "c", quantity: 7, price_kobo: 9_000 }),
    ];
    expect(summarise(items, { c: [PRICE] })).toEqual({
      units: 9,
      total_kobo: 63_600,
      saved_kobo: 0,
      blocked: 1,
      stop: { text: "Remove the item that cannot be bought to continue." },
    });
    expect(summarise(items, { c: [{ type: "not_sold" }] })).toMatchObject({
      total_kobo: 600,
      blocked: 2,
      stop: { text: "Remove the 2 items that cannot be bought to continue." },
    });
  });

  test.each([
    [4_999, "Card and transfer payments start at ₦50.00 per order."],
    [5_000, undefined],
    [1_000_000_000, undefined],
    [1_000_000_001, "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or"],
  ])("a total of %i kobo", (price_kobo, text) => {
    expect(summarise([line({ quantity: 1, min_order: 1, price_kobo })], {}).stop?.text).toBe(text);
  });
});

test("announces changed lines and truncates a long list", () => {
  const items = Array.from({ length: 8 }, (_, n) => line({ id: `${n}`, name: `Product ${n}` }));
  const changes = Object.fromEntries(items.map(({ id }) => [id, [{ type: "not_sold" } as const]]));
  expect(formatAnnouncement(items, changes, ["2"])).toBe("Product 2: No longer sold.");
  expect(formatAnnouncement(items, changes, [])).toBe("");
  const all = formatAnnouncement(
    items,
    changes,
    items.map(({ id }) => id),
  );
  expect(all).toContain("Product 4: No longer sold. And 3 more.");
  expect(all).not.toContain("Product 5");
});

test.each([
  [1, "1 item has changed"],
  [2, "2 items have changed"],
])("%i: %s", (count, text) => expect(changedItems(count)).toBe(text));
