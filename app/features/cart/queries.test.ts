import { afterAll, beforeAll, expect, test } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { checkCart } from "./queries.server.ts";
import { cartCheckSchema } from "./schema.ts";

let database: Database;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const RICE = uuid(1);
const SOAP = uuid(2);
const GONE = uuid(3);
const FEW = uuid(4);

beforeAll(async () => {
  database = await testDatabase();
  const product = (n: number, name: string) => ({ id: uuid(n), name, slug: name.toLowerCase(), price_kobo: 100_000 });
  await database.db.insert(products).values([
    {
      ...product(1, "Rice"),
      discount_price_kobo: 90_000,
      min_order: 5,
      stock_quantity: 40,
      unit: "50 kg bag",
      distributor: "Kano Grain Union",
      images: ["/files/demo/rice.webp", "/files/demo/rice-2.webp"],
    },
    { ...product(2, "Soap"), stock_quantity: 12 },
    { ...product(3, "Cable") },
    { ...product(4, "Bale"), min_order: 4, stock_quantity: 2 },
    ...Array.from({ length: 300 }, (_, n) => ({ ...product(1000 + n, `Bulk ${n}`), stock_quantity: 9 })),
  ]);
});
afterAll(() => database.close());

test("returns current data of every line in the requested order", async () => {
  const cart = await checkCart(database.db, [
    { id: SOAP, quantity: 20, price_kobo: 100_000 },
    { id: RICE, quantity: 2, price_kobo: 100_000 },
    { id: uuid(99), quantity: 1 },
    { id: GONE, quantity: 1 },
    { id: FEW, quantity: 4 },
  ]);
  expect(cart.lines.map(({ id, quantity, changes }) => [id, quantity, changes])).toEqual([
    [SOAP, 12, [{ type: "only_left", stock: 12 }]],
    [
      RICE,
      5,
      [
        { type: "price_changed", from: 100_000, to: 90_000 },
        { type: "below_minimum", min_order: 5 },
      ],
    ],
    [uuid(99), 0, [{ type: "not_sold" }]],
    [GONE, 0, [{ type: "out_of_stock" }]],
    [
      FEW,
      0,
      [
        { type: "only_left", stock: 2 },
        { type: "below_minimum", min_order: 4 },
      ],
    ],
  ]);
  expect(cart.lines[1]?.product).toEqual({
    ...PLAIN_TERMS,
    id: RICE,
    name: "Rice",
    slug: "rice",
    image: "/files/demo/rice.webp",
    unit: "50 kg bag",
    distributor: "Kano Grain Union",
    price_kobo: 90_000,
    min_order: 5,
    stock: 40,
  });
  expect(cart.lines[0]?.product?.image).toBeNull();
  expect(cart).toMatchObject({ subtotal_kobo: 12 * 100_000 + 5 * 90_000, ok: false, changed: true });
});

test("duplicate ids are merged, ignoring case", async () => {
  const id = "0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11";
  await database.db.insert(products).values({ id, name: "Oil", slug: "oil", price_kobo: 500_000, stock_quantity: 30 });
  const cart = await checkCart(database.db, [
    { id, quantity: 3 },
    { id: id.toUpperCase(), quantity: 4 },
  ]);
  expect(cart.lines).toHaveLength(1);
  expect(cart).toMatchObject({ subtotal_kobo: 7 * 500_000, ok: true, changed: false });
});

test("300 lines are one query", async () => {
  const queries: string[] = [];
  const counted = Object.create(database.db, {
    select: {
      value: (...fields: Parameters<typeof database.db.select>) => (
        queries.push("select"),
        database.db.select(...fields)
      ),
    },
  }) as typeof database.db;
  const lines = Array.from({ length: 300 }, (_, n) => ({ id: uuid(1000 + n), quantity: 3, price_kobo: 100_000 }));
  const cart = await checkCart(counted, lines);
  expect(cart).toMatchObject({ subtotal_kobo: 300 * 300_000, ok: true, changed: false });
  expect(queries).toEqual(["select"]);
});

test("an empty cart runs no query and is not ok", async () => {
  expect(await checkCart(database.db, [])).toMatchObject({ lines: [], subtotal_kobo: 0, ok: false });
});

test.each([
  ["no object", [], "Send the lines of the cart."],
  ["no lines", {}, "Send the lines of the cart as a list."],
  ["an empty cart", { lines: [] }, "The cart is empty."],
  [
    "an id that is no uuid",
    { lines: [{ id: "1; drop table products", quantity: 1 }] },
    "Each line needs the id of a product.",
  ],
  ["a fraction", { lines: [{ id: RICE, quantity: 1.5 }] }, "Quantities are whole numbers."],
  ["nothing wanted", { lines: [{ id: RICE, quantity: 0 }] }, "Quantities start at 1."],
  ["too much wanted", { lines: [{ id: RICE, quantity: 1_000_001 }] }, "That quantity is too large."],
  ["a price with a fraction", { lines: [{ id: RICE, quantity: 1, price_kobo: 0.5 }] }, "Prices are whole kobo."],
  [
    "301 lines",
    { lines: Array.from({ length: 301 }, (_, n) => ({ id: uuid(n), quantity: 1 })) },
    "A cart holds at most 300 products.",
  ],
])("the schema rejects %s", (_, input, message) => {
  expect(cartCheckSchema.safeParse(input).error?.issues[0]?.message).toBe(message);
});
