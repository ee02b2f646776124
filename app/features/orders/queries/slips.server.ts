import { asc, inArray } from "drizzle-orm";
import { type Actor, can } from "#app/lib/permissions.ts";
import type { Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";

export type SlipLine = { product_name: string; unit: string; pieces: number; quantity: number };

export type Slip = {
  id: string;
  order_status: string;
  customer_name: string;
  customer_phone: string;
  shipping_address: string;
  created_at: Date;
  lines: SlipLine[];
};

/** Packing slips: orders by creation time with items but without prices. Throws for non-staff. */
export async function packingSlips(db: Tx, actor: Actor, ids: readonly string[]): Promise<Slip[]> {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  if (ids.length === 0) return [];
  const found = await db
    .select({
      id: orders.id,
      order_status: orders.order_status,
      customer_name: orders.customer_name,
      customer_phone: orders.customer_phone,
      shipping_address: orders.shipping_address,
      created_at: orders.created_at,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.created_at), asc(orders.id));
  const lines = await db
    .select({
      order_id: order_items.order_id,
      product_name: order_items.product_name,
      unit: order_items.unit,
      pieces: order_items.pieces,
      quantity: order_items.quantity,
    })
    .from(order_items)
    .where(inArray(order_items.order_id, [...ids]))
    .orderBy(asc(order_items.product_name), asc(order_items.id));
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  return found.map((order) => ({ ...order, lines: byOrder.get(order.id) ?? [] }));
}
