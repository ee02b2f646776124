import { eq, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { randomDigits } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { shipments } from "#db/schema/shipments.ts";
import { inTransaction, type Rollback } from "#db/transaction.server.ts";
import type { StoredShipment } from "../queries/shipments.server.ts";
import { MOST_TRIES, nextStatuses, keptBackReason } from "../rules/shipments.ts";
import { transitionMessage } from "../rules/transitions.ts";
import { collectInput, moveShipmentInput, shipmentInput, shipmentTravelInput } from "../schema.ts";
import {
  lockGoods,
  messageOf,
  recordShipment,
  setShipmentStatus,
  settleOrder,
  tellOfSending,
  touchOrder,
  type Locked,
  type ShipmentContext,
  type Staff,
} from "./shipments.server.ts";

/**
 * Why a shipment was not changed. `changed`: another admin did meanwhile. `wrong`: the code; `left` are the tries left.
 * `refused`: it may not be sent.
 */
export type ShipmentRefusal =
  | { ok: false; reason: "forbidden" | "not_found" | "changed" | "closed" | "locked" | "sent_already" }
  | { ok: false; reason: "invalid"; message: string; field: string }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "wrong"; left: number };

export type ShipmentResult = { ok: true; number: number } | ShipmentRefusal;

/**
 * Sets the next status of a shipment. `input` is unvalidated. Without its collection code, goods are delivered only by
 * staff who may cancel orders: the buyer's code is what shows that he has them.
 */
export async function moveShipment(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  const parsed = moveShipmentInput.safeParse(input);
  return await change(ctx, actor, parsed, async (tx, staff, { shipment, order, ...locked }, rollback) => {
    const { status, version, notify } = parsed.data ?? {};
    if (!status || shipment.version !== version) return { ok: false, reason: "changed" };
    const has_code = shipment.code !== null;
    const isNext = nextStatuses({ status: shipment.status, has_code }).some((next) => next === status);
    if (!isNext) return { ok: false, reason: "closed" };
    const unsent = status === "sent" ? keptBackReason(order, locked.items, shipment.lines) : null;
    if (unsent)
      return { ok: false, reason: "refused", message: `Nothing was sent: ${unsent}. Please remove the shipment.` };
    if (status === "delivered" && has_code && !can(staff, "orders.cancel")) return { ok: false, reason: "forbidden" };
    await setShipmentStatus(tx, shipment, status);
    const withoutCode = status === "delivered" && has_code ? { without_code: true } : {};
    await recordShipment(tx, staff, order.id, shipment, { status, ...withoutCode });
    const refusal = await settleOrder(tx, staff, { order, ...locked });
    // Any other step has happened already.
    if (refusal && status === "sent")
      return rollback({ ok: false, reason: "refused", message: `Nothing was sent. ${transitionMessage(refusal)}` });
    if (notify && (status === "sent" || status === "arrived")) {
      const message = messageOf({ order, ...locked }, { ...shipment, status, has_code });
      await tellOfSending(ctx, tx, order.id, status, message);
    }
    return { ok: true, number: shipment.number };
  });
}

/** Marks a shipment as delivered by the code that its buyer gave; five wrong ones lock it. `input` is unvalidated. */
export async function collectShipment(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  const parsed = collectInput.safeParse(input);
  return await change(ctx, actor, parsed, async (tx, staff, { shipment, order, ...locked }) => {
    if (shipment.status !== "sent" && shipment.status !== "arrived") return { ok: false, reason: "closed" };
    if (shipment.code === null) return { ok: false, reason: "closed" };
    if (shipment.code_tries >= MOST_TRIES) return { ok: false, reason: "locked" };
    if (shipment.code !== parsed.data?.code) {
      const code_tries = shipment.code_tries + 1;
      await tx.update(shipments).set({ code_tries }).where(eq(shipments.id, shipment.id));
      await recordShipment(tx, staff, order.id, shipment, { wrong_code: code_tries });
      const left = MOST_TRIES - code_tries;
      return left > 0 ? { ok: false, reason: "wrong", left } : { ok: false, reason: "locked" };
    }
    await setShipmentStatus(tx, shipment, "delivered");
    await recordShipment(tx, staff, order.id, shipment, { status: "delivered", with_code: true });
    await settleOrder(tx, staff, { order, ...locked });
    return { ok: true, number: shipment.number };
  });
}

/** Gives the buyer a new collection code, for a locked shipment. `input` is unvalidated. Needs the right to cancel. */
export async function renewCode(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
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
export async function editShipment(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
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
export async function removeShipment(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<ShipmentResult> {
  return await change(ctx, actor, shipmentInput.safeParse(input), async (tx, staff, { shipment, order, ...locked }) => {
    if (shipment.status !== "preparing") return { ok: false, reason: "sent_already" };
    await tx.delete(shipments).where(eq(shipments.id, shipment.id));
    await recordShipment(tx, staff, order.id, shipment, null);
    await settleOrder(tx, staff, { order, ...locked });
    return { ok: true, number: shipment.number };
  });
}

type Parsed = {
  success: boolean;
  data?: { id: string } | undefined;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
};

type Work = (
  tx: Tx,
  staff: Staff,
  locked: Locked & { shipment: StoredShipment },
  rollback: Rollback<ShipmentResult>,
) => Promise<ShipmentResult>;

/** One change of a shipment in one transaction, under the lock of its order; a cancelled order's stay as they are. */
async function change(ctx: ShipmentContext, actor: Actor, parsed: Parsed, work: Work): Promise<ShipmentResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  if (!parsed.data) {
    const issue = parsed.error?.issues[0];
    return { ok: false, reason: "invalid", message: issue?.message ?? "", field: String(issue?.path[0] ?? "") };
  }
  const { id } = parsed.data;
  return await inTransaction<ShipmentResult>(ctx.db, async (tx, rollback) => {
    const [row] = await tx.select({ order_id: shipments.order_id }).from(shipments).where(eq(shipments.id, id));
    const locked = row && (await lockGoods(tx, row.order_id));
    const shipment = locked?.sent.find((one) => one.id === id);
    if (!locked || !shipment) return { ok: false, reason: "not_found" };
    if (locked.order.order_status === "cancelled") return { ok: false, reason: "closed" };
    return await work(tx, actor, { ...locked, shipment }, rollback);
  });
}
