import { inArray, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { ListState } from "#app/lib/list.ts";
import { SCHEDULED_QUEUES } from "#app/platform/jobs.server.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { withoutParameters } from "#app/platform/log.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { FAILURES } from "./links.ts";
import { withoutSecrets, type FailureSource } from "./rules.ts";

/** `id` is that of the mail or job; for a scheduled job with several failures, of the newest. */
export type Failure = {
  id: string;
  source: FailureSource;
  /** The kind of the mail or the queue of the job. */
  name: string;
  to: string | null;
  order_id: string | null;
  attempts: number;
  error: string;
  since: Date;
  /** Null if given up or waiting for a worker. */
  next_try_at: Date | null;
};

/** A due job that has waited this long has no worker. */
const LATE_S = 300;
/** Scheduled jobs: the next run is the retry, so only failures since the last success count. */
const CLOCK = sql`${SCHEDULED_QUEUES}`;
/** Whether a job delivers a mail that is listed itself or needs no delivery any more. */
const IS_OF_MAIL = sql`j.name = 'mail' and exists
  (select 1 from mails m where m.id::text = j.data ->> 'id' and (m.tries > 0 or m.status <> 'queued'))`;

const FAILING = sql`(
  select m.id, 'mail' as source, m.kind as name, m.to_address as "to", m.order_id, m.tries as attempts,
    coalesce(m.last_error, 'unknown') as error, m.created_at as since,
    (select min(j.start_after) from pgboss.job j
      where j.name = 'mail' and j.state in ('created', 'retry') and j.data ->> 'id' = m.id::text) as next_try_at
  from mails m where m.status = 'queued' and m.tries > 0
  union all
  select j.id, 'job', j.name, null, null, j.retry_count + 1, coalesce(j.output ->> 'message', 'unknown'), j.created_on,
    case when j.state = 'retry' then j.start_after end
  from pgboss.job j where j.state in ('retry', 'failed') and j.name not in ${CLOCK} and not (${IS_OF_MAIL})
  union all
  select (array_agg(j.id order by j.created_on desc))[1], 'schedule', j.name, null, null, count(*)::int,
    (array_agg(coalesce(j.output ->> 'message', 'unknown') order by j.created_on desc))[1], min(j.created_on), null
  from pgboss.job j where j.state in ('retry', 'failed') and j.name in ${CLOCK} and j.created_on > coalesce(
    (select max(good.created_on) from pgboss.job good where good.name = j.name and good.state = 'completed'), '-infinity')
  group by j.name
  union all
  select j.id, 'late', j.name, null, null, 0, '', j.created_on, null
  from pgboss.job j where j.state = 'created' and j.start_after < now() - make_interval(secs => ${LATE_S})
    and not (${IS_OF_MAIL})
) failures`;

const ID = sql`failures.id`;

/**
 * List source of failures, oldest first, with redacted errors. Throws for staff without the right to manage the system.
 */
export function failuresSource(actor: Actor, state: Pick<ListState<typeof FAILURES>, "filters">): ListSource<Failure> {
  if (!can(actor, "system.view")) throw new Error("Only staff with the right see what fails.");
  const { what } = state.filters;
  return {
    from: FAILING,
    id: ID,
    where: what ? sql`(failures.source = 'mail') = ${what === "message"}` : undefined,
    sorts: { since: [sql`failures.since`] },
    read: (db, ids) => failuresById(db, ids),
  };
}

/** Number of failures as counted by the list. */
export async function countFailures(db: Tx): Promise<number> {
  const { rows } = await db.execute(sql`select count(*)::int as n from ${FAILING}`);
  return Number(rows[0]?.["n"] ?? 0);
}

/** What is done with a failure needs no more than this. */
export type DueFailure = Pick<Failure, "id" | "source" | "name" | "order_id" | "attempts" | "error">;

/** The same without the time of the next try, which is looked up among all jobs for each mail. */
export async function dueFailures(db: Tx, ids: readonly string[]): Promise<DueFailure[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute(
    sql`select id, source, name, order_id, attempts, error from ${FAILING} where ${inArray(ID, [...ids])}`,
  );
  return (rows as DueFailure[]).map((row) => ({ ...row, error: redacted(row.error) }));
}

/** The failures with these ids that still exist. */
export async function failuresById(db: Tx, ids: readonly string[]): Promise<Failure[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute(sql`select * from ${FAILING} where ${inArray(ID, [...ids])}`);
  return (rows as Row[]).map(({ error, since, next_try_at, ...row }) => ({
    ...row,
    error: redacted(error),
    since: new Date(since),
    next_try_at: next_try_at === null ? null : new Date(next_try_at),
  }));
}

const redacted = (error: string) => withoutSecrets(withoutParameters(error));

/** One driver returns timestamps as text, the other as dates. */
type Row = Omit<Failure, "since" | "next_try_at"> & { since: string; next_try_at: string | null };
