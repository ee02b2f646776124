import { asc, eq, inArray } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { shipment_lines, shipments } from "#db/schema/shipments.ts";
import { isOpen, notPackedReason, type OrderStatus } from "../rules.ts";
import { leftToSend, type ShipmentLine, type ShipmentStatus } from "../rules/shipments.ts";
import { PAYMENT_STATE } from "./money.server.ts";

type Row = typeof shipments.$inferSelect;
type Goods = ShipmentLine & { product_name: string; unit: string; pieces: number };
/** A shipment with its goods, as the database has it: the collection code is only for the buyer. */
export type StoredShipment = Omit<Row, "status"> & { status: ShipmentStatus; lines: Goods[] };

/** The shipments of these orders by number, with their goods in the order's order. */
export async function shipmentsOf(db: Tx, orderIds: readonly string[]): Promise<StoredShipment[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .select()
    .from(shipments)
    .where(inArray(shipments.order_id, [...orderIds]))
    .orderBy(asc(shipments.order_id), asc(shipments.number));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({
      shipment_id: shipment_lines.shipment_id,
      item_id: shipment_lines.order_item_id,
      quantity: shipment_lines.quantity,
      ...pickColumns(order_items, "product_name", "unit", "pieces"),
    })
    .from(shipment_lines)
    .innerJoin(order_items, eq(order_items.id, shipment_lines.order_item_id))
    .where(inArray(shipment_lines.shipment_id, ids))
    .orderBy(asc(order_items.id));
  const byShipment = Map.groupBy(lines, ({ shipment_id }) => shipment_id);
  return rows.map((row) => ({
    ...row,
    status: row.status as ShipmentStatus,
    lines: (byShipment.get(row.id) ?? []).map(({ item_id, quantity, product_name, unit, pieces }) => ({
      item_id,
      quantity,
      product_name,
      unit,
      pieces,
    })),
  }));
}

export type BuyerShipment = ReturnType<typeof forBuyer>;

/** The shipments of an order for its buyer. */
export async function buyerShipments(db: Tx, orderId: string): Promise<BuyerShipment[]> {
  return (await shipmentsOf(db, [orderId])).map(forBuyer);
}

/** The shipments of these orders for their buyer, by order. */
export async function shipmentsForBuyers(db: Tx, orderIds: readonly string[]): Promise<Map<string, BuyerShipment[]>> {
  const byOrder = Map.groupBy(await shipmentsOf(db, orderIds), ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, sent]) => [id, sent.map(forBuyer)]));
}

/** With the collection code while the goods travel. */
function forBuyer({ id, number, status, lines, code, sent_at, delivered_at, ...shipment }: StoredShipment) {
  const { carrier, waybill, park, driver_phone, vehicle, photo, tracking_url } = shipment;
  return {
    id,
    number,
    status,
    sent_at,
    delivered_at,
    carrier,
    waybill,
    park,
    driver_phone,
    vehicle,
    photo,
    tracking_url,
    lines: lines.map(({ product_name, unit, pieces, quantity }) => ({ product_name, unit, pieces, quantity })),
    code: status === "sent" || status === "arrived" ? code : null,
  };
}

export type StaffShipment = Awaited<ReturnType<typeof staffShipments>>[number];

/** The shipments of an order for staff: without collection codes. Throws for non-staff. */
export async function staffShipments(db: Tx, actor: Actor, orderId: string) {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  return (await shipmentsOf(db, [orderId])).map(({ code, ...shipment }) => ({ ...shipment, has_code: code !== null }));
}

/** An order to be sent with what is left of it, or why nothing of it is sent. */
export type OrderToSend = Awaited<ReturnType<typeof ordersToSend>>[number];

/** Orders with the goods that are still to be sent, oldest first. Throws for non-staff. */
export async function ordersToSend(db: Tx, actor: Actor, ids: readonly string[]) {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      ...pickColumns(orders, "id", "order_status", "customer_name", "shipping_address"),
      ...pickColumns(orders, "delivery_text", "delivery_kind", "promised_from", "promised_to"),
      payment_status: PAYMENT_STATE,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.created_at), asc(orders.id));
  const items = await db
    .select(pickColumns(order_items, "id", "order_id", "product_name", "unit", "pieces", "quantity", "restocked"))
    .from(order_items)
    .where(inArray(order_items.order_id, [...ids]))
    .orderBy(asc(order_items.id));
  const sent = Map.groupBy(await shipmentsOf(db, ids), ({ order_id }) => order_id);
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id);
  return rows.map(({ order_status, payment_status, ...order }) => {
    const own = byOrder.get(order.id) ?? [];
    const left = leftToSend(own, sent.get(order.id) ?? []);
    const lines = own.flatMap((item, index) => {
      const count = left[index]?.left ?? 0;
      return count > 0 ? [{ ...item, left: count }] : [];
    });
    const reason = notSentReason({ order_status, payment_status }, lines.length);
    return {
      ...order,
      order_status: order_status as OrderStatus,
      lines,
      seen: sent.get(order.id)?.length ?? 0,
      reason,
    };
  });
}

/** Why nothing of an order is sent, or null; `lines` is the number of lines with goods left. */
export function notSentReason(order: { order_status: string; payment_status: string }, lines: number): string | null {
  const reason = notPackedReason(order) ?? (isOpen(order.order_status) ? null : "it was delivered");
  return reason ?? (lines > 0 ? null : "all of its goods were sent");
}

/** Whether goods travel or were delivered with a code that the buyer has not given yet. */
export async function awaitsCode(db: Tx, orderId: string): Promise<boolean> {
  return await shipmentsOf(db, [orderId]).then(areAwaitingCode);
}

/** The same of an order's shipments. */
export const areAwaitingCode = (sent: readonly StoredShipment[]): boolean =>
  sent.some(({ status, code }) => code !== null && (status === "sent" || status === "arrived"));
