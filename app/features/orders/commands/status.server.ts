import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { OrderStatus } from "../rules.ts";
import { statusMessage, statusTitle, type RestockProblem } from "../rules/updates.ts";
import { bulkStatusInput, cancelOrderInput, orderStatusInput } from "../schema.ts";
import { notifyCustomer } from "./notify.server.ts";
import { restockItems } from "./restock.server.ts";

export type AdminContext = Pick<Shop, "db" | "jobs" | "baseUrl">;

/** Channel of the customer notification; null when none was sent. */
type Notified = "mail" | "sms" | null;

/** `changed`: another admin set a different status in the meantime; `status` is the current one. */
type Changed = { ok: false; reason: "changed"; status: OrderStatus };

export type SetOrderStatusResult =
  | { ok: true; changed: boolean; notified: Notified }
  | { ok: false; reason: "forbidden" | "invalid" | "not_found" }
  | Changed;

/**
 * Sets the status of an order; every transition is allowed. `input` is unvalidated. Setting the current status is a
 * no-op; a change is pushed to the buyer's open pages and sent to the customer if `notify` is set.
 */
export async function setOrderStatus(ctx: AdminContext, actor: Actor, input: unknown): Promise<SetOrderStatusResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  const parsed = orderStatusInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { id, status, seen, notify, message } = parsed.data;
  if (status === "cancelled" && !can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<SetOrderStatusResult> => {
    const found = await lockOrder(tx, id);
    if (!found) return { ok: false, reason: "not_found" };
    if (found.status === status) return { ok: true, changed: false, notified: null };
    if (seen && found.status !== seen) return { ok: false, reason: "changed", status: found.status };
    await tx.update(orders).set({ order_status: status }).where(eq(orders.id, id));
    await recordChange(tx, actor, { action: "order.status", subject: id, before: found, after: { status } });
    return { ok: true, changed: true, notified: notify ? await notifyOfStatus(ctx, tx, id, status, message) : null };
  });
}

export type BulkStatusResult =
  | { ok: true; changed: number; unchanged: number; notified: number; skipped: string[] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "invalid"; message: string };

/**
 * Sets the status of up to 100 orders, each in its own transaction. `skipped` holds the ids of orders that another
 * admin changed in the meantime or that do not exist. `notified` counts customer notifications.
 */
export async function setOrderStatuses(ctx: AdminContext, actor: Actor, input: unknown): Promise<BulkStatusResult> {
  if (!can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  const parsed = bulkStatusInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", message: parsed.error.issues[0]?.message ?? "" };
  const { status, notify } = parsed.data;
  if (status === "cancelled" && !can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  const restocks = parsed.data.restock && status === "cancelled";
  const seenById = new Map(parsed.data.orders.map(({ id, seen }) => [id, seen]));
  const result = { ok: true as const, changed: 0, unchanged: 0, notified: 0, skipped: [] as string[] };
  for (const [id, seen] of seenById) {
    const one = restocks
      ? await cancelOrder(ctx, actor, { id, seen, notify, restock: await restockable(ctx, id) })
      : await setOrderStatus(ctx, actor, { id, seen, status, notify });
    if (!one.ok && one.reason === "cancelled") result.unchanged += 1;
    else if (!one.ok) result.skipped.push(id);
    else if ("changed" in one && !one.changed) result.unchanged += 1;
    else {
      result.changed += 1;
      if (one.notified) result.notified += 1;
    }
  }
  return result;
}

export type CancelOrderResult =
  | { ok: true; notified: Notified; restocked: number }
  | { ok: false; reason: "forbidden" | "invalid" | "not_found" | "cancelled" }
  | { ok: false; reason: "restock"; problem: RestockProblem }
  | Changed;

/**
 * Cancels an order, restocks the given quantities and notifies the customer if `notify` is set, in one transaction. No
 * refund: that is a separate command.
 */
export async function cancelOrder(ctx: AdminContext, actor: Actor, input: unknown): Promise<CancelOrderResult> {
  if (!actor || !can(actor, "orders.cancel")) return { ok: false, reason: "forbidden" };
  const parsed = cancelOrderInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { id, seen, reason, restock, notify, message } = parsed.data;
  return await inTransaction(ctx.db, async (tx): Promise<CancelOrderResult> => {
    const found = await lockOrder(tx, id);
    if (!found) return { ok: false, reason: "not_found" };
    if (found.status === "cancelled") return { ok: false, reason: "cancelled" };
    if (seen && found.status !== seen) return { ok: false, reason: "changed", status: found.status };
    const problem = await restockItems(tx, id, restock);
    if (problem) return { ok: false, reason: "restock", problem };
    await tx.update(orders).set({ order_status: "cancelled" }).where(eq(orders.id, id));
    const restocked = restock.filter(({ quantity }) => quantity > 0);
    const after = { status: "cancelled", ...(reason && { reason }), ...(restocked.length > 0 && { restocked }) };
    await recordChange(tx, actor, { action: "order.status", subject: id, before: found, after });
    return {
      ok: true,
      notified: notify ? await notifyOfStatus(ctx, tx, id, "cancelled", message) : null,
      restocked: restocked.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
}

/** All quantities of an order that can still be restocked. */
async function restockable({ db }: AdminContext, id: string): Promise<{ item_id: string; quantity: number }[]> {
  return await db
    .select({ item_id: order_items.id, quantity: sql<number>`${order_items.quantity} - ${order_items.restocked}` })
    .from(order_items)
    .where(and(eq(order_items.order_id, id), isNotNull(order_items.product_id)));
}

async function lockOrder(tx: Tx, id: string): Promise<{ status: OrderStatus } | null> {
  const [found] = await tx.select({ status: orders.order_status }).from(orders).where(eq(orders.id, id)).for("update");
  return found ? { status: found.status as OrderStatus } : null;
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
