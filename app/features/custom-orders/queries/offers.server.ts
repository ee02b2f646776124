import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers } from "#db/schema/requests.ts";

/** Whether this checkout belongs to a custom-order offer; carts cannot use it. */
export async function isOfferCheckout(db: Tx, checkoutId: string): Promise<boolean> {
  const [offer] = await db
    .select({ id: custom_order_offers.id })
    .from(custom_order_offers)
    .where(eq(custom_order_offers.checkout_id, checkoutId));
  return offer !== undefined;
}
