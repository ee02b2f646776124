import { asc, eq, sql, gt, and } from "drizzle-orm";
import type { OrderLineOfGoods } from "#app/features/orders/rules/transitions.ts";
import { restockProblem, type RestockProblem } from "#app/features/orders/rules/updates.ts";
import { lockProducts, restock, stockOf, takeStock } from "#app/features/products/commands/stock.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items } from "#db/schema/orders.ts";

type Chosen = { item_id: number; quantity: number };

/** The lines of an order, locked until the end of the transaction. The caller locks the order row. */
export async function lockLines(tx: Tx, orderId: string): Promise<OrderLineOfGoods[]> {
  return await tx
    .select(pickColumns(order_items, "id", "product_id", "product_name", "quantity", "restocked"))
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id))
    .for("update");
}

/**
 * Returns quantities of order lines to stock. Each line counts what was restocked, so that the total never exceeds the
 * quantity bought. Returns the refusal reason without changes, or null. The caller locks the order row.
 */
export async function restockItems(
  tx: Tx,
  orderId: string,
  requested: readonly Chosen[],
): Promise<RestockProblem | null> {
  const lines = await lockLines(tx, orderId);
  const problem = restockProblem(lines, requested);
  if (!problem) await returnGoods(tx, orderId, lines, requested);
  return problem;
}

/** The same for lines that are locked and checked. */
export async function returnGoods(
  tx: Tx,
  orderId: string,
  lines: readonly OrderLineOfGoods[],
  requested: readonly Chosen[],
): Promise<void> {
  const goods = requested.flatMap(({ item_id, quantity }) => {
    const id = lines.find((line) => line.id === item_id)?.product_id;
    return id && quantity > 0 ? [{ id, item_id, quantity }] : [];
  });
  if (goods.length === 0) return;
  await lockProducts(tx, [...new Set(goods.map(({ id }) => id))]);
  for (const { item_id, quantity } of goods) {
    await tx
      .update(order_items)
      .set({ restocked: sql`restocked + ${quantity}` })
      .where(eq(order_items.id, item_id));
  }
  await restock(tx, goods, orderId);
}

/** Locks the products of the lines that were restocked, and returns their available stock by product id. */
export async function lockRestocked(tx: Tx, lines: readonly OrderLineOfGoods[]): Promise<Map<string, number>> {
  const ids = [...new Set(restockedGoods(lines).map(({ id }) => id))];
  await lockProducts(tx, ids);
  return await stockOf(tx, ids);
}

/**
 * Takes all restocked quantities of an order from stock again; returns the number of units. The caller has locked order,
 * lines and products and checked the stock; throws when it is short nevertheless.
 */
export async function takeGoods(tx: Tx, orderId: string, lines: readonly OrderLineOfGoods[]): Promise<number> {
  const goods = restockedGoods(lines);
  if (goods.length === 0) return 0;
  const taken = await takeStock(tx, goods, { order_id: orderId, reason: "reopen" });
  if (!taken) throw new Error("locked and checked stock was not there");
  await tx
    .update(order_items)
    .set({ restocked: 0 })
    .where(and(eq(order_items.order_id, orderId), gt(order_items.restocked, 0)));
  return goods.reduce((sum, { quantity }) => sum + quantity, 0);
}

function restockedGoods(lines: readonly OrderLineOfGoods[]): { id: string; quantity: number }[] {
  return lines.flatMap(({ product_id: id, restocked: quantity }) => (id && quantity > 0 ? [{ id, quantity }] : []));
}
