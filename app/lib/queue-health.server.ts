import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import { withoutParameters } from "./log.server.ts";

export type FailingMail = {
  id: string;
  kind: string;
  to: string;
  order_id: string | null;
  tries: number;
  last_error: string | null;
  created_at: Date;
};

export type FailedJob = {
  id: string;
  queue: string;
  /** "retry" is tried again at `next_try_at`; "failed" was given up. */
  state: "retry" | "failed";
  attempts: number;
  error: string;
  created_at: Date;
  next_try_at: Date | null;
};

/** Mails and texts that were tried and did not go out, the oldest first. */
export async function failingMails(db: Tx, limit = 100): Promise<FailingMail[]> {
  return await db
    .select({
      id: mails.id,
      kind: mails.kind,
      to: mails.to_address,
      order_id: mails.order_id,
      tries: mails.tries,
      last_error: mails.last_error,
      created_at: mails.created_at,
    })
    .from(mails)
    .where(and(eq(mails.status, "queued"), gt(mails.tries, 0)))
    .orderBy(asc(mails.created_at), desc(mails.id))
    .limit(limit);
}

/** Jobs whose last try failed, the newest failure first; those that were given up stay in the list for a week. */
export async function failedJobs(db: Tx, limit = 100): Promise<FailedJob[]> {
  const { rows } = await db.execute(sql`
    select id, name, state::text, retry_count, output, created_on, start_after from pgboss.job
    where state in ('retry', 'failed')
    order by coalesce(completed_on, started_on, created_on) desc, id
    limit ${limit}`);
  return rows.map((row) => ({
    id: String(row["id"]),
    queue: String(row["name"]),
    state: row["state"] === "retry" ? "retry" : "failed",
    // The first try is not a retry.
    attempts: Number(row["retry_count"]) + 1,
    error: errorIn(row["output"]),
    created_at: new Date(String(row["created_on"])),
    next_try_at: row["state"] === "retry" ? new Date(String(row["start_after"])) : null,
  }));
}

export type QueueHealth = {
  mails: { waiting: number; failing: number; oldest_s: number; stuck: boolean };
  jobs: { failing: number; late: number; stuck: boolean };
};

const STUCK_AFTER_S = 300;

/** Whether mails and jobs move: stuck is a mail or a due job that has waited for five minutes. Throws without an answer. */
export async function queueHealth(db: Tx): Promise<QueueHealth> {
  const { rows } = await db.execute(sql`
    select
      (select count(*) from mails where status = 'queued') as waiting,
      (select count(*) from mails where status = 'queued' and tries > 0) as failing_mails,
      (select coalesce(extract(epoch from now() - min(created_at)), 0) from mails where status = 'queued') as oldest,
      (select count(*) from pgboss.job where state = 'retry') as failing,
      (select count(*) from pgboss.job
        where state < 'active' and start_after < now() - make_interval(secs => ${STUCK_AFTER_S})) as late`);
  const [row = {}] = rows;
  const oldest_s = Math.round(Number(row["oldest"]));
  const late = Number(row["late"]);
  return {
    mails: {
      waiting: Number(row["waiting"]),
      failing: Number(row["failing_mails"]),
      oldest_s,
      stuck: oldest_s > STUCK_AFTER_S,
    },
    jobs: { failing: Number(row["failing"]), late, stuck: late > 0 },
  };
}

/** What pg-boss stored about a failure: an error it made into JSON, or our own message. */
function errorIn(output: unknown): string {
  const message = (output as { message?: unknown } | null)?.message;
  return message === undefined ? "unknown" : withoutParameters(message);
}
