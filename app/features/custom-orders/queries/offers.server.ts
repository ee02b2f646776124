import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers, custom_orders } from "#db/schema/requests.ts";

/** Whether this checkout belongs to a custom-order offer; carts cannot use it. */
export async function isOfferCheckout(db: Tx, checkoutId: string): Promise<boolean> {
  const [offer] = await db
    .select({ id: custom_order_offers.id })
    .from(custom_order_offers)
    .where(eq(custom_order_offers.checkout_id, checkoutId));
  return offer !== undefined;
}

/** The offer of this checkout with the token of its request; null for the checkout of a cart. */
export async function offerOfCheckout(db: Tx, checkoutId: string): Promise<{ id: string; token: string } | null> {
  const [offer] = await db
    .select({ id: custom_order_offers.id, token: custom_orders.access_token })
    .from(custom_order_offers)
    .innerJoin(custom_orders, eq(custom_orders.id, custom_order_offers.custom_order_id))
    .where(eq(custom_order_offers.checkout_id, checkoutId));
  return offer ?? null;
}
