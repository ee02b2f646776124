import { claimable, confirmedIdentifiers } from "#app/features/orders/commands/claim.server.ts";
import type { Db } from "#db/client.server.ts";
import { custom_orders } from "#db/schema/requests.ts";
import { inTransaction } from "#db/transaction.server.ts";

/**
 * Assigns guest requests sent with a verified email or phone of this account, with their offers, to the user; returns
 * their number.
 */
export async function claimGuestRequests(db: Db, userId: string): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const confirmed = await confirmedIdentifiers(tx, userId);
    if (!confirmed) return 0;
    const claimed = await tx
      .update(custom_orders)
      .set({ user_id: userId, guest_email: null, guest_phone: null })
      .where(claimable(tx, custom_orders, confirmed))
      .returning({ id: custom_orders.id });
    return claimed.length;
  });
}
