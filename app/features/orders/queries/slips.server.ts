import { asc, inArray } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";

export type Slip = Awaited<ReturnType<typeof packingSlips>>[number];

/** Packing slips: orders by creation time with items but without prices. Throws for non-staff. */
export async function packingSlips(db: Tx, actor: Actor, ids: readonly string[]) {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  if (ids.length === 0) return [];
  const found = await db
    .select({
      ...pickColumns(orders, "id", "order_status", "customer_name"),
      ...pickColumns(orders, "customer_phone", "shipping_address", "created_at"),
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.created_at), asc(orders.id));
  const lines = await db
    .select(pickColumns(order_items, "order_id", "product_name", "unit", "pieces", "quantity"))
    .from(order_items)
    .where(inArray(order_items.order_id, [...ids]))
    .orderBy(asc(order_items.product_name), asc(order_items.id));
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  return found.map((order) => ({ ...order, lines: byOrder.get(order.id) ?? [] }));
}
