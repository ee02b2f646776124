import { sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { inTransaction } from "#db/transaction.server.ts";

/** `isNew` is false if one runs or is due already. */
export type BackupResult = { ok: true; isNew: boolean } | { ok: false; reason: "forbidden" | "not_set_up" };

/** Makes a backup now, or restores the newest for a test; one that waits for its next try is due now. Writes an audit row. */
export async function startBackupJob(
  { db, env, jobs }: Pick<Shop, "db" | "env" | "jobs">,
  actor: Actor,
  queue: "backup" | "restore-test",
): Promise<BackupResult> {
  if (!actor || !can(actor, "backups.make")) return { ok: false, reason: "forbidden" };
  if (!env.BACKUPS) return { ok: false, reason: "not_set_up" };
  const isNew = await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`update pgboss.job set start_after = now()
      where name = ${queue} and state in ('created', 'retry') and start_after > now() returning id`);
    const begun = rows.length > 0 || (await jobs.enqueueOnce(tx, queue));
    const action = queue === "backup" ? "backup.start" : "backup.test";
    if (begun) await recordChange(tx, actor, { action, subject: "backup", before: null, after: null });
    return begun;
  });
  jobs.poll(queue);
  return { ok: true, isNew };
}
