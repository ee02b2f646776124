import { eq } from "drizzle-orm";
import { recordChange, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "../rules.ts";
import { statusTimes, type OrderTimes } from "../rules/transitions.ts";

/**
 * Writes a status with its times and records the change. The only update of `order_status`: the caller has locked the
 * order and asked `TRANSITIONS`. `details` are recorded with the new status.
 */
export async function writeStatus(
  tx: Tx,
  actor: ChangedBy,
  order: { id: string; order_status: OrderStatus } & OrderTimes,
  status: OrderStatus,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, order_status: from } = order;
  const times = statusTimes(status, order, new Date());
  await tx
    .update(orders)
    .set({ order_status: status, ...times })
    .where(eq(orders.id, id));
  const [before, after] = [{ status: from }, { ...details, status }];
  await recordChange(tx, actor, { action: "order.status", subject: id, before, after });
}
