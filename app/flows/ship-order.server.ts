import { eq, sql } from "drizzle-orm";
import { notifyCustomer } from "#app/features/orders/commands/notify.server.ts";
import { setShipmentStatus } from "#app/features/orders/commands/shipments.server.ts";
import { PAYMENT_STATE } from "#app/features/orders/queries/money.server.ts";
import { notSentReason, shipmentsOf, type StoredShipment } from "#app/features/orders/queries/shipments.server.ts";
import { orderNumber, type OrderStatus } from "#app/features/orders/rules.ts";
import {
  goodsProblem,
  isCollected,
  leftToSend,
  MOST_TRIES,
  nextStatuses,
  shipmentMessage,
  statusByShipments,
  type SendableItem,
  type SentOrder,
} from "#app/features/orders/rules/shipments.ts";
import { statusTimes } from "#app/features/orders/rules/transitions.ts";
import {
  collectInput,
  moveShipmentInput,
  sendInput,
  shipmentInput,
  shipmentTravelInput,
} from "#app/features/orders/schema.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { formatDays } from "#app/lib/day-range.ts";
import { randomDigits } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { shipment_lines, shipments } from "#db/schema/shipments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { AdminContext } from "./set-order-status.server.ts";

type Staff = NonNullable<Actor>;

/** An order of which nothing was sent, with the reason in words. */
export type UnsentOrder = { id: string; message: string };

export type SendResult =
  | { ok: true; sent: SentOrder[]; left: UnsentOrder[] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; errors: Record<string, string> };

const CHANGED = "Its shipments were changed meanwhile. Please look at it again.";

/**
 * Makes a shipment for each order, of the given lines, in one transaction each, so that one that is refused stops no
 * other. `input` is unvalidated. The first sent shipment makes the order `shipped`; `notify` tells the customer.
 */
export async function sendGoods(ctx: AdminContext, actor: Actor, input: unknown): Promise<SendResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  const parsed = sendInput.safeParse(input);
  if (!parsed.success) {
    const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [fieldOf(path, input), message]));
    return { ok: false, reason: "invalid", errors };
  }
  const sent: SentOrder[] = [];
  const left: UnsentOrder[] = [];
  for (const order of new Map(parsed.data.orders.map((one) => [one.id, one])).values()) {
    const one = await sendOne(ctx, actor, order, parsed.data);
    if (typeof one === "string") left.push({ id: order.id, message: one });
    else sent.push(one);
  }
  return { ok: true, sent, left };
}

/** The form's name of a field: those of an order end with its id. */
function fieldOf(path: readonly PropertyKey[], input: unknown): string {
  const [first, index, name] = path;
  if (first !== "orders" || typeof index !== "number") return String(first ?? "");
  const { orders: all } = input as { orders: { id: string }[] };
  return `${String(name ?? "lines")}-${all[index]?.id ?? ""}`;
}

type Sending = ReturnType<typeof sendInput.parse>;

async function sendOne(
  ctx: AdminContext,
  actor: Staff,
  { id, seen, waybill, lines }: Sending["orders"][number],
  { status, notify, carrier, park, driver_phone, vehicle, photo, tracking_url }: Sending,
): Promise<SentOrder | string> {
  return await inTransaction(ctx.db, async (tx): Promise<SentOrder | string> => {
    const locked = await lockGoods(tx, id);
    if (!locked) return "It is no longer there.";
    const { order, items, sent } = locked;
    const left = leftToSend(items, sent);
    const reason = notSentReason(order, left.filter((item) => item.left > 0).length);
    if (reason) return `Nothing was sent: ${reason}.`;
    if (sent.length !== seen) return CHANGED;
    const problem = goodsProblem(left, lines);
    if (problem) return problem;
    const number = Math.max(0, ...sent.map((one) => one.number)) + 1;
    const code = isCollected(order.delivery_kind, park) ? randomDigits(4) : null;
    const travel = { carrier, waybill, park, driver_phone, vehicle, photo, tracking_url };
    const [row] = await tx
      .insert(shipments)
      .values({ order_id: id, number, status, code, ...travel, sent_at: status === "sent" ? new Date() : null })
      .returning();
    if (!row) throw new Error("a shipment was not stored");
    const kept = lines.filter(({ quantity }) => quantity > 0);
    await tx
      .insert(shipment_lines)
      .values(kept.map(({ item_id, quantity }) => ({ shipment_id: row.id, order_item_id: item_id, quantity })));
    const units = kept.reduce((sum, { quantity }) => sum + quantity, 0);
    await recordShipment(tx, actor, id, null, { number, status, carrier, waybill, park, units });
    await settleOrder(tx, actor, locked);
    const message = messageOf(order, { ...row, has_code: code !== null });
    if (status === "sent" && notify) await tellOfSending(ctx, tx, order.id, message);
    const { customer_name, customer_phone } = order;
    return { id, number, message, customer_name, customer_phone };
  });
}

/** Why a shipment was not changed. `changed`: another admin did meanwhile. `wrong`: the code; `left` are the tries left. */
export type ShipmentRefusal =
  | { ok: false; reason: "forbidden" | "not_found" | "changed" | "closed" | "locked" | "sent_already" }
  | { ok: false; reason: "invalid"; message: string; field: string }
  | { ok: false; reason: "wrong"; left: number };

export type ShipmentResult = { ok: true; number: number } | ShipmentRefusal;

/**
 * Sets the next status of a shipment. `input` is unvalidated. Without its collection code, goods are delivered only by
 * staff who may cancel orders: the buyer's code is what shows that he has them.
 */
export async function moveShipment(ctx: AdminContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  const parsed = moveShipmentInput.safeParse(input);
  return await change(ctx, actor, parsed, async (tx, staff, { shipment, order, ...locked }) => {
    const { status, version, notify } = parsed.data ?? {};
    if (!status || shipment.version !== version) return { ok: false, reason: "changed" };
    const has_code = shipment.code !== null;
    if (!nextStatuses({ status: shipment.status, has_code }).includes(status)) return { ok: false, reason: "closed" };
    if (status === "delivered" && has_code && !can(staff, "orders.cancel")) return { ok: false, reason: "forbidden" };
    await setShipmentStatus(tx, shipment, status);
    const withoutCode = status === "delivered" && has_code ? { without_code: true } : {};
    await recordShipment(tx, staff, order.id, shipment, { status, ...withoutCode });
    await settleOrder(tx, staff, { order, ...locked });
    if (status === "sent" && notify)
      await tellOfSending(ctx, tx, order.id, messageOf(order, { ...shipment, has_code }));
    return { ok: true, number: shipment.number };
  });
}

/** Marks a shipment as delivered by the code that its buyer gave; five wrong ones lock it. `input` is unvalidated. */
export async function collectShipment(ctx: AdminContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  const parsed = collectInput.safeParse(input);
  return await change(ctx, actor, parsed, async (tx, staff, { shipment, order, ...locked }) => {
    if (shipment.status !== "sent" && shipment.status !== "arrived") return { ok: false, reason: "closed" };
    if (shipment.code === null) return { ok: false, reason: "closed" };
    if (shipment.code_tries >= MOST_TRIES) return { ok: false, reason: "locked" };
    if (shipment.code !== parsed.data?.code) {
      const code_tries = shipment.code_tries + 1;
      await tx.update(shipments).set({ code_tries }).where(eq(shipments.id, shipment.id));
      await recordShipment(tx, staff, order.id, shipment, { wrong_code: code_tries });
      return { ok: false, reason: "wrong", left: MOST_TRIES - code_tries };
    }
    await setShipmentStatus(tx, shipment, "delivered");
    await recordShipment(tx, staff, order.id, shipment, { status: "delivered", with_code: true });
    await settleOrder(tx, staff, { order, ...locked });
    return { ok: true, number: shipment.number };
  });
}

/** Gives the buyer a new collection code, for a locked shipment. `input` is unvalidated. Needs the right to cancel. */
export async function renewCode(ctx: AdminContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  if (!can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  return await change(ctx, actor, shipmentInput.safeParse(input), async (tx, staff, { shipment, order }) => {
    if (shipment.code === null || shipment.status === "delivered") return { ok: false, reason: "closed" };
    const version = sql`${shipments.version} + 1`;
    await tx
      .update(shipments)
      .set({ code: randomDigits(4), code_tries: 0, version })
      .where(eq(shipments.id, shipment.id));
    await recordShipment(tx, staff, order.id, shipment, { new_code: true });
    await touchOrder(tx, order.id);
    return { ok: true, number: shipment.number };
  });
}

/** Changes how a shipment travels, also after it was sent. `input` is unvalidated. */
export async function editShipment(ctx: AdminContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  const parsed = shipmentTravelInput.safeParse(input);
  return await change(ctx, actor, parsed, async (tx, staff, { shipment, order }) => {
    if (!parsed.data || shipment.version !== parsed.data.version) return { ok: false, reason: "changed" };
    const { id: _, version: seen, ...travel } = parsed.data;
    await tx
      .update(shipments)
      .set({ ...travel, version: seen + 1 })
      .where(eq(shipments.id, shipment.id));
    const { carrier, waybill, park } = travel;
    await recordShipment(tx, staff, order.id, shipment, { carrier, waybill, park });
    await touchOrder(tx, order.id);
    return { ok: true, number: shipment.number };
  });
}

/** Removes a shipment that was not sent; its goods are to be sent again. `input` is unvalidated. */
export async function removeShipment(ctx: AdminContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  return await change(ctx, actor, shipmentInput.safeParse(input), async (tx, staff, { shipment, order }) => {
    if (shipment.status !== "preparing") return { ok: false, reason: "sent_already" };
    await tx.delete(shipments).where(eq(shipments.id, shipment.id));
    await recordShipment(tx, staff, order.id, shipment, null);
    await touchOrder(tx, order.id);
    return { ok: true, number: shipment.number };
  });
}

type Order = Awaited<ReturnType<typeof readOrder>>;
type Locked = { order: NonNullable<Order>; items: SendableItem[]; sent: StoredShipment[] };

async function readOrder(tx: Tx, id: string) {
  const [order] = await tx
    .select({
      ...pickColumns(orders, "id", "order_status", "customer_name", "customer_phone", "delivery_kind"),
      ...pickColumns(orders, "promised_from", "promised_to", "sent_at", "delivered_at"),
      payment_status: PAYMENT_STATE,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for("update");
  return order ? { ...order, order_status: order.order_status as OrderStatus } : null;
}

async function lockGoods(tx: Tx, id: string): Promise<Locked | null> {
  const order = await readOrder(tx, id);
  if (!order) return null;
  const items = await tx
    .select(pickColumns(order_items, "id", "product_name", "quantity", "restocked"))
    .from(order_items)
    .where(eq(order_items.order_id, id));
  return { order, items, sent: await shipmentsOf(tx, [id]) };
}

type Parsed = {
  success: boolean;
  data?: { id: string } | undefined;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
};

/** One change of a shipment in one transaction, under the lock of its order; a cancelled order's stay as they are. */
async function change(
  ctx: AdminContext,
  actor: Actor,
  parsed: Parsed,
  work: (tx: Tx, staff: Staff, locked: Locked & { shipment: StoredShipment }) => Promise<ShipmentResult>,
): Promise<ShipmentResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  if (!parsed.data) {
    const issue = parsed.error?.issues[0];
    return { ok: false, reason: "invalid", message: issue?.message ?? "", field: String(issue?.path[0] ?? "") };
  }
  const { id } = parsed.data;
  return await inTransaction(ctx.db, async (tx): Promise<ShipmentResult> => {
    const [row] = await tx.select({ order_id: shipments.order_id }).from(shipments).where(eq(shipments.id, id));
    const locked = row && (await lockGoods(tx, row.order_id));
    const shipment = locked?.sent.find((one) => one.id === id);
    if (!locked || !shipment) return { ok: false, reason: "not_found" };
    if (locked.order.order_status === "cancelled") return { ok: false, reason: "closed" };
    return await work(tx, actor, { ...locked, shipment });
  });
}

/** The order follows its shipments; its buyer's open pages hear of the change either way. */
async function settleOrder(tx: Tx, actor: Staff, { order, items }: Omit<Locked, "sent">): Promise<void> {
  const { id, order_status: from } = order;
  const status = statusByShipments(from, items, await shipmentsOf(tx, [id]));
  if (status === from) return await touchOrder(tx, id);
  const times = statusTimes(status, order, new Date());
  await tx
    .update(orders)
    .set({ order_status: status, ...times })
    .where(eq(orders.id, id));
  const [before, after] = [{ status: from }, { status }];
  await recordChange(tx, actor, { action: "order.status", subject: id, before, after });
}

/** Marks the order as changed, so that streams report it. */
async function touchOrder(tx: Tx, id: string): Promise<void> {
  await tx.update(orders).set({ updated_at: new Date() }).where(eq(orders.id, id));
}

async function recordShipment(
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
function messageOf(
  { id, promised_from, promised_to }: Locked["order"],
  shipment: Parameters<typeof shipmentMessage>[0],
): string {
  const days = promised_from && promised_to ? formatDays(promised_from, promised_to) : null;
  return shipmentMessage({ ...shipment, order_id: id }, days);
}

async function tellOfSending(ctx: AdminContext, tx: Tx, id: string, message: string): Promise<void> {
  await notifyCustomer(ctx, tx, id, { title: `Order ${orderNumber(id)} is on its way`, message });
}
