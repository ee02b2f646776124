import { and, eq, inArray, lt, ne } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { recordChange, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import { lagosDay } from "#app/lib/dates.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { shipments } from "#db/schema/shipments.ts";
import { PAYMENT_STATE } from "../queries/money.server.ts";
import { areAwaitingCode, shipmentsOf, type StoredShipment } from "../queries/shipments.server.ts";
import { orderNumber, type OrderStatus } from "../rules.ts";
import { arrivalText } from "../rules/delivery.ts";
import {
  isPart,
  shipmentMessage,
  statusByShipments,
  type SendableItem,
  type SentGoods,
  type ShipmentStatus,
} from "../rules/shipments.ts";
import { TRANSITIONS, transitionRefusal, type TransitionRefusal } from "../rules/transitions.ts";
import { notifyCustomer } from "./notify.server.ts";
import { writeStatus } from "./status.server.ts";

export type ShipmentContext = Pick<Shop, "db" | "jobs" | "baseUrl">;
export type Staff = NonNullable<Actor>;

type Order = Awaited<ReturnType<typeof readOrder>>;
/** An order under its lock, with its items and shipments. Amounts of goods in sold units. */
export type Locked = { order: NonNullable<Order>; items: SendableItem[]; sent: StoredShipment[] };

async function readOrder(tx: Tx, id: string) {
  const [order] = await tx
    .select({
      ...pickColumns(orders, "id", "order_status", "customer_name", "customer_phone", "delivery_kind"),
      ...pickColumns(orders, "promised_from", "promised_to", "first_promised_to", "sent_at", "delivered_at"),
      payment_status: PAYMENT_STATE,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for("update");
  return order ? { ...order, order_status: order.order_status as OrderStatus } : null;
}

/** Locks an order and reads its goods, or null. */
export async function lockGoods(tx: Tx, id: string): Promise<Locked | null> {
  const order = await readOrder(tx, id);
  if (!order) return null;
  const items = await tx
    .select(pickColumns(order_items, "id", "product_name", "quantity", "restocked"))
    .from(order_items)
    .where(eq(order_items.order_id, id));
  return { order, items, sent: await shipmentsOf(tx, [id]) };
}

/**
 * The order follows its shipments; its buyer's open pages hear of the change either way. Returns why a transition does not
 * permit it, and the order stays as it is: sending is then rolled back, what has happened already is not.
 */
export async function settleOrder(
  tx: Tx,
  actor: ChangedBy,
  { order, items }: Omit<Locked, "sent">,
): Promise<TransitionRefusal | null> {
  const sent = await shipmentsOf(tx, [order.id]);
  const status = statusByShipments(order.order_status, items, sent);
  const transition = TRANSITIONS[order.order_status][status];
  const facts = { lines: [], restock: [], stock: new Map(), awaits_code: areAwaitingCode(sent) };
  const refusal = transition ? transitionRefusal(transition, facts) : null;
  if (transition && !refusal) await writeStatus(tx, actor, order, status);
  else await touchOrder(tx, order.id);
  return refusal;
}

/**
 * The same after goods went back to stock, so that nothing of them is left to send: an order that a check refuses stays as
 * it is. The caller locks the order.
 */
export async function settleReturned(tx: Tx, actor: ChangedBy, orderId: string): Promise<void> {
  const locked = await lockGoods(tx, orderId);
  if (locked && locked.sent.length > 0) await settleOrder(tx, actor, locked);
}

/** Marks the order as changed, so that streams report it. */
export async function touchOrder(tx: Tx, id: string): Promise<void> {
  await tx.update(orders).set({ updated_at: new Date() }).where(eq(orders.id, id));
}

/** Writes a change of a shipment into the history of its order; `before` or `after` is null for a new or removed one. */
export async function recordShipment(
  tx: Tx,
  actor: Staff,
  orderId: string,
  before: Pick<StoredShipment, "number" | "status" | "carrier" | "waybill" | "park"> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  const was = before && {
    number: before.number,
    ...Object.fromEntries(
      (["status", "carrier", "waybill", "park"] as const).flatMap((name) =>
        after === null || name in after ? [[name, before[name]]] : [],
      ),
    ),
  };
  const is = after && { number: before?.number, ...after };
  await recordChange(tx, actor, { action: "order.shipment", subject: orderId, before: was, after: is });
}

/** What the buyer is told of a sent shipment. */
export function messageOf(
  { order, items, sent }: Omit<Locked, "sent"> & { sent: readonly SentGoods[] },
  shipment: Omit<Parameters<typeof shipmentMessage>[0], "order_id" | "is_part" | "delivery_kind">,
): string {
  const { id, delivery_kind } = order;
  const arrival = arrivalText(order, delivery_kind === "pickup", lagosDay(new Date()));
  return shipmentMessage({ ...shipment, order_id: id, is_part: isPart(items, sent), delivery_kind }, arrival);
}

/** Queues the message to the customer about goods that were sent, or that wait for him (`arrived`). */
export async function tellOfSending(
  ctx: ShipmentContext,
  tx: Tx,
  id: string,
  status: "sent" | "arrived",
  message: string,
): Promise<void> {
  const title = `Order ${orderNumber(id)} is ${status === "arrived" ? "ready to collect" : "on its way"}`;
  await notifyCustomer(ctx, tx, id, { title, message });
}

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

/** Deletes drivers' phone numbers of up to `limit` shipments made before `before`; returns how many. */
export async function purgeDriverPhones(db: Tx, before: Date, limit: number): Promise<number> {
  const isOld = and(ne(shipments.driver_phone, ""), lt(shipments.created_at, before));
  const some = db.select({ id: shipments.id }).from(shipments).where(isOld).limit(limit);
  const gone = await db
    .update(shipments)
    .set({ driver_phone: "" })
    .where(and(inArray(shipments.id, some), isOld))
    .returning({ id: shipments.id });
  return gone.length;
}
