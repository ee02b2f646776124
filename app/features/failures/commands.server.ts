import { sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { QueueName } from "#app/platform/jobs.server.ts";
import { dismissMail } from "#app/platform/outbox.server.ts";
import type { Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { failuresById, type Failure } from "./queries.server.ts";

type FailuresContext = Pick<Shop, "db" | "jobs">;

/** `done` is the number of failures processed; the others no longer exist. */
export type FailuresResult = { ok: true; done: number } | { ok: false; reason: "forbidden" };

/** Retries failures now, including those given up. Writes an audit row for each. */
export async function retryFailures(ctx: FailuresContext, actor: Actor, ids: readonly string[]) {
  return await forEach(ctx, actor, ids, "retry", async (tx, failure) => {
    if (failure.source === "mail") return await retryMail(ctx, tx, failure.id);
    if (failure.source === "schedule") return await ctx.jobs.enqueue(tx, failure.name as QueueName, {});
    await tx.execute(sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1)
      where id = ${failure.id}::uuid and name = ${failure.name} and state in ('retry', 'failed')`);
  });
}

/** Dismisses failures: a mail is not sent, a job not run again. Writes an audit row for each. */
export async function dismissFailures(ctx: FailuresContext, actor: Actor, ids: readonly string[]) {
  return await forEach(ctx, actor, ids, "dismiss", async (tx, failure) => {
    if (failure.source === "mail") {
      await dismissMail(tx, failure);
    } else if (failure.source === "schedule") {
      await tx.execute(sql`delete from pgboss.job where name = ${failure.name} and state in ('retry', 'failed')`);
    } else {
      await tx.execute(sql`delete from pgboss.job where id = ${failure.id}::uuid and name = ${failure.name}
        and state in ('created', 'retry', 'failed')`);
    }
  });
}

async function forEach(
  { db }: FailuresContext,
  actor: Actor,
  ids: readonly string[],
  verb: "retry" | "dismiss",
  act: (tx: Tx, failure: Failure) => Promise<void>,
): Promise<FailuresResult> {
  if (!actor || !can(actor, "failures.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<FailuresResult> => {
    const failures = await failuresById(tx, ids);
    for (const failure of failures) {
      await act(tx, failure);
      const { id, name, attempts, error } = failure;
      const action = `${failure.source === "mail" ? "mail" : "job"}.${verb}`;
      await recordChange(tx, actor, { action, subject: id, before: { attempts, error }, after: { what: name } });
    }
    return { ok: true, done: failures.length };
  });
}

/** Reschedules the pending job; a mail whose job was given up gets a new one. */
async function retryMail({ jobs }: FailuresContext, tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`update pgboss.job set start_after = now()
    where name = 'mail' and state in ('created', 'retry') and data ->> 'id' = ${id} returning id`);
  if (rows.length === 0) await jobs.enqueue(tx, "mail", { id }, { isUrgent: true });
}
