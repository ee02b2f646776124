import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { shipments } from "#db/schema/shipments.ts";
import { shipmentsOf, type StoredShipment } from "../queries/shipments.server.ts";
import type { ShipmentStatus } from "../rules/shipments.ts";

/** Sets the status of a shipment with its times. The caller holds the lock of its order. */
export async function setShipmentStatus(tx: Tx, shipment: StoredShipment, status: ShipmentStatus): Promise<void> {
  const now = new Date();
  await tx
    .update(shipments)
    .set({
      status,
      sent_at: status === "preparing" ? null : (shipment.sent_at ?? now),
      delivered_at: status === "delivered" ? now : null,
      version: shipment.version + 1,
    })
    .where(eq(shipments.id, shipment.id));
}

/** Marks what travels as delivered, with the order that staff mark so. The caller holds the lock of the order. */
export async function deliverShipments(tx: Tx, orderId: string): Promise<void> {
  for (const shipment of await shipmentsOf(tx, [orderId]))
    if (shipment.status === "sent" || shipment.status === "arrived") await setShipmentStatus(tx, shipment, "delivered");
}
