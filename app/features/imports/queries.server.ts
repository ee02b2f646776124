import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { users } from "#db/schema/auth.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { NO_ROWS, type PictureCounts, type RowCounts, type RowState, type RunKind, type RunState } from "./rules.ts";

const COLUMNS = {
  ...pickColumns(
    runs,
    "id",
    "noun",
    "title",
    "undo_of",
    "created_at",
    "started_at",
    "resumed_at",
    "finished_at",
    "purged_counts",
  ),
  kind: sql<RunKind>`${runs.kind}`,
  state: sql<RunState>`${runs.state}`,
  /** The run that undid this one, or is undoing it. */
  undone_by: sql<
    string | null
  >`(select u.id from runs u where u.undo_of = ${runs.id} and u.state in ('applying','done'))`,
  actor_name: sql<string>`coalesce(${users.name}, ${runs.actor})`,
};

/** `isPurged`: the rows of a run are deleted, only their counts remain. */
function withFlags<Row extends { purged_counts: object | null; undone_by: string | null }>(row: Row) {
  const { purged_counts, ...run } = row;
  return { ...run, isPurged: purged_counts !== null, isUndone: run.undone_by !== null };
}

/** A run with row counts by state, or null. */
export async function runById(db: Tx, id: string) {
  const [run] = await db.select(COLUMNS).from(runs).leftJoin(users, eq(users.id, runs.actor_id)).where(eq(runs.id, id));
  if (!run) return null;
  if (run.purged_counts) return { ...withFlags(run), counts: { ...NO_ROWS, ...run.purged_counts } };
  const counts = await db
    .select({ state: sql<RowState>`${run_rows.state}`, count: sql<number>`count(*)::int` })
    .from(run_rows)
    .where(eq(run_rows.run_id, id))
    .groupBy(run_rows.state);
  return { ...withFlags(run), counts: { ...NO_ROWS, ...countsOf(counts) } };
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

/** Latest runs with a finished preview, newest first. */
export async function latestRuns(db: Tx, { offset, limit }: { offset: number; limit: number }) {
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
  return rows.map(withFlags);
}

/** Number of runs. */
export async function countRuns(db: Tx): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(runs);
  return row?.count ?? 0;
}
