import { and, asc, inArray, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { notPackedReason } from "../rules.ts";
import { PAYMENT_STATE } from "./money.server.ts";

const NOTHING_LEFT = "all of its goods went back to stock";

export type Slip = Awaited<ReturnType<typeof packingSlips>>["slips"][number];

/** Units of a line that travel or have arrived; lost ones are packed again. */
const SENT = sql<number>`coalesce((
  select sum(l.quantity) from shipment_lines l join shipments s on s.id = l.shipment_id
  where l.order_item_id = order_items.id and s.status in ('sent', 'arrived', 'delivered')), 0)::integer`;

/**
 * Packing slips: orders by creation time with items but without prices, less what went back to stock and, while there is
 * something left to pack (`is_rest`), what was sent already. `left` are orders
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
      sent: SENT,
    })
    .from(order_items)
    .where(and(inArray(order_items.order_id, [...ids]), sql`${order_items.restocked} < ${order_items.quantity}`))
    .orderBy(asc(order_items.id));
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const slips = found.map(({ payment_status, ...order }) => {
    const { packed, is_rest } = toPack(byOrder.get(order.id) ?? []);
    const reason = notPackedReason({ ...order, payment_status }) ?? (packed.length > 0 ? null : NOTHING_LEFT);
    return { ...order, lines: packed, is_rest, reason };
  });
  return {
    slips: slips.filter(({ reason }) => reason === null),
    left: slips.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}

/** What is still to be packed of an order, or all of it once everything was sent. */
function toPack<Line extends { quantity: number; sent: number }>(lines: readonly Line[]) {
  const rest = lines.map((line) => ({ ...line, quantity: line.quantity - line.sent }));
  const left = rest.filter(({ quantity }) => quantity > 0);
  const is_rest = left.length > 0 && lines.some(({ sent }) => sent > 0);
  return { packed: left.length > 0 ? left : lines, is_rest };
}
