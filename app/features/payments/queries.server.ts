import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";

/**
 * The user's payments without an order, newest first, with their stored contact data. `userId` must come from the
 * session.
 */
export async function unpaidPayments(db: Tx, userId: string) {
  const rows = await db
    .select({
      id: payment_attempts.id,
      payment: {
        ...pickColumns(payment_attempts, "reference", "created_at", "status", "amount_kobo"),
        ...pickColumns(payment_attempts, "customer_name", "customer_email", "customer_phone", "address"),
        ...pickColumns(payment_attempts, "city", "state", "postal_code", "substitute_phone"),
      },
    })
    .from(payment_attempts)
    .where(and(eq(payment_attempts.user_id, userId), isNull(payment_attempts.order_id)))
    .orderBy(desc(payment_attempts.created_at), asc(payment_attempts.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({
      attempt_id: payment_attempt_items.attempt_id,
      item: pickColumns(payment_attempt_items, "product_name", "product_price_kobo", "quantity"),
    })
    .from(payment_attempt_items)
    .where(inArray(payment_attempt_items.attempt_id, ids))
    .orderBy(asc(payment_attempt_items.id));
  const byAttempt = Map.groupBy(lines, (line) => line.attempt_id);
  return rows.map(({ id, payment }) => ({ ...payment, items: (byAttempt.get(id) ?? []).map(({ item }) => item) }));
}
