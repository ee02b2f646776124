import { and, asc, inArray, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { notPackedReason } from "../rules.ts";
import { PAYMENT_STATE } from "./money.server.ts";

const NOTHING_LEFT = "all of its goods went back to stock";

export type Slip = Awaited<ReturnType<typeof packingSlips>>["slips"][number];

/**
 * Packing slips: orders by creation time with items but without prices, less what went back to stock. `left` are orders
 * that are not packed, with the reason. Throws for non-staff.
 */
export async function packingSlips(db: Tx, actor: Actor, ids: readonly string[]) {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  if (ids.length === 0) return { slips: [], left: [] };
  const found = await db
    .select({
      ...pickColumns(orders, "id", "order_status", "customer_name"),
      payment_status: PAYMENT_STATE,
      ...pickColumns(orders, "customer_phone", "substitute_phone", "shipping_address", "created_at"),
      ...pickColumns(orders, "delivery_text", "promised_from", "promised_to", "first_promised_to"),
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.created_at), asc(orders.id));
  const lines = await db
    .select({
      ...pickColumns(order_items, "order_id", "product_name", "unit", "pieces"),
      quantity: sql<number>`${order_items.quantity} - ${order_items.restocked}`,
    })
    .from(order_items)
    .where(and(inArray(order_items.order_id, [...ids]), sql`${order_items.restocked} < ${order_items.quantity}`))
    .orderBy(asc(order_items.id));
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const slips = found.map(({ payment_status, ...order }) => {
    const packed = byOrder.get(order.id) ?? [];
    const reason = notPackedReason({ ...order, payment_status }) ?? (packed.length > 0 ? null : NOTHING_LEFT);
    return { ...order, lines: packed, reason };
  });
  return {
    slips: slips.filter(({ reason }) => reason === null),
    left: slips.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}
