import { asc, eq, sql } from "drizzle-orm";
import { lockProducts, restock } from "#app/features/products/commands/stock.server.ts";
import type { Tx } from "#db/client.server.ts";
import { order_items } from "#db/schema/orders.ts";
import { restockProblem, type RestockProblem } from "../rules/updates.ts";

/**
 * Returns quantities of order lines to stock. Each line counts what was restocked, so that the total never exceeds the
 * quantity bought. Returns the refusal reason without changes, or null. The caller locks the order row.
 */
export async function restockItems(
  tx: Tx,
  orderId: string,
  requested: readonly { item_id: string; quantity: number }[],
): Promise<RestockProblem | null> {
  const items = await tx
    .select({
      id: order_items.id,
      product_id: order_items.product_id,
      quantity: order_items.quantity,
      restocked: order_items.restocked,
    })
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id))
    .for("update");
  const problem = restockProblem(items, requested);
  if (problem) return problem;
  const lines = requested.flatMap(({ item_id, quantity }) => {
    const id = items.find((item) => item.id === item_id)?.product_id;
    return id && quantity > 0 ? [{ id, item_id, quantity }] : [];
  });
  if (lines.length === 0) return null;
  await lockProducts(tx, [...new Set(lines.map(({ id }) => id))]);
  for (const { item_id, quantity } of lines) {
    await tx
      .update(order_items)
      .set({ restocked: sql`restocked + ${quantity}` })
      .where(eq(order_items.id, item_id));
  }
  await restock(tx, lines, orderId);
  return null;
}
