import { sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChanges } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { QueueName } from "#app/platform/jobs.server.ts";
import { dismissMail } from "#app/platform/outbox.server.ts";
import type { Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { dueFailures, type DueFailure } from "./queries.server.ts";

type FailuresContext = Pick<Shop, "db" | "jobs">;

/** Failures of one transaction: any number is retried or dismissed, a part at a time. */
const AT_ONCE = 500;

/** `done` is the number of failures processed; the others no longer exist. */
export type FailuresResult = { ok: true; done: number } | { ok: false; reason: "forbidden" };

/** Retries failures now, including those given up. Writes an audit row for each. */
export async function retryFailures(ctx: FailuresContext, actor: Actor, ids: readonly string[]) {
  return await inParts(ctx, actor, ids, "retry", async (tx, failures) => {
    const mails = failures.filter(({ source }) => source === "mail");
    await retryMails(
      ctx,
      tx,
      mails.map(({ id }) => id),
    );
    for (const { id, name, source } of failures) {
      if (source === "mail") continue;
      if (source === "schedule") await ctx.jobs.enqueue(tx, name as QueueName, {});
      else
        await tx.execute(sql`update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
          retry_limit = greatest(retry_limit, retry_count + 1)
          where id = ${id}::uuid and name = ${name} and state in ('retry', 'failed')`);
    }
  });
}

/** Dismisses failures: a mail is not sent, a job not run again. Writes an audit row for each. */
export async function dismissFailures(ctx: FailuresContext, actor: Actor, ids: readonly string[]) {
  return await inParts(ctx, actor, ids, "dismiss", async (tx, failures) => {
    for (const failure of failures) {
      if (failure.source === "mail") {
        await dismissMail(tx, failure);
      } else if (failure.source === "schedule") {
        await tx.execute(sql`delete from pgboss.job where name = ${failure.name} and state in ('retry', 'failed')`);
      } else {
        await tx.execute(sql`delete from pgboss.job where id = ${failure.id}::uuid and name = ${failure.name}
          and state in ('created', 'retry', 'failed')`);
      }
    }
  });
}

async function inParts(
  { db }: FailuresContext,
  actor: Actor,
  ids: readonly string[],
  verb: "retry" | "dismiss",
  act: (tx: Tx, failures: readonly DueFailure[]) => Promise<void>,
): Promise<FailuresResult> {
  if (!actor || !can(actor, "failures.edit")) return { ok: false, reason: "forbidden" };
  let done = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE)
    done += await inTransaction(db, async (tx) => {
      const failures = await dueFailures(tx, ids.slice(at, at + AT_ONCE));
      await act(tx, failures);
      const changes = failures.map(({ id, source, name, attempts, error }) => ({
        action: `${source === "mail" ? "mail" : "job"}.${verb}`,
        subject: id,
        before: { attempts, error },
        after: { what: name },
      }));
      await recordChanges(tx, actor, changes);
      return failures.length;
    });
  return { ok: true, done };
}

/** Reschedules the pending jobs; a mail whose job was given up gets a new one. */
async function retryMails({ jobs }: FailuresContext, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute(sql`update pgboss.job set start_after = now()
    where name = 'mail' and state in ('created', 'retry') and data ->> 'id' in ${ids} returning data ->> 'id' as mail`);
  const pending = new Set(rows.map((row) => row["mail"]));
  for (const id of ids) if (!pending.has(id)) await jobs.enqueue(tx, "mail", { id }, { isUrgent: true });
}
