import { adminOrder } from "#app/features/orders/queries/admin-order.server.ts";
import { attemptByReference } from "#app/features/payments/queries/attempts.server.ts";
import { orderPayments } from "#app/features/payments/queries/order-payments.server.ts";
import { refundableOf } from "#app/features/payments/queries/refunds.server.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import type { Db } from "#db/client.server.ts";
import { inSnapshot } from "#db/transaction.server.ts";

/**
 * An order with what can be refunded of it, for who may refund; null if there is none. Both are of one moment, because a
 * refund that fails changes the order too.
 */
export async function orderWithRefunds(db: Db, actor: Actor, id: string) {
  return await inSnapshot(db, async (tx) => {
    const details = await adminOrder(tx, actor, id, orderPayments);
    if (!details) return null;
    const reference = can(actor, "orders.refund") ? details.money?.payment_reference : undefined;
    const attempt = reference ? await attemptByReference(tx, reference) : null;
    return { details, refundable: attempt ? await refundableOf(tx, attempt) : null };
  });
}
