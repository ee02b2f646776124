import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressContext, shopContext, type Shop } from "#app/platform/context.server.ts";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";
import { makeAttempt, makeGoods } from "#tests/fixtures/checkout.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { action, loader } from "./cart-check.ts";

const ID = "0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11";
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await database.db
    .insert(products)
    .values({ id: ID, name: "Rice", slug: "rice", price_kobo: 90_000, stock_quantity: 40 });
});
afterAll(() => database.close());

function post(body: string, type = "application/json", method = "POST", wait: number | null = null) {
  const context = new RouterContextProvider();
  context.set(shopContext, { db: database.db, limits: { hit: async () => wait } } as unknown as Shop);
  context.set(addressContext, "10.0.0.1");
  const request = new Request("http://shop.test/cart/check", { method, headers: { "Content-Type": type }, body });
  return action({ request, context } as unknown as Parameters<typeof action>[0]);
}

test("returns current data without caching", async () => {
  const response = await post(JSON.stringify({ lines: [{ id: ID, quantity: 50, price_kobo: 100_000 }] }));
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(await response.json()).toMatchObject({
    subtotal_kobo: 40 * 90_000,
    ok: true,
    changed: true,
    lines: [
      {
        id: ID,
        quantity: 40,
        changes: [
          { type: "price_changed", from: 100_000, to: 90_000 },
          { type: "only_left", stock: 40 },
        ],
      },
    ],
  });
});

test("too many requests are answered with 429", async () => {
  const response = await post(JSON.stringify({ lines: [{ id: ID, quantity: 1 }] }), undefined, undefined, 30);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "30"]);
});

test("stock held by the caller's own payment is available to that caller only", async () => {
  const [mine, others] = [crypto.randomUUID(), crypto.randomUUID()];
  const rice = await makeGoods(database, { stock: 73 });
  const attempt = await makeAttempt(database, { checkout_id: mine });
  const line = { attempt_id: attempt, product_id: rice, product_name: "Rice", product_price_kobo: 100_000 };
  await database.db.insert(payment_attempt_items).values({ ...line, quantity: 222 });
  const asks = async (checkout_id?: string) => {
    const response = await post(JSON.stringify({ lines: [{ id: rice, quantity: 222 }], checkout_id }));
    return ((await response.json()) as { lines: unknown[] }).lines[0];
  };
  expect(await asks(mine)).toMatchObject({ quantity: 222, changes: [], product: { stock: 295 } });
  for (const other of [undefined, others])
    expect(await asks(other)).toMatchObject({ quantity: 73, changes: [{ type: "only_left", stock: 73 }] });
  for (const change of [{ hold: "released" }, { hold: "held", status: "review" }]) {
    await database.db.update(payment_attempts).set(change).where(eq(payment_attempts.id, attempt));
    expect(await asks(mine)).toMatchObject({ quantity: 73 });
  }
});

test.each([
  [
    "an id of a checkout that is none",
    400,
    () => post(JSON.stringify({ lines: [{ id: ID, quantity: 1 }], checkout_id: "x" })),
  ],
  ["broken JSON", 400, () => post("{lines:")],
  ["no lines", 400, () => post("{}")],
  ["a cart of nothing", 400, () => post(`{"lines":[]}`)],
  ["an id that is no uuid", 400, () => post(`{"lines":[{"id":"rice","quantity":1}]}`)],
  ["half a unit", 400, () => post(`{"lines":[{"id":"${ID}","quantity":0.5}]}`)],
  ["another content type", 415, () => post(`{"lines":[]}`, "text/plain")],
  ["a form", 415, () => post("lines=1", "application/x-www-form-urlencoded")],
  ["more than 64 KB", 413, () => post(JSON.stringify({ lines: [], more: "x".repeat(70_000) }))],
  ["PUT", 405, () => post("{}", "application/json", "PUT")],
  ["GET", 405, () => loader()],
])("%s is refused with %i and a sentence", async (_, status, send) => {
  const response = await send();
  expect(response.status).toBe(status);
  expect((await response.json()).message).toMatch(/^[A-Z].+\.$/);
});
