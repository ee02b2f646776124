import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers } from "#db/schema/requests.ts";

/**
 * The checkout id of all payment attempts of an offer, which is never sent to the browser; null for an unknown offer.
 */
export async function checkoutOfOffer(db: Tx, offerId: string): Promise<string | null> {
  const [row] = await db
    .select({ checkout_id: custom_order_offers.checkout_id })
    .from(custom_order_offers)
    .where(eq(custom_order_offers.id, offerId));
  return row?.checkout_id ?? null;
}
