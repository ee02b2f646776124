import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

export type QueueHealth = {
  mails: { waiting: number; failing: number; oldest_s: number; stuck: boolean };
  /** `oldest_s`: the age of the oldest due job, in seconds. */
  jobs: { failing: number; late: number; oldest_s: number; stuck: boolean };
};

const STUCK_AFTER_S = 300;

/**
 * The health of mails and jobs: stuck if a mail or a due job has waited for five minutes. Throws if the database does
 * not answer.
 */
export async function queueHealth(db: Tx): Promise<QueueHealth> {
  const { rows } = await db.execute(sql`
    select
      (select count(*) from mails where status = 'queued') as waiting,
      (select count(*) from mails where status = 'queued' and tries > 0) as failing_mails,
      (select coalesce(extract(epoch from now() - min(created_at)), 0) from mails where status = 'queued') as oldest,
      jobs.*
    from (
      -- The index of waiting jobs: past ones are not read.
      select count(*) filter (where state = 'retry') as failing,
        count(*) filter (where start_after < now() - make_interval(secs => ${STUCK_AFTER_S})) as late,
        coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0) as oldest_job
      from pgboss.job where state < 'active' and not blocked
    ) jobs`);
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
    jobs: { failing: Number(row["failing"]), late, oldest_s: Math.round(Number(row["oldest_job"])), stuck: late > 0 },
  };
}
