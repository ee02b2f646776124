import { can, type Actor } from "#app/features/permissions/rules.ts";
import { randomDigits } from "#app/platform/random.server.ts";
import { shipment_lines, shipments } from "#db/schema/shipments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { notSentReason } from "../queries/shipments.server.ts";
import { goodsProblem, isCollected, leftToSend, type SentOrder } from "../rules/shipments.ts";
import { transitionMessage } from "../rules/transitions.ts";
import { sendInput } from "../schema.ts";
import {
  lockGoods,
  messageOf,
  recordShipment,
  settleOrder,
  tellOfSending,
  type ShipmentContext,
  type Staff,
} from "./shipments.server.ts";

/** An order of which nothing was sent, with the reason in words. */
export type UnsentOrder = { id: string; message: string };

export type SendResult =
  | { ok: true; sent: SentOrder[]; left: UnsentOrder[] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; errors: Record<string, string> };

const CHANGED = "Its shipments were changed meanwhile. Please look at it again.";

/**
 * Makes a shipment for each order, of the given lines, in one transaction each, so that one that is refused stops no
 * other. `input` is unvalidated. The first sent shipment makes the order `shipped`; if a check of that
 * refuses, nothing is sent. `notify` tells the customer.
 */
export async function sendGoods(ctx: ShipmentContext, actor: Actor, input: unknown): Promise<SendResult> {
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
  ctx: ShipmentContext,
  actor: Staff,
  { id, seen, waybill, lines }: Sending["orders"][number],
  { status, notify, carrier, park, driver_phone, vehicle, photo, tracking_url }: Sending,
): Promise<SentOrder | string> {
  return await inTransaction<SentOrder | string>(ctx.db, async (tx, rollback) => {
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
    const refusal = await settleOrder(tx, actor, locked);
    if (refusal && status === "sent") return rollback(`Nothing was sent. ${transitionMessage(refusal)}`);
    const message = messageOf(
      { order, items, sent: [...sent, { ...row, status, lines: kept }] },
      { ...row, status, has_code: code !== null },
    );
    if (status === "sent" && notify) await tellOfSending(ctx, tx, order.id, status, message);
    const { customer_name, customer_phone } = order;
    return { id, number, message, customer_name, customer_phone };
  });
}
