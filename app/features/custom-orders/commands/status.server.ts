import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { statusInput } from "../schema.ts";
import { notifySender } from "./notify.server.ts";
import { lockRequest, updateRequest } from "./requests.server.ts";

export type StatusResult =
  | { ok: true; changed: boolean; version: number }
  | { ok: false; reason: "forbidden" | "invalid" | "not_found" | "changed" };

/**
 * Sets the status of a request, every transition is allowed, and notifies its sender. `input` is unvalidated: `{id,
 * version, status}`; "changed": it was edited since `version`. Setting the current status is a no-op.
 */
export async function setCustomOrderStatus(
  ctx: Pick<Shop, "db" | "jobs" | "baseUrl">,
  actor: Actor,
  input: unknown,
): Promise<StatusResult> {
  if (!actor || !can(actor, "custom-orders.edit")) return { ok: false, reason: "forbidden" };
  const parsed = statusInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { id, version, status } = parsed.data;
  return await inTransaction(ctx.db, async (tx): Promise<StatusResult> => {
    const found = await lockRequest(tx, id);
    if (!found) return { ok: false, reason: "not_found" };
    if (found.status === status) return { ok: true, changed: false, version: found.version };
    if (found.version !== version) return { ok: false, reason: "changed" };
    await updateRequest(tx, id, { status });
    const change = { action: "custom-order.status", subject: id };
    await recordChange(tx, actor, { ...change, before: { status: found.status }, after: { status } });
    await notifySender(ctx, tx, id, "custom_order_status", { status });
    return { ok: true, changed: true, version: version + 1 };
  });
}
