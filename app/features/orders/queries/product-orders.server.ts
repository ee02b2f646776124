import { and, countDistinct, eq, ne, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";

/** The number of orders that contain one of the products of this query of ids, without cancelled ones. */
export async function ordersWithProducts(db: Tx, productIds: SQL): Promise<number> {
  const [row] = await db
    .select({ orders: countDistinct(order_items.order_id) })
    .from(order_items)
    .innerJoin(orders, eq(orders.id, order_items.order_id))
    .where(and(sql`${order_items.product_id} in ${productIds}`, ne(orders.order_status, "cancelled")));
  return row?.orders ?? 0;
}
