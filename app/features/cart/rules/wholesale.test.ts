import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLAIN_TERMS, quantityRange } from "#app/features/pricing/rules.ts";
import type { Database } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { lineMessages } from "../components/cart-messages.ts";
import { checkCart } from "../queries.server.ts";
import { addLine, cartPrices, clampQuantity, readCart, storedLines, totalOf, type CartItem } from "../rules.ts";
import { applyCheck, compareCart, linesToCheck, type SoldProduct } from "./check.ts";

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const GROUP = uuid(900);

const shirt = (n: number, more: Partial<SoldProduct> = {}): SoldProduct => ({
  ...PLAIN_TERMS,
  id: uuid(n),
  name: `Shirt ${n}`,
  slug: `shirt-${n}`,
  image: null,
  unit: "piece",
  distributor: "Aba Cloth",
  price_kobo: 100_000,
  min_order: 12,
  order_multiple: 12,
  stock: 100,
  price_steps: [{ from: 48, unit_kobo: 90_000 }],
  larger_units: [{ unit: "carton", pieces: 12 }],
  group_id: GROUP,
  mixed_price_breaks: true,
  ...more,
});

function inCart(product: SoldProduct, quantity: number): CartItem {
  const { distributor: _, ...facts } = product;
  return { ...facts, quantity };
}
const sold = (...list: SoldProduct[]) => new Map(list.map((product) => [product.id, product]));

describe("steps of a group", () => {
  test("count all available lines of the group", () => {
    const items = [inCart(shirt(1), 24), inCart(shirt(2), 24)];
    expect(totalOf(items)).toBe(48 * 90_000);
    const cart = compareCart(linesToCheck(items), sold(shirt(1), shirt(2)));
    expect(cart).toMatchObject({ changed: false, ok: true, subtotal_kobo: 48 * 90_000 });
    expect(cart.lines[0]).toMatchObject({ unit_kobo: 90_000, counted: 48, total_kobo: 24 * 90_000 });
  });

  test("lose what is sold out, and the other line says its price", () => {
    const items = [inCart(shirt(1), 24), inCart(shirt(2), 24)];
    const cart = compareCart(linesToCheck(items), sold(shirt(1), shirt(2, { stock: 0 })));
    expect(cart.lines[0]?.changes).toEqual([{ type: "price_changed", from: 90_000, to: 100_000 }]);
    expect(cart.subtotal_kobo).toBe(24 * 100_000);
    const applied = applyCheck(items, cart.lines);
    expect(totalOf(applied.items.slice(0, 1))).toBe(cart.subtotal_kobo);
    expect(compareCart(linesToCheck(applied.items), sold(shirt(1), shirt(2, { stock: 0 }))).lines[0]?.changes).toEqual(
      [],
    );
  });

  test("a line that was not checked counts and is unchanged", () => {
    const asked = inCart(shirt(1), 24);
    const added = inCart(shirt(2), 24);
    const { lines } = compareCart(linesToCheck([asked]), sold(shirt(1)));
    const { items, changes } = applyCheck([asked, added], lines);
    expect(items).toEqual([asked, added]);
    expect(changes).toEqual({ [asked.id]: [] });
  });
});

describe("a quantity off the multiple", () => {
  test.each([
    [30, 24, "multiple", "This is sold in cartons of 12: 24 or 36? Quantity is now 24"],
    [31, 36, "multiple", "This is sold in cartons of 12: 24 or 36? Quantity is now 36"],
    [98, 96, "multiple", "This is sold in cartons of 12: 96? Quantity is now 96"],
    [5, 12, "minimum", "Minimum order is 12, quantity raised"],
    [200, 96, "only_left", "Only 100 left, quantity lowered"],
  ] as const)(
    "%i becomes %i (%s) in the browser and at the server, which says why",
    (wanted, quantity, limit, text) => {
      expect(clampQuantity(wanted, inCart(shirt(1), 12))).toEqual({ quantity, limit });
      const { lines, changed } = compareCart([{ id: uuid(1), quantity: wanted }], sold(shirt(1)));
      expect(lines[0]).toMatchObject({ requested: wanted, quantity, buyable: true });
      expect(changed).toBe(true);
      expect(lineMessages(inCart(shirt(1), quantity), lines[0]?.changes).map((message) => message.text)).toEqual([
        text,
      ]);
    },
  );

  test("adding stays on the multiple and within the stock", () => {
    const first = addLine([], inCart(shirt(1), 84));
    expect(addLine(first.items, inCart(shirt(1), 12))).toMatchObject({ added: 12, limit: null });
    expect(addLine(first.items, inCart(shirt(1), 24))).toMatchObject({ added: 12, limit: "only_left" });
  });
});

describe("stored carts", () => {
  test("keep the wholesale terms", () => {
    const items = [inCart(shirt(1), 24)];
    expect(readCart({ items: storedLines(items) }).items).toEqual(items);
  });

  test("of older versions get default terms until the server check, then the price", () => {
    const { price_kobo: _, ...old } = { ...inCart(shirt(1), 50) };
    const plain = Object.fromEntries(Object.entries(old).filter(([name]) => !(name in PLAIN_TERMS)));
    const { items } = readCart({ items: [{ ...plain, price: 1_000 }] });
    expect(items).toEqual([{ ...inCart(shirt(1), 50), ...PLAIN_TERMS }]);
    const { lines } = compareCart(linesToCheck(items), sold(shirt(1)));
    expect(applyCheck(items, lines)).toEqual({
      items: [inCart(shirt(1), 48)],
      changes: {
        [uuid(1)]: [
          { type: "price_changed", from: 100_000, to: 90_000 },
          { type: "off_multiple", asked: 50 },
        ],
      },
    });
  });

  test.each([
    ["steps", { price_steps: [{ from: "x", unit_kobo: 5 }, null, { from: 3, unit_kobo: -1 }] }, { price_steps: [] }],
    ["steps that are no list", { price_steps: { from: 3 } }, { price_steps: [] }],
    ["multiple", { order_multiple: 5 }, { order_multiple: 1 }],
    ["pieces", { pieces: 0 }, { pieces: 1 }],
    [
      "units",
      {
        larger_units: [
          { unit: 5, pieces: 24 },
          { unit: "box", pieces: 24 },
        ],
      },
      { larger_units: [{ unit: "box", pieces: 24 }] },
    ],
    ["group", { group_id: "__proto__", mixed_price_breaks: "yes" }, { group_id: null, mixed_price_breaks: false }],
  ])("with broken %s are repaired", (_, broken, repaired) => {
    const item = inCart(shirt(1), 24);
    expect(readCart({ items: [{ ...item, ...broken }] }).items).toEqual([{ ...item, ...repaired }]);
  });
});

describe("server and browser", () => {
  let database: Database;
  let goods: SoldProduct[] = [];
  const ids = Array.from({ length: 24 }, (_, n) => uuid(n + 1));

  beforeAll(async () => {
    database = await testDatabase();
    const groups = [0, 1, 2].map((n) => ({
      id: uuid(900 + n),
      name: `Group ${n}`,
      option_names: ["size"],
      mixed_price_breaks: n !== 2,
    }));
    await database.db.insert(product_groups).values(groups);
    await database.db.insert(products).values(
      ids.map((id, n) => ({
        id,
        name: `Goods ${n}`,
        slug: `goods-${n}`,
        price_kobo: 100_003 + n * 7_919,
        discount_price_kobo: n % 3 === 0 ? 90_001 + n * 7_907 : null,
        order_multiple: 1 + (n % 4) * 3,
        min_order: (1 + (n % 4) * 3) * (1 + (n % 3)),
        stock_quantity: 40 + n * 13,
        price_steps: Array.from({ length: n % 9 }, (__, s) => ({ from: 31 + s * 17, unit_kobo: 80_009 - s * 8_009 })),
        group_id: n % 2 === 0 ? uuid(900 + (n % 3)) : null,
        option_values: { size: String(n) },
      })),
    );
    const { lines } = await checkCart(
      database.db,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    goods = lines.flatMap((line) => line.product ?? []);
  });
  afterAll(() => database.close());

  test("agree to the kobo on every cart of allowed quantities", async () => {
    expect(goods).toHaveLength(24);
    const cart = fc.uniqueArray(fc.tuple(fc.nat(23), fc.nat(60)), {
      selector: ([n]) => n,
      minLength: 1,
      maxLength: 24,
    });
    await fc.assert(
      fc.asyncProperty(cart, async (picks) => {
        let items: CartItem[] = [];
        for (const [n, steps] of picks) {
          const product = goods[n];
          if (!product) throw new Error("no such product");
          const range = quantityRange({ ...product, stock_quantity: product.stock });
          if (!range.buyable) throw new Error("not buyable");
          const quantity = Math.min(range.min + steps * range.step, range.max);
          const result = addLine(items, inCart(product, quantity));
          expect(result).toMatchObject({ added: quantity, limit: null });
          items = result.items;
        }
        const stored = readCart({ items: storedLines(items) }).items;
        const answer = await checkCart(database.db, linesToCheck(stored));
        expect(answer).toMatchObject({ changed: false, subtotal_kobo: totalOf(stored) });
        const prices = cartPrices(stored);
        for (const line of answer.lines) {
          const { counted, unit_kobo, total_kobo } = line;
          expect(prices.get(line.id)).toEqual({ counted, unit_kobo, total_kobo });
          expect(total_kobo).toBe(line.quantity * unit_kobo);
        }
      }),
      { numRuns: 60 },
    );
  });
});
