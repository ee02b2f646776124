import { and, eq } from "drizzle-orm";
import { claimRequests } from "#app/features/custom-orders/commands/claim.server.ts";
import { claimOrders, placedToken } from "#app/features/orders/commands/claim.server.ts";
import { fillProfile } from "#app/features/users/commands.server.ts";
import { confirmedIdentifiers } from "#app/features/users/queries.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";

/**
 * Assigns guest orders, and guest requests with their offers, that were sent with a verified email or phone of this
 * account to the user; returns their numbers. Profile fields are filled only from an order placed in this browser
 * (`cookies`, a Cookie header), because order data may come from another person.
 */
export async function claimGuestRecords(
  db: Db,
  userId: string,
  cookies: string | null = null,
): Promise<{ orders: number; requests: number }> {
  return await inTransaction(db, async (tx) => {
    const confirmed = await confirmedIdentifiers(tx, userId);
    if (!confirmed) return { orders: 0, requests: 0 };
    const claimed = await claimOrders(tx, userId, confirmed);
    const token = placedToken(cookies);
    if (token) await fillFromOrder(tx, userId, token);
    return { orders: claimed, requests: await claimRequests(tx, userId, confirmed) };
  });
}

/** Fills empty profile fields from the order with this token if it belongs to the user. */
async function fillFromOrder(tx: Tx, userId: string, token: string): Promise<void> {
  const [placed] = await tx
    .select({
      phone: payment_attempts.customer_phone,
      address: payment_attempts.address,
      city: payment_attempts.city,
      state: payment_attempts.state,
      lga_code: payment_attempts.lga_code,
      postal_code: payment_attempts.postal_code,
    })
    .from(payment_attempts)
    .innerJoin(orders, eq(orders.id, payment_attempts.order_id))
    .where(and(eq(payment_attempts.access_token, token), eq(orders.user_id, userId)));
  if (placed) await fillProfile(tx, userId, placed);
}
