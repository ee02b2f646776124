import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { NO_ROWS, type PictureCounts, type RowCounts, type RowState, type RunKind, type RunState } from "./rules.ts";

export type Run = {
  id: string;
  kind: RunKind;
  noun: string;
  title: string;
  state: RunState;
  undo_of: string | null;
  /** The run that undid this one, or is undoing it. */
  undone_by: string | null;
  isUndone: boolean;
  /** Its rows were purged, only their counts remain. */
  isPurged: boolean;
  actor_name: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  counts: RowCounts;
};

const COLUMNS = {
  purged_counts: runs.purged_counts,
  id: runs.id,
  kind: sql<RunKind>`${runs.kind}`,
  noun: runs.noun,
  title: runs.title,
  state: sql<RunState>`${runs.state}`,
  undo_of: runs.undo_of,
  undone_by: sql<
    string | null
  >`(select u.id from runs u where u.undo_of = ${runs.id} and u.state in ('applying','done'))`,
  actor_name: sql<string>`coalesce(${users.name}, ${runs.actor})`,
  created_at: runs.created_at,
  started_at: runs.started_at,
  finished_at: runs.finished_at,
};

/** A run with row counts by state, or null. */
export async function runById(db: Tx, id: string): Promise<Run | null> {
  const [run] = await db.select(COLUMNS).from(runs).leftJoin(users, eq(users.id, runs.actor_id)).where(eq(runs.id, id));
  if (!run) return null;
  const { purged_counts, ...rest } = run;
  const base = { ...rest, isPurged: purged_counts !== null, isUndone: run.undone_by !== null };
  if (purged_counts) return { ...base, counts: { ...NO_ROWS, ...purged_counts } };
  const counts = await db
    .select({ state: sql<RowState>`${run_rows.state}`, count: sql<number>`count(*)::int` })
    .from(run_rows)
    .where(eq(run_rows.run_id, id))
    .groupBy(run_rows.state);
  return { ...base, counts: { ...NO_ROWS, ...countsOf(counts) } };
}

const countsOf = (rows: { state: RowState; count: number }[]) =>
  Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Partial<RowCounts>;

export type RunRow = Awaited<ReturnType<typeof runRows>>[number];

/** Rows of a run in order: by state, with a failed picture, or all; `limit` rows from `offset`. */
export async function runRows(
  db: Tx,
  id: string,
  { state, offset, limit }: { state: RowState | "pictures" | null; offset: number; limit: number },
) {
  const { place, record_id, label, before, after, reason, pictures } = run_rows;
  const only = state === "pictures" ? sql`${pictures} @> '[{"state":"failed"}]'` : state && eq(run_rows.state, state);
  return await db
    .select({ place, record_id, label, before, after, state: sql<RowState>`${run_rows.state}`, reason, pictures })
    .from(run_rows)
    .where(and(eq(run_rows.run_id, id), only ?? undefined))
    .orderBy(asc(place))
    .limit(limit)
    .offset(offset);
}

/** Number of pending, stored and failed pictures of a run. */
export async function runPictures(db: Tx, id: string): Promise<PictureCounts> {
  const { rows } = await db.execute(sql`
    select p ->> 'state' as state, count(*)::int as count from run_rows, jsonb_array_elements(pictures) p
    where run_id = ${id}::uuid and pictures is not null group by 1`);
  const counts: PictureCounts = { waiting: 0, stored: 0, failed: 0 };
  for (const { state, count } of rows) counts[state as keyof PictureCounts] = Number(count);
  return counts;
}

export type RunSummary = Omit<Run, "counts"> & { rows: number; applied: number };

/** Latest runs with a finished preview, newest first. */
export async function latestRuns(db: Tx, { offset, limit }: { offset: number; limit: number }): Promise<RunSummary[]> {
  const rows = await db
    .select({
      ...COLUMNS,
      rows: sql<number>`coalesce((select sum(n.value::int)::int from jsonb_each_text(${runs.purged_counts}) n),
        (select count(*)::int from run_rows r where r.run_id = ${runs.id}))`,
      applied: sql<number>`case when ${runs.purged_counts} is null
        then (select count(*)::int from run_rows r where r.run_id = ${runs.id} and r.state = 'applied')
        else coalesce((${runs.purged_counts} ->> 'applied')::int, 0) end`,
    })
    .from(runs)
    .leftJoin(users, eq(users.id, runs.actor_id))
    .orderBy(desc(runs.created_at), asc(runs.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ purged_counts, ...row }) => ({
    ...row,
    isPurged: purged_counts !== null,
    isUndone: row.undone_by !== null,
  }));
}

/** Number of runs. */
export async function countRuns(db: Tx): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(runs);
  return row?.count ?? 0;
}
