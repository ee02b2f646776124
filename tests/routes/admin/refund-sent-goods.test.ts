import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestRefund } from "#app/flows/refund-order.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { shipment_lines, shipments } from "#db/schema/shipments.ts";
import { boss, ctx, database, makePayment, ordersOf, setUpPayments } from "#tests/fixtures/payments.ts";

setUpPayments();

test("a refund of what was left to send: the order whose other goods have arrived is delivered", async () => {
  const { reference } = await makePayment();
  const [order] = await ordersOf(reference);
  const order_id = order?.id ?? "";
  const [item] = await database.db.select().from(order_items).where(eq(order_items.order_id, order_id));
  const item_id = item?.id ?? 0;
  await database.db.update(orders).set({ order_status: "shipped" }).where(eq(orders.id, order_id));
  const at = new Date();
  const [part] = await database.db
    .insert(shipments)
    .values({ order_id, number: 1, status: "delivered", sent_at: at, delivered_at: at })
    .returning({ id: shipments.id });
  // Two of its three pieces.
  await database.db.insert(shipment_lines).values({ shipment_id: part?.id ?? "", order_item_id: item_id, quantity: 2 });
  const status = async () => (await database.db.select().from(orders).where(eq(orders.id, order_id)))[0]?.order_status;
  const refund = async (restock: number, seen_refunded_kobo: number) =>
    await requestRefund(ctx, boss, {
      request_id: randomUUID(),
      reference,
      lines: [{ item_id, quantity: 1, restock }],
      reason: "Damaged",
      seen_refunded_kobo,
    });
  expect([(await refund(0, 0)).ok, await status()]).toEqual([true, "shipped"]);
  expect([(await refund(1, 100_000)).ok, await status()]).toEqual([true, "delivered"]);
});
