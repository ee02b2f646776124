import { and, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { Shop } from "./context.server.ts";

/** The source of a list's rows. */
export type ListSource<Row extends { id: string }> = {
  /** The tables for selecting ids, joined as needed. */
  from: SQLWrapper;
  id: SQLWrapper;
  where: SQL | undefined;
  /**
   * The order by sort name, all columns ascending or all descending; ties are sorted by id. Large tables need an index.
   */
  sorts: Record<string, SQLWrapper[]>;
  /** The rows with these ids, in any order. */
  read: (db: Tx, ids: string[]) => Promise<Row[]>;
  /** Maximum count ("10,000+"); exact if not given. */
  countUpTo?: number;
};

export type ListPage<Row> = {
  rows: Row[];
  page: number;
  pages: number;
  /** The number of matches; with `isMore` at least that many. */
  total: number;
  isMore: boolean;
};

/**
 * A page of a list; a page beyond the last is the last. Ids are selected before rows are read, and pages of the second
 * half are read from the end, so that the last page costs as much as the first.
 */
export async function listPage<Row extends { id: string }>(
  db: Tx,
  state: Pick<ListState, "sort" | "page" | "size">,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const { total, isMore } = await countRows(db, source);
  const pages = Math.max(1, Math.ceil(total / state.size));
  const page = Math.min(state.page, pages);
  const offset = (page - 1) * state.size;
  const take = Math.min(state.size, total - offset);
  const fromEnd = total - offset - take;
  const isBackwards = !isMore && fromEnd < offset;
  const ids = await idsOf(db, state.sort, source, take, isBackwards ? fromEnd : offset, isBackwards);
  if (isBackwards) ids.reverse();
  return { rows: await inOrder(db, ids, source), page, pages, total, isMore };
}

/** A page for a list that shows its controls also when its rows cannot be read: an empty page then, and `failed`. */
export async function tryListPage<Row extends { id: string }>(
  { db, log }: Pick<Shop, "db" | "log">,
  state: Parameters<typeof listPage>[1],
  source: ListSource<Row>,
): Promise<{ list: ListPage<Row>; failed: boolean }> {
  try {
    return { list: await listPage(db, state, source), failed: false };
  } catch (error) {
    log.error({ err: error }, "a list was not read");
    return { list: { rows: [], page: 1, pages: 1, total: 0, isMore: false }, failed: true };
  }
}

/** The ids of all matches in the list's order, at most `most`. */
export async function listIds<Row extends { id: string }>(
  db: Tx,
  state: Pick<ListState, "sort">,
  source: ListSource<Row>,
  most = 100_000,
): Promise<string[]> {
  return await idsOf(db, state.sort, source, most, 0, false);
}

/** The rows of an exported file at most. */
export const MAX_EXPORT_ROWS = 1_000_000;

/** All matches at the start of the call, in the list's order, in batches of `size` rows, for exports. */
export async function* listBatches<Row extends { id: string }>(
  db: Tx,
  state: Pick<ListState, "sort">,
  source: ListSource<Row>,
  size = 500,
): AsyncGenerator<Row[]> {
  yield* rowBatches(db, await listIds(db, state, source, MAX_EXPORT_ROWS), source.read, size);
}

/** The rows with these ids, in their order, in batches of `size`; ids of deleted rows are skipped. */
export async function* rowBatches<Row extends { id: string }>(
  db: Tx,
  ids: readonly string[],
  read: ListSource<Row>["read"],
  size = 500,
): AsyncGenerator<Row[]> {
  for (let at = 0; at < ids.length; at += size) yield await inOrder(db, ids.slice(at, at + size), { read });
}

async function countRows(db: Tx, { from, where, countUpTo }: Omit<ListSource<never>, "read">) {
  const filter = where ? sql` where ${where}` : sql``;
  const counted = countUpTo
    ? sql`select count(*)::int as n from (select 1 from ${from}${filter} limit ${countUpTo + 1}) counted`
    : sql`select count(*)::int as n from ${from}${filter}`;
  const { rows } = await db.execute(counted);
  const n = Number(rows[0]?.["n"] ?? 0);
  const isMore = countUpTo !== undefined && n > countUpTo;
  return { total: isMore ? countUpTo : n, isMore };
}

async function idsOf(
  db: Tx,
  sort: string,
  source: Omit<ListSource<never>, "read">,
  limit: number,
  offset: number,
  isBackwards: boolean,
): Promise<string[]> {
  if (limit <= 0) return [];
  const by = source.sorts[sort.replace(/^-/, "")] ?? [];
  const direction = sort.startsWith("-") !== isBackwards ? sql` desc` : sql` asc`;
  const order = sql.join(
    [...by, source.id].map((part) => sql`${part}${direction}`),
    sql`, `,
  );
  const filter = source.where ? sql` where ${source.where}` : sql``;
  const { rows } = await db.execute(
    sql`select ${source.id} as id from ${source.from}${filter} order by ${order} limit ${limit} offset ${offset}`,
  );
  return rows.map((row) => String(row["id"]));
}

async function inOrder<Row extends { id: string }>(
  db: Tx,
  ids: string[],
  { read }: Pick<ListSource<Row>, "read">,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await read(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Minimum similarity of a name, from 0 to 1: two transposed letters still match. */
const ALIKE = 0.4;

/** Runs a query with this similarity threshold for `<%`. */
export async function withSimilarity<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`);
    return await read(tx);
  });
}

/** Whether a time is within days of Lagos ("2026-11-20"), both inclusive; undefined if neither is given. */
export function withinDays(time: SQLWrapper, { from, to }: { from?: string; to?: string }): SQL | undefined {
  const start = (day: string, more: number) =>
    sql`((${day}::date + ${more}::int)::timestamp at time zone 'Africa/Lagos')`;
  return and(from ? sql`${time} >= ${start(from, 0)}` : undefined, to ? sql`${time} < ${start(to, 1)}` : undefined);
}
