import { eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers, custom_orders } from "#db/schema/requests.ts";

/**
 * Deletes a user's requests with their offers, in the transaction that deletes the user; resulting orders are kept.
 * Returns the picture addresses, to be deleted after commit.
 */
export async function deleteRequestsOf(tx: Tx, userId: string): Promise<string[]> {
  const own = tx.select({ id: custom_orders.id }).from(custom_orders).where(eq(custom_orders.user_id, userId));
  // Deletes offers first, in the lock order of settlement.
  await tx
    .select({ id: custom_order_offers.id })
    .from(custom_order_offers)
    .where(inArray(custom_order_offers.custom_order_id, own))
    .orderBy(custom_order_offers.id)
    .for("update");
  const deleted = await tx
    .delete(custom_orders)
    .where(eq(custom_orders.user_id, userId))
    .returning({ image_url: custom_orders.image_url });
  return deleted.flatMap(({ image_url }) => image_url ?? []);
}
