import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

export type StockLine = { id: string; quantity: number };

/**
 * Locks products until the end of the transaction in id order, which prevents deadlocks between carts. Call it once per
 * transaction with all products. Foreign-key checks are not blocked.
 */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`select id from products where id in ${[...ids].sort()} order by id for no key update`);
}

/** Why stock is taken: for a payment, or again for an order that was cancelled. */
type TakeCause = { attempt_id: string; reason: "hold" | "late_allocation" } | { order_id: string; reason: "reopen" };

/**
 * Subtracts all `lines` from stock in one guarded statement and writes the movements. Returns false when a product has
 * too little; the caller must then roll back. Lock the products first.
 */
export async function takeStock(tx: Tx, lines: readonly StockLine[], cause: TakeCause): Promise<boolean> {
  if (lines.length === 0) return true;
  const attempt_id = "attempt_id" in cause ? cause.attempt_id : null;
  const order_id = "order_id" in cause ? cause.order_id : null;
  const { rows } = await tx.execute(sql`
    with wanted as (
      select id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w(id uuid, quantity int) group by id
    ), taken as (
      update products p set stock_quantity = p.stock_quantity - w.quantity
      from wanted w where p.id = w.id and p.stock_quantity >= w.quantity
      returning p.id, w.quantity
    ), moved as (
      insert into stock_movements (product_id, quantity, reason, attempt_id, order_id)
      select id, -quantity, ${cause.reason}, ${attempt_id}::uuid, ${order_id}::uuid from taken
    )
    select (select count(*) from taken) = (select count(*) from wanted) as all_taken`);
  return rows[0]?.["all_taken"] === true;
}

/** Returns the lines of an attempt, a query of `product_id` and `quantity`, to stock; deleted products are skipped. */
export async function releaseStock(tx: Tx, attemptId: string, lines: SQL): Promise<void> {
  await tx.execute(sql`
    with held as (
      ${lines}
    ), locked as (
      select p.id from products p join held h on h.product_id = p.id order by p.id for no key update of p
    ), given as (
      update products p set stock_quantity = p.stock_quantity + h.quantity
      from held h, locked l where p.id = h.product_id and l.id = p.id
      returning p.id, h.quantity
    )
    insert into stock_movements (product_id, quantity, reason, attempt_id)
    select id, quantity, 'release', ${attemptId}::uuid from given`);
}

/**
 * Returns lines of an order to stock and writes the movements. Lock the products first; deleted products are skipped.
 */
export async function restock(tx: Tx, lines: readonly StockLine[], order_id: string): Promise<void> {
  await tx.execute(sql`
    with wanted as (
      select id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w(id uuid, quantity int) group by id
    ), given as (
      update products p set stock_quantity = p.stock_quantity + w.quantity
      from wanted w where p.id = w.id
      returning p.id, w.quantity
    )
    insert into stock_movements (product_id, quantity, reason, order_id)
    select id, quantity, 'restock', ${order_id}::uuid from given`);
}

/** Available stock by product, in sold units. */
export async function stockOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute(sql`select id, stock_quantity from products where id in ${[...ids]}`);
  return new Map(rows.map((row) => [String(row.id), Number(row.stock_quantity)]));
}
