import { and, countDistinct, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";

/** The number of orders that contain one of these products, without cancelled ones. */
export async function ordersWithProducts(db: Tx, productIds: readonly string[]): Promise<number> {
  if (productIds.length === 0) return 0;
  const [row] = await db
    .select({ orders: countDistinct(order_items.order_id) })
    .from(order_items)
    .innerJoin(orders, eq(orders.id, order_items.order_id))
    // One parameter: a distributor may have thousands of products.
    .where(
      and(
        sql`${order_items.product_id} = any(${`{${productIds.join()}}`}::uuid[])`,
        ne(orders.order_status, "cancelled"),
      ),
    );
  return row?.orders ?? 0;
}
