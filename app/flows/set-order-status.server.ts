import { and, eq, isNotNull, sql } from "drizzle-orm";
import { notifyCustomer } from "#app/features/orders/commands/notify.server.ts";
import { deliverShipments } from "#app/features/orders/commands/shipments.server.ts";
import { writeStatus } from "#app/features/orders/commands/status.server.ts";
import { awaitsCode } from "#app/features/orders/queries/shipments.server.ts";
import type { OrderStatus } from "#app/features/orders/rules.ts";
import {
  TRANSITIONS,
  transitionRefusal,
  type OrderTimes,
  type TransitionRefusal,
} from "#app/features/orders/rules/transitions.ts";
import { statusMessage, statusTitle } from "#app/features/orders/rules/updates.ts";
import { bulkStatusInput, cancelOrderInput, orderStatusInput } from "#app/features/orders/schema.ts";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { lockLines, lockRestocked, returnGoods, takeGoods } from "./restock-order.server.ts";

export type AdminContext = Pick<Shop, "db" | "jobs" | "baseUrl">;

/** Channel of the customer notification; null when none was sent. */
type Notified = "mail" | "sms" | null;

/**
 * Why a status was not changed. `changed`: another admin set a different status in the meantime; `status` is the current
 * one. The refusals of `TRANSITIONS` name their lines.
 */
export type StatusRefusal =
  | { ok: false; reason: "forbidden" | "invalid" | "not_found" }
  | { ok: false; reason: "changed"; status: OrderStatus }
  | ({ ok: false } & TransitionRefusal);

/** `from` is the previous status; `taken` and `restocked` are units taken from stock again, or returned to it. */
type Changed = {
  ok: true;
  changed: boolean;
  from: OrderStatus;
  notified: Notified;
  taken: number;
  restocked: number;
};

export type SetOrderStatusResult = Changed | StatusRefusal;

/**
 * Sets the status of an order; every transition of `TRANSITIONS` is possible. `input` is unvalidated. Setting the
 * current status is a no-op; a change is pushed to the buyer's open pages and sent to the customer if `notify` is set.
 * Leaving `cancelled` takes all goods from stock again that were returned, or changes nothing.
 */
export async function setOrderStatus(ctx: AdminContext, actor: Actor, input: unknown): Promise<SetOrderStatusResult> {
  const parsed = orderStatusInput.safeParse(input);
  return await changeStatus(ctx, actor, parsed.success ? { ...parsed.data, restock: [], reason: "" } : null);
}

type StatusInput = {
  id: string;
  status: OrderStatus;
  seen?: OrderStatus | undefined;
  restock: { item_id: number; quantity: number }[];
  reason: string;
  notify: boolean;
  message: string;
};

/** One transition in one transaction: rights, checks, goods, status, audit, notification. `change` is null if invalid. */
async function changeStatus(
  ctx: AdminContext,
  actor: Actor,
  change: StatusInput | null,
): Promise<SetOrderStatusResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  if (!change) return { ok: false, reason: "invalid" };
  const { id, status, seen, restock, reason, notify, message } = change;
  if (status === "cancelled" && !can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<SetOrderStatusResult> => {
    const found = await lockOrder(tx, id);
    if (!found) return { ok: false, reason: "not_found" };
    const transition = TRANSITIONS[found.order_status][status];
    const from = found.order_status;
    if (!transition) return { ok: true, changed: false, from, notified: null, taken: 0, restocked: 0 };
    if (!can(actor, transition.right)) return { ok: false, reason: "forbidden" };
    if (seen && from !== seen) return { ok: false, reason: "changed", status: from };
    const { goods } = transition;
    const lines = goods === "stay" ? [] : await lockLines(tx, id);
    const stock = goods === "takes" ? await lockRestocked(tx, lines) : new Map<string, number>();
    const awaits_code = status === "delivered" && !can(actor, "orders.cancel") && (await awaitsCode(tx, id));
    const refusal = transitionRefusal(transition, { lines, restock, stock, awaits_code });
    if (refusal) return { ok: false, ...refusal };
    if (goods === "returns") await returnGoods(tx, id, lines, restock);
    const taken = goods === "takes" ? await takeGoods(tx, id, lines) : 0;
    const restocked = restock.filter(({ quantity }) => quantity > 0);
    await writeStatus(tx, actor, found, status, {
      ...(reason && { reason }),
      ...(restocked.length > 0 && { restocked }),
      ...(taken > 0 && { taken }),
    });
    if (status === "delivered") await deliverShipments(tx, id);
    return {
      ok: true,
      changed: true,
      from,
      notified: notify ? await notifyOfStatus(ctx, tx, id, status, message) : null,
      taken,
      restocked: restocked.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
}

/** An order that a bulk change left as it is: the actor has no right to this transition, or a check refused it. */
export type RefusedOrder = { id: string } & ({ reason: "forbidden" } | TransitionRefusal);

export type BulkStatusResult =
  | {
      ok: true;
      changed: number;
      unchanged: number;
      notified: number;
      /** Ids of orders that another admin changed in the meantime or that do not exist. */
      skipped: string[];
      refused: RefusedOrder[];
    }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; message: string };

/**
 * Sets the status of up to 100 orders, each in its own transaction, so that one that is refused stops no other.
 * `notified` counts customer notifications.
 */
export async function setOrderStatuses(ctx: AdminContext, actor: Actor, input: unknown): Promise<BulkStatusResult> {
  if (!can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  const parsed = bulkStatusInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", message: parsed.error.issues[0]?.message ?? "" };
  const { status, notify } = parsed.data;
  if (status === "cancelled" && !can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  const restocks = parsed.data.restock && status === "cancelled";
  const seenById = new Map(parsed.data.orders.map(({ id, seen }) => [id, seen]));
  const result = { ok: true as const, changed: 0, unchanged: 0, notified: 0 };
  const skipped: string[] = [];
  const refused: RefusedOrder[] = [];
  for (const [id, seen] of seenById) {
    const restock = restocks ? await restockable(ctx, id) : [];
    const one = await changeStatus(ctx, actor, { id, seen, status, restock, reason: "", notify, message: "" });
    if (one.ok) {
      result[one.changed ? "changed" : "unchanged"] += 1;
      if (one.notified) result.notified += 1;
      continue;
    }
    switch (one.reason) {
      case "changed":
      case "not_found":
      case "invalid":
        skipped.push(id);
        break;
      case "forbidden":
        refused.push({ id, reason: one.reason });
        break;
      default:
        refused.push({ id, ...one });
    }
  }
  return { ...result, skipped, refused };
}

export type CancelOrderResult = Changed | StatusRefusal | { ok: false; reason: "cancelled" };

/**
 * Cancels an order, restocks the given quantities and notifies the customer if `notify` is set, in one transaction. No
 * refund: that is a separate command. `cancelled`: it is cancelled already.
 */
export async function cancelOrder(ctx: AdminContext, actor: Actor, input: unknown): Promise<CancelOrderResult> {
  const parsed = cancelOrderInput.safeParse(input);
  const result = await changeStatus(ctx, actor, parsed.success ? { ...parsed.data, status: "cancelled" } : null);
  return result.ok && !result.changed ? { ok: false, reason: "cancelled" } : result;
}

/** All quantities of an order that can still be restocked. */
async function restockable({ db }: AdminContext, id: string): Promise<{ item_id: number; quantity: number }[]> {
  return await db
    .select({ item_id: order_items.id, quantity: sql<number>`${order_items.quantity} - ${order_items.restocked}` })
    .from(order_items)
    .where(and(eq(order_items.order_id, id), isNotNull(order_items.product_id)));
}

async function lockOrder(tx: Tx, id: string): Promise<({ id: string; order_status: OrderStatus } & OrderTimes) | null> {
  const [found] = await tx
    .select(pickColumns(orders, "id", "order_status", "sent_at", "delivered_at"))
    .from(orders)
    .where(eq(orders.id, id))
    .for("update");
  return found ? { ...found, order_status: found.order_status as OrderStatus } : null;
}

async function notifyOfStatus(
  ctx: AdminContext,
  tx: Tx,
  id: string,
  status: OrderStatus,
  message: string,
): Promise<Notified> {
  return await notifyCustomer(ctx, tx, id, {
    title: statusTitle(id, status),
    message: message || statusMessage(id, status),
  });
}
