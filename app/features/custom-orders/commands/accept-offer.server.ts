import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers, custom_orders } from "#db/schema/requests.ts";
import type { LockedOffer } from "../queries.server.ts";

/** Marks an offer as accepted and its pending request as processing, in the transaction that creates the order. */
export async function acceptOffer(tx: Tx, offer: LockedOffer, order_id: string): Promise<void> {
  await tx
    .update(custom_order_offers)
    .set({ status: "accepted", order_id })
    .where(eq(custom_order_offers.id, offer.id));
  await tx
    .update(custom_orders)
    .set({ status: "processing", version: sql`version + 1`, updated_at: new Date() })
    .where(and(eq(custom_orders.id, offer.custom_order_id), eq(custom_orders.status, "pending")));
}
