import { randomUUID } from "node:crypto";
import { eq, sum } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { cancelOrder, setOrderStatus } from "#app/flows/set-order-status.server.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import type { Database } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { stock_movements } from "#db/schema/payments.ts";
import { actorOf } from "../fixtures/actors.ts";
import { makeGoods, startInput, stockNow, testCheckout } from "../fixtures/checkout.ts";
import { adminContext, makeOrder } from "../fixtures/orders.ts";
import { postgresDatabase } from "../setup/postgres.ts";

let database: Database;
const admin = actorOf(randomUUID(), "admin");

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 30 });
  return () => database.close();
});

/** A cancelled order of one unit of each product, whose goods went back to stock. */
async function cancelledOrder(goods: readonly string[]) {
  const items = goods.map((product_id) => ({
    name: `Goods ${product_id}`,
    price_kobo: 100_000,
    quantity: 1,
    product_id,
  }));
  const id = await makeOrder(database, null, { items });
  const lines = await database.db.select().from(order_items).where(eq(order_items.order_id, id));
  const restock = lines.map((line) => ({ item_id: line.id, quantity: 1 }));
  await cancelOrder(adminContext(database), admin, { id, restock });
  return id;
}

const reopen = (id: string, status = "processing") => setOrderStatus(adminContext(database), admin, { id, status });
const statusOf = async (id: string) =>
  (await database.db.select().from(orders).where(eq(orders.id, id)))[0]?.order_status;
/** The sum of a product's movements, which equals its change of stock. */
async function movedOf(goods: string) {
  const [row] = await database.db
    .select({ moved: sum(stock_movements.quantity).mapWith(Number) })
    .from(stock_movements)
    .where(eq(stock_movements.product_id, goods));
  return row?.moved;
}

test("ten admins who reopen one order at once take its goods once", async () => {
  const goods = await makeGoods(database, { stock: 4 });
  const id = await cancelledOrder([goods]);
  const results = await Promise.all(Array.from({ length: 10 }, () => reopen(id)));
  expect(results.filter((result) => result.ok && result.changed)).toMatchObject([{ taken: 1 }]);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect([await stockNow(database, [goods]), await movedOf(goods)]).toEqual([[4], 0]);
});

test("the last piece goes either to a shopper or to the reopened order", async () => {
  const ctx = testCheckout(database);
  for (let round = 0; round < 10; round += 1) {
    const goods = await makeGoods(database, { stock: 0 });
    const id = await cancelledOrder([goods]);
    const [bought, reopened] = await Promise.all([startCheckout(ctx, startInput([[goods, 1]])), reopen(id)]);
    expect([bought.ok, reopened.ok].filter(Boolean)).toHaveLength(1);
    if (!reopened.ok) expect(reopened).toMatchObject({ reason: "short", lines: [{ needed: 1, left: 0 }] });
    expect([await stockNow(database, [goods]), await movedOf(goods)]).toEqual([[0], 0]);
    expect(await statusOf(id)).toBe(reopened.ok ? "processing" : "cancelled");
  }
});

test("orders with the same products in another order, reopened beside carts, neither block nor oversell", async () => {
  const ctx = testCheckout(database);
  const goods = await Promise.all(Array.from({ length: 6 }, () => makeGoods(database, { stock: 0 })));
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await cancelledOrder(n % 2 === 0 ? goods : goods.toReversed()));
  const [carts, reopened] = await Promise.all([
    Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const own = n % 2 === 0 ? goods.toReversed() : goods;
        return startCheckout(ctx, startInput(own.map((id) => [id, 1])));
      }),
    ),
    Promise.all(ids.map((id) => reopen(id, "shipped"))),
  ]);
  const taken = [...carts, ...reopened].filter(({ ok }) => ok);
  expect(taken).toHaveLength(8);
  expect(await stockNow(database, goods)).toEqual(goods.map(() => 0));
  for (const id of goods) expect(await movedOf(id)).toBe(0);
});
