import { and, eq, sql, sum } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";

/** A product in sold units: what a checkout's open attempts hold, and all that its shopper can buy, holds included. */
export type HeldProduct = { id: string; quantity: number; available: number };

/** Current holds of one checkout's open attempts. The checkout id is the authorization; an unknown id gives none. */
export async function heldProducts(db: Tx, checkout_id: string): Promise<HeldProduct[]> {
  const held = sum(payment_attempt_items.quantity).mapWith(Number);
  const rows = await db
    .select({ id: products.id, quantity: held, stock: products.stock_quantity })
    .from(payment_attempts)
    .innerJoin(payment_attempt_items, eq(payment_attempt_items.attempt_id, payment_attempts.id))
    .innerJoin(products, eq(products.id, payment_attempt_items.product_id))
    .where(
      and(
        eq(payment_attempts.checkout_id, checkout_id),
        eq(payment_attempts.status, "open"),
        eq(payment_attempts.hold, "held"),
      ),
    )
    .groupBy(products.id);
  return rows.map(({ id, quantity, stock }) => ({ id, quantity, available: stock + quantity }));
}

/** Whether a payment that is under way holds units of this product. */
export async function isHeld(db: Tx, productId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
    where i.product_id = ${productId}::uuid and a.hold = 'held' limit 1`);
  return rows.length > 0;
}
