import { expect, describe, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import { MAX_QUANTITY, mergeLines, type CartItem } from "../rules.ts";
import { applyCheck, compareCart, compareLine, mergeChanges, type LineChange, type SoldProduct } from "./check.ts";

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

const sold = (changes: Partial<SoldProduct> = {}): SoldProduct => {
  const { quantity: _, ...facts } = line();
  return { ...facts, stock: 40, distributor: "Kano Grain Union", ...changes };
};

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

test("mergeLines adds up repeated ids and keeps the first price", () => {
  const lines = [
    { id: ID, quantity: 5, price_kobo: 100 },
    { id: OTHER, quantity: 1 },
    { id: ID.toUpperCase(), quantity: MAX_QUANTITY, price_kobo: 90 },
  ];
  expect(mergeLines(lines)).toEqual([
    { id: ID, quantity: MAX_QUANTITY, price_kobo: 100 },
    { id: OTHER, quantity: 1, price_kobo: undefined },
  ]);
});

const PRICE: LineChange = { type: "price_changed", from: 7_000_000, to: 6_920_000 };

const CASES: [string, Partial<CartItem>, SoldProduct | null, number, LineChange[]][] = [
  ["unchanged", {}, sold(), 5, []],
  ["dearer or cheaper", { price_kobo: 7_000_000 }, sold(), 5, [PRICE]],
  ["no price known before", { price_kobo: undefined }, sold(), 5, []],
  ["below the minimum", { quantity: 2 }, sold(), 5, [{ type: "below_minimum", min_order: 5 }]],
  ["more than is left", { quantity: 50 }, sold(), 40, [{ type: "only_left", stock: 40 }]],
  ["exactly what is left", { quantity: 40 }, sold(), 40, []],
  ["out of stock", {}, sold({ stock: 0 }), 0, [{ type: "out_of_stock" }]],
  ["dearer and out of stock", { price_kobo: 7_000_000 }, sold({ stock: 0 }), 0, [PRICE, { type: "out_of_stock" }]],
  [
    "less left than the minimum",
    {},
    sold({ stock: 3 }),
    0,
    [
      { type: "only_left", stock: 3 },
      { type: "below_minimum", min_order: 5 },
    ],
  ],
  ["not sold", {}, null, 0, [{ type: "not_sold" }]],
  ["dearer and fewer", { price_kobo: 7_000_000, quantity: 41 }, sold(), 40, [PRICE, { type: "only_left", stock: 40 }]],
];

describe("compareLine", () => {
  test.each(CASES)("%s", (_, changed, product, quantity, changes) => {
    const checked = compareLine({ ...line(), ...changed }, product);
    expect(checked).toMatchObject({ quantity, changes, buyable: quantity > 0, product });
    expect(checked.total_kobo).toBe(quantity * (product?.price_kobo ?? 0));
  });

  test("the resulting quantity is unchanged in a second check", () => {
    for (const [, changed, product] of CASES) {
      const first = compareLine({ ...line(), ...changed }, product);
      if (!first.buyable) continue;
      const { price_kobo } = first.product;
      expect(compareLine({ id: ID, quantity: first.quantity, price_kobo }, product).changes).toEqual([]);
    }
  });
});

describe("compareCart", () => {
  test("the parts add up to the subtotal", () => {
    const lines = CASES.map(([, changed], i) => ({ ...line(), ...changed, id: uuid(i) }));
    const products = new Map(CASES.flatMap(([, , product], i) => (product ? [[uuid(i), product] as const] : [])));
    const cart = compareCart(lines, products);
    expect(cart.lines.map((checked) => checked.id)).toEqual(lines.map(({ id }) => id));
    expect(cart.subtotal_kobo).toBe(cart.lines.reduce((sum, checked) => sum + checked.total_kobo, 0));
    expect(cart.subtotal_kobo).toBe(140 * 6_920_000);
    expect(cart).toMatchObject({ ok: false, changed: true });
  });

  test.each([
    ["a good cart", [line()], sold(), { ok: true, changed: false, amount_problem: null }],
    ["a cart that changed", [line({ quantity: 90 })], sold(), { ok: true, changed: true, amount_problem: null }],
    ["an empty cart", [], sold(), { ok: false, changed: false }],
    ["a cart with goods gone", [line()], sold({ stock: 0 }), { ok: false, changed: true }],
    [
      "too large",
      [line({ price_kobo: 900_000_000 })],
      sold({ price_kobo: 900_000_000 }),
      { ok: false, changed: false, amount_problem: "too_large" },
    ],
    [
      "too small",
      [line({ price_kobo: 900 })],
      sold({ price_kobo: 900 }),
      { ok: false, changed: false, amount_problem: "too_small" },
    ],
  ] as const)("%s", (_, lines, product, result) => {
    expect(compareCart([...lines], new Map([[ID, product]]))).toMatchObject(result);
  });
});

describe("applyCheck", () => {
  const asked = (product: SoldProduct | null) => [compareLine(line(), product)];

  test("updates price, name, minimum and stock", () => {
    const today = sold({ price_kobo: 7_000_000, name: "Royal Grain parboiled rice", min_order: 6, stock: 50 });
    const { distributor: _, ...facts } = today;
    const { items, changes } = applyCheck([line()], asked(today));
    expect(items).toEqual([{ ...facts, quantity: 6 }]);
    expect(changes[ID]?.map((change) => change.type)).toEqual(["price_changed", "below_minimum"]);
  });

  test("a late response keeps quantities and lines changed meanwhile", () => {
    const added = line({ id: OTHER });
    const { items, changes } = applyCheck([line({ quantity: 9 }), added], asked(sold()));
    expect(items).toEqual([line({ quantity: 9 }), added]);
    expect(changes).toEqual({ [ID]: [] });
  });

  test("a line removed meanwhile stays removed", () => {
    expect(applyCheck([], asked(sold()))).toEqual({ items: [], changes: {} });
  });

  test.each([
    ["not sold", null, 40],
    ["out of stock", sold({ stock: 0 }), 0],
    ["too few", sold({ stock: 3 }), 3],
  ])("a line that is %s keeps its quantity", (_, product, stock) => {
    expect(applyCheck([line()], asked(product)).items).toEqual([line({ stock })]);
  });
});

test.each<[string, LineChange[], LineChange[], LineChange[]]>([
  ["news are added", [], [PRICE], [PRICE]],
  ["news stay when nothing new is said", [PRICE], [], [PRICE]],
  [
    "a price keeps where it came from",
    [PRICE],
    [{ type: "price_changed", from: 6_920_000, to: 7_100_000 }],
    [{ type: "price_changed", from: 7_000_000, to: 7_100_000 }],
  ],
  ["a price that came back is no news", [PRICE], [{ type: "price_changed", from: 6_920_000, to: 7_000_000 }], []],
  [
    "less is left",
    [{ type: "only_left", stock: 9 }],
    [{ type: "only_left", stock: 4 }],
    [{ type: "only_left", stock: 4 }],
  ],
  [
    "gone replaces what was left",
    [{ type: "only_left", stock: 9 }],
    [{ type: "out_of_stock" }],
    [{ type: "out_of_stock" }],
  ],
  ["back in stock", [{ type: "out_of_stock" }], [], []],
  ["sold again", [PRICE, { type: "not_sold" }], [], [PRICE]],
])("%s", (_, before, now, merged) => {
  expect(mergeChanges(before, now)).toEqual(merged);
});
