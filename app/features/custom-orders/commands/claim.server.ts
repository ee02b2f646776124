import { claimable, type Confirmed } from "#app/features/users/queries.server.ts";
import type { Tx } from "#db/client.server.ts";
import { custom_orders } from "#db/schema/requests.ts";

/** Assigns guest requests sent with these verified identifiers, with their offers, to the user; returns their number. */
export async function claimRequests(tx: Tx, userId: string, confirmed: Confirmed): Promise<number> {
  const claimed = await tx
    .update(custom_orders)
    .set({ user_id: userId, guest_email: null, guest_phone: null })
    .where(claimable(tx, custom_orders, confirmed))
    .returning({ id: custom_orders.id });
  return claimed.length;
}
