import { eq, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { lagosDay } from "#app/lib/dates.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { pickColumns } from "#db/columns.ts";
import { orders } from "#db/schema/orders.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { isOpen } from "../rules.ts";
import { newPromise, type PROMISE_PROBLEMS } from "../rules/delivery.ts";
import { promiseInput } from "../schema.ts";

export type SetPromiseResult =
  | { ok: true; promised_to: string }
  | { ok: false; reason: "forbidden" | "invalid" | "not_found" | "changed" | keyof typeof PROMISE_PROBLEMS };

/**
 * Sets the last promised day of an open order ("2026-11-30"); the first promise stays beside it. `input` is unvalidated;
 * its `seen` is the day on the admin's screen, and `isWorkingDay` knows the calendar of delivery. The buyer's open pages
 * show the new day.
 */
export async function setPromise(
  { db }: Pick<Shop, "db">,
  actor: Actor,
  input: unknown,
  now: Date,
  isWorkingDay: (day: string) => boolean,
): Promise<SetPromiseResult> {
  if (!actor || !can(actor, "orders.status")) return { ok: false, reason: "forbidden" };
  const parsed = promiseInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { id, promised_to, seen } = parsed.data;
  return await inTransaction(db, async (tx): Promise<SetPromiseResult> => {
    const [order] = await tx
      .select(pickColumns(orders, "order_status", "promised_from", "promised_to", "first_promised_to"))
      .from(orders)
      .where(eq(orders.id, id))
      .for("update");
    if (!order) return { ok: false, reason: "not_found" };
    if (!isOpen(order.order_status)) return { ok: false, reason: "closed" };
    if (seen && order.promised_to !== seen) return { ok: false, reason: "changed" };
    const promise = newPromise(order, promised_to, lagosDay(now), isWorkingDay);
    if (!promise.ok) return promise;
    const { first_promised_to } = promise;
    await tx
      .update(orders)
      .set({ promised_from: sql`least(${orders.promised_from}, ${promised_to}::date)`, promised_to, first_promised_to })
      .where(eq(orders.id, id));
    const [before, after] = [{ promised_to: order.promised_to }, { promised_to }];
    await recordChange(tx, actor, { action: "order.promise", subject: id, before, after });
    return { ok: true, promised_to };
  });
}
