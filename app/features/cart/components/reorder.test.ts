import { expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { CartItem } from "../rules.ts";
import { compareCart, type SoldProduct } from "../rules/check.ts";
import { addReorder, linesToReorder, reorderSentence, type OrderedLine } from "./reorder.ts";

const [RICE, OIL, SOAP, SALT, PASTE] = [1, 2, 3, 4, 5].map((n) => `0badcafe-1111-4222-8333-00000000000${n}`) as [
  string,
  string,
  string,
  string,
  string,
];

const product = (id: string, name: string, more: Partial<SoldProduct> = {}): SoldProduct => ({
  id,
  name,
  slug: name,
  image: null,
  unit: "bag",
  distributor: "Kano",
  price_kobo: 1000,
  min_order: 1,
  ...PLAIN_TERMS,
  stock: 100,
  ...more,
});
const line = (product_id: string | null, product_name: string, quantity: number): OrderedLine => ({
  product_id,
  product_name,
  product_price_kobo: 1000,
  quantity,
});

function reorder(ordered: OrderedLine[], sold: SoldProduct[], cart: CartItem[] = []) {
  const checked = compareCart(linesToReorder(ordered), new Map(sold.map((one) => [one.id, one])));
  const { items, ...result } = addReorder(cart, ordered, checked.lines);
  return { cart: items.map(({ name, quantity, price_kobo }) => [name, quantity, price_kobo]), ...result };
}

test("unchanged products are added without a message", () => {
  expect(reorder([line(RICE, "rice", 5)], [product(RICE, "rice")])).toEqual({
    cart: [["rice", 5, 1000]],
    lines: 1,
    added: 1,
    texts: [],
  });
});

test("current price, minimum and stock apply, and missing or changed lines are listed", () => {
  const ordered = [
    line(null, "lamp", 1),
    line(RICE, "rice", 5),
    line(OIL, "oil", 5),
    line(SOAP, "soap", 5),
    line(SALT, "salt", 5),
    line(PASTE, "paste", 5),
  ];
  const sold = [
    product(RICE, "rice", { price_kobo: 1200 }),
    product(OIL, "oil", { min_order: 12 }),
    product(SOAP, "soap", { stock: 3 }),
    product(SALT, "salt", { stock: 0 }),
  ];
  expect(reorder(ordered, sold)).toEqual({
    cart: [
      ["rice", 5, 1200],
      ["oil", 12, 1000],
      ["soap", 3, 1000],
    ],
    lines: 6,
    added: 3,
    texts: [
      "lamp: no longer sold.",
      "rice: Price changed from ₦10.00 to ₦12.00.",
      "oil: Minimum order is 12, quantity raised.",
      "soap: Only 3 left, quantity lowered.",
      "salt: Out of stock.",
      "paste: no longer sold.",
    ],
  });
});

test("price steps and order multiples apply", () => {
  const steps = { order_multiple: 12, min_order: 12, price_steps: [{ from: 24, unit_kobo: 900 }] };
  expect(reorder([line(RICE, "rice", 31)], [product(RICE, "rice", { ...steps, stock: 100 })])).toMatchObject({
    cart: [["rice", 36, 1000]],
    texts: [
      "rice: Price changed from ₦10.00 to ₦9.00. This is sold in multiples of 12 bags: 24 or 36? Quantity is now 36.",
    ],
  });
});

test("lines already in the cart are increased up to the stock", () => {
  const { distributor: _, ...rice } = product(RICE, "rice", { stock: 8 });
  const result = reorder([line(RICE, "rice", 5)], [product(RICE, "rice", { stock: 8 })], [{ ...rice, quantity: 6 }]);
  expect(result).toMatchObject({
    cart: [["rice", 8, 1000]],
    added: 1,
    texts: ["rice: 2 added, the cart then holds all that is left."],
  });
});

test.each([
  [0, 1, "Nothing of order #AB was added to your cart."],
  [0, 3, "Nothing of order #AB was added to your cart."],
  [1, 1, "The product of order #AB is in your cart."],
  [1, 3, "1 of 3 products of order #AB is in your cart."],
  [2, 3, "2 of 3 products of order #AB are in your cart."],
  [3, 3, "All 3 products of order #AB are in your cart."],
])("%i of %i lines: %s", (added, lines, sentence) => {
  expect(reorderSentence({ order: "AB", lines, added })).toBe(sentence);
});
