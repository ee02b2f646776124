import { and, eq, sql, sum } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";

/**
 * Current holds of one checkout's open attempts, in sold units by product id. The checkout id is the authorization; an
 * unknown id gives an empty map.
 */
export async function heldProducts(db: Tx, checkout_id: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: payment_attempt_items.product_id, quantity: sum(payment_attempt_items.quantity).mapWith(Number) })
    .from(payment_attempts)
    .innerJoin(payment_attempt_items, eq(payment_attempt_items.attempt_id, payment_attempts.id))
    .where(
      and(
        eq(payment_attempts.checkout_id, checkout_id),
        eq(payment_attempts.status, "open"),
        eq(payment_attempts.hold, "held"),
      ),
    )
    .groupBy(payment_attempt_items.product_id);
  return new Map(rows.flatMap(({ id, quantity }) => (id ? [[id, quantity] as const] : [])));
}

/** Whether a payment that is under way holds units of this product. */
export async function isHeld(db: Tx, productId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
    where i.product_id = ${productId}::uuid and a.hold = 'held' limit 1`);
  return rows.length > 0;
}
