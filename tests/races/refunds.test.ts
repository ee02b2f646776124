import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestRefund } from "#app/flows/refund-order.server.ts";
import { cancelOrder } from "#app/flows/set-order-status.server.ts";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import { order_items } from "#db/schema/orders.ts";
import { makeGoods, startedPayment, stockNow, testCheckout } from "../fixtures/checkout.ts";
import { adminContext } from "../fixtures/orders.ts";
import { makeBoss } from "../fixtures/payments.ts";
import { postgresDatabase } from "../setup/postgres.ts";

/** A paid order of 3 of 10 units on a real PostgreSQL, and an admin. */
async function paidOrder() {
  const database = await postgresDatabase();
  const ctx = testCheckout(database);
  const goods = await makeGoods(database, { stock: 10 });
  const { reference } = await startedPayment(ctx, [[goods, 3]]);
  ctx.payments.set(reference, { status: "success" });
  const settled = await settlePayment(ctx, reference);
  if (settled.state !== "paid") throw new Error("not paid");
  const [line] = await database.db.select().from(order_items).where(eq(order_items.order_id, settled.order_id));
  const boss = await makeBoss(database);
  return { database, ctx, goods, reference, order_id: settled.order_id, item_id: line?.id ?? 0, boss };
}

test("ten admins who refund the same line at once send the money back once", async () => {
  const { ctx, reference, item_id, boss, database, goods } = await paidOrder();
  const lines = [{ item_id, quantity: 3, restock: 3 }];
  const request = () => ({ request_id: randomUUID(), reference, lines, reason: "Damaged", seen_refunded_kobo: 0 });
  const results = await Promise.all(Array.from({ length: 10 }, () => requestRefund(ctx, boss, request())));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(["in_progress", "changed"]).toContain(result.reason);
  expect(ctx.payments.refundsOf.get(reference)).toHaveLength(1);
  expect(await stockNow(database, [goods])).toEqual([10]);
});

test("one request that comes five times at once is one refund", async () => {
  const { ctx, reference, item_id, boss } = await paidOrder();
  const lines = [{ item_id, quantity: 1, restock: 0 }];
  const once = { request_id: randomUUID(), reference, lines, reason: "Damaged", seen_refunded_kobo: 0 };
  await Promise.all(Array.from({ length: 5 }, () => requestRefund(ctx, boss, once)));
  expect(await requestRefund(ctx, boss, once)).toMatchObject({ ok: true, amount_kobo: 100_000 });
  expect(ctx.payments.refundsOf.get(reference)).toHaveLength(1);
});

test("a cancellation beside a refund never puts back more than was bought", async () => {
  const { ctx, reference, item_id, boss, database, goods, order_id } = await paidOrder();
  const lines = [{ item_id, quantity: 3, restock: 2 }];
  const refund = { request_id: randomUUID(), reference, lines, reason: "Damaged", seen_refunded_kobo: 0 };
  await Promise.all([
    requestRefund(ctx, boss, refund),
    ...Array.from({ length: 4 }, () =>
      cancelOrder(adminContext(database), boss, { id: order_id, restock: [{ item_id, quantity: 2 }] }),
    ),
  ]);
  expect(await stockNow(database, [goods])).toEqual([9]);
  const [line] = await database.db.select().from(order_items).where(eq(order_items.id, item_id));
  expect(line?.restocked).toBe(2);
});
