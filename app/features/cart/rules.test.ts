import { describe, expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import {
  addLine,
  clampQuantity,
  lineFromWishlistItem,
  MAX_LINES,
  MAX_QUANTITY,
  readCart,
  shortageOf,
  storedLines,
  totalOf,
  type CartItem,
} from "./rules.ts";
import { amountProblem } from "./rules/check.ts";

const ID = "0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11";
const OTHER = "5d1c2b3a-1111-4222-8333-abcdefabcdef";

const line = (changes: Partial<CartItem> = {}): CartItem => ({
  id: ID,
  name: "Royal Grain rice",
  price_kobo: 6_920_000,
  image: "/files/demo/rice.webp",
  quantity: 5,
  min_order: 5,
  ...PLAIN_TERMS,
  slug: "royal-grain-rice",
  stock: 40,
  unit: "50 kg bag",
  ...changes,
});

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

describe("clampQuantity", () => {
  test.each([
    [5, { min_order: 5, stock: 40 }, 5, null],
    [4, { min_order: 5, stock: 40 }, 5, "minimum"],
    [-3, { min_order: 5, stock: 40 }, 5, "minimum"],
    [0, { min_order: 0, stock: null }, 1, "minimum"],
    [Number.NaN, { min_order: 5, stock: 40 }, 5, null],
    [7.9, { min_order: 5, stock: 40 }, 7, null],
    [41, { min_order: 5, stock: 40 }, 40, "only_left"],
    [41, { min_order: 5, stock: null }, 41, null],
    [9, { min_order: 5, stock: 3 }, 9, null],
    [9, { min_order: 1, stock: 0 }, 9, null],
    [2e9, { min_order: 1, stock: null }, MAX_QUANTITY, "most"],
    [Infinity, { min_order: 2, stock: 10 }, 2, null],
  ] as const)("%s of %j becomes %s (%s)", (wanted, item, quantity, limit) => {
    expect(clampQuantity(wanted, item)).toEqual({ quantity, limit });
  });
});

test.each([
  [{ min_order: 5, stock: null }, null],
  [{ min_order: 5, stock: 5 }, null],
  [{ min_order: 5, stock: 4 }, "too_few"],
  [{ min_order: 5, stock: 0 }, "out_of_stock"],
] as const)("shortage of %j is %s", (item, shortage) => {
  expect(shortageOf(item)).toBe(shortage);
});

describe("addLine", () => {
  test("adds a new line", () => {
    expect(addLine([], line())).toEqual({ items: [line()], added: 5, limit: null });
  });

  test("raises a present line and takes the newer details", () => {
    const { items, added } = addLine([line({ price_kobo: 1 })], line({ quantity: 2 }));
    expect(items).toEqual([line({ quantity: 7 })]);
    expect(added).toBe(2);
  });

  test("counts a line in the unit that was chosen last", () => {
    const first = addLine([], line({ count_in: 12 })).items;
    const more = addLine(first, line()).items;
    expect(more[0]?.count_in).toBe(12);
    expect(addLine(more, line({ count_in: 1 })).items[0]?.count_in).toBe(1);
    expect(readCart({ items: storedLines(more) }).items[0]?.count_in).toBe(12);
    expect(readCart({ items: [{ ...storedLines(more)[0], count_in: "x" }] }).items[0]?.count_in).toBeUndefined();
  });

  test.each([
    ["stock bounds the sum", [line({ quantity: 38 })], line(), 2, "only_left", 40],
    ["nothing is added to a full line", [line({ quantity: 40 })], line(), 0, "only_left", 40],
    ["a line above stock is lowered", [line({ quantity: 50 })], line(), 0, "only_left", 40],
    ["nothing is added of what is out of stock", [], line({ stock: 0 }), 0, "only_left", 0],
    ["below the minimum the minimum goes in", [], line({ quantity: 1 }), 5, "minimum", 5],
  ] as const)("%s", (_, items, item, added, limit, quantity) => {
    const result = addLine([...items], item);
    expect(result).toMatchObject({ added, limit });
    expect(totalOf(result.items)).toBe(quantity * item.price_kobo);
  });

  test("a full cart accepts more of existing lines and no new ones", () => {
    const full = Array.from({ length: MAX_LINES }, (_, i) => line({ id: uuid(i) }));
    expect(addLine(full, line())).toEqual({ items: full, added: 0, limit: "cart_full" });
    expect(addLine(full, line({ id: uuid(7) })).added).toBe(5);
  });
});

test("a wishlist item becomes one unit with no minimum and the assumed stock", () => {
  const { id, name, price_kobo, image, slug } = line();
  expect(lineFromWishlistItem({ id, name, price_kobo, image, slug })).toEqual(
    line({ quantity: 1, min_order: 1, stock: 100, unit: "" }),
  );
});

test.each([
  [4_999, "too_small"],
  [5_000, null],
  [1_000_000_000, null],
  [1_000_000_001, "too_large"],
] as const)("an amount of %i kobo is %s", (kobo, problem) => {
  expect(amountProblem(kobo)).toBe(problem);
});

/** A line without price. */
function unpriced() {
  const { price_kobo: _, ...rest } = line();
  return rest;
}

describe("readCart", () => {
  const read = (items: unknown) => readCart({ items }).items;

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a string", "cart"],
    ["a list", [line()]],
    ["no items", {}],
    ["items of another kind", { items: { 0: line() } }],
  ])("%s is an empty cart", (_, stored) => {
    expect(readCart(stored)).toEqual({ items: [], count: 0 });
  });

  test.each([
    ["null", null],
    ["a number", 7],
    ["a nested list", [line()]],
    ["no id", { ...line(), id: undefined }],
    ["an id that is no uuid", line({ id: "__proto__" })],
    ["an empty name", line({ name: "  " })],
    ["no price", { ...line(), price_kobo: undefined }],
    ["a price of 0 naira", { ...unpriced(), price: 0 }],
    ["a negative price in naira", { ...unpriced(), price: -69_200 }],
    ["a price of NaN naira", { ...unpriced(), price: Number.NaN }],
    ["a price of less than a kobo", { ...unpriced(), price: 0.001 }],
    ["a price in naira beyond reason", { ...unpriced(), price: 1e300 }],
    ["a price in naira as text", { ...unpriced(), price: "69200" }],
    ["a price of 0", line({ price_kobo: 0 })],
    ["a negative price", line({ price_kobo: -5 })],
    ["a price of NaN", line({ price_kobo: Number.NaN })],
    ["a price with a fraction", line({ price_kobo: 10.5 })],
    ["a price beyond reason", line({ price_kobo: 1e15 })],
    ["a price as text", { ...line(), price_kobo: "6920000" }],
  ])("a line with %s is dropped", (_, raw) => {
    expect(read([raw, line({ id: OTHER })])).toEqual([line({ id: OTHER })]);
  });

  test.each([
    ["a negative quantity", line({ quantity: -4 }), line({ quantity: 5 })],
    ["a quantity of NaN", line({ quantity: Number.NaN }), line({ quantity: 5 })],
    ["a fraction", line({ quantity: 6.5 }), line({ quantity: 5 })],
    ["a quantity as text", { ...line(), quantity: "9" }, line({ quantity: 5 })],
    ["a quantity above stock", line({ quantity: 99 }), line({ quantity: 40 })],
    ["a huge quantity", line({ quantity: 1e12, stock: null }), line({ quantity: MAX_QUANTITY, stock: null })],
    ["a broken minimum", line({ min_order: -2, quantity: 3 }), line({ min_order: 1, quantity: 3 })],
    ["a broken stock", line({ stock: 2.5 }), line({ stock: null })],
    ["a script as picture", line({ image: "javascript:alert(1)" }), line({ image: null })],
    ["a foreign picture without scheme", line({ image: "//evil.example/x.png" }), line({ image: null })],
    ["a price in naira", { ...unpriced(), price: 69_200 }, line()],
    ["a price in naira with kobo", { ...unpriced(), price: 1_234.56 }, line({ price_kobo: 123_456 })],
    ["a line with both prices", { ...line({ price_kobo: 1 }), price: 69_200 }, line()],
    ["a broken slug", line({ slug: "../admin" }), line({ slug: ID })],
    ["no unit", { ...line(), unit: undefined }, line({ unit: "" })],
    ["unknown fields", { ...line(), paid: true, toString: "x" }, line()],
    ["an id in capitals", line({ id: ID.toUpperCase() }), line()],
    ["an endless name", line({ name: "a".repeat(9_999) }), line({ name: "a".repeat(300) })],
  ])("%s is repaired", (_, raw, repaired) => {
    expect(read([raw])).toEqual([repaired]);
  });

  test("a stored prototype is ignored", () => {
    const stored: unknown = JSON.parse(`{"__proto__":{"items":[1]},"items":[{"__proto__":{"admin":true}}]}`);
    expect(readCart(stored).items).toEqual([]);
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });

  test("duplicate lines are merged, and 10,000 lines are truncated to the limit", () => {
    expect(read([line(), line({ quantity: 6 })])).toEqual([line({ quantity: 11 })]);
    const many = Array.from({ length: 10_000 }, (_, i) => line({ id: uuid(i) }));
    const cart = readCart({ items: many });
    expect(cart.items).toEqual(many.slice(0, MAX_LINES));
    expect(cart.count).toBe(MAX_LINES * 5);
  });
});
