import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers, custom_orders } from "#db/schema/requests.ts";

export type PaidOffer = { id: string; custom_order_id: string; status: string };

/** The custom-order offer that this checkout pays, locked; null for the checkout of a cart. */
export async function lockOffer(tx: Tx, checkoutId: string): Promise<PaidOffer | null> {
  const [offer] = await tx
    .select({
      id: custom_order_offers.id,
      custom_order_id: custom_order_offers.custom_order_id,
      status: custom_order_offers.status,
    })
    .from(custom_order_offers)
    .where(eq(custom_order_offers.checkout_id, checkoutId))
    .for("update");
  return offer ?? null;
}

/** Marks an offer as accepted, in the transaction that creates its order. */
export async function acceptOffer(tx: Tx, offer: PaidOffer, order_id: string): Promise<void> {
  await tx
    .update(custom_order_offers)
    .set({ status: "accepted", order_id })
    .where(eq(custom_order_offers.id, offer.id));
  await tx
    .update(custom_orders)
    .set({ status: "processing", version: sql`version + 1`, updated_at: new Date() })
    .where(and(eq(custom_orders.id, offer.custom_order_id), eq(custom_orders.status, "pending")));
}
