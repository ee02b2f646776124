import { and, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { ListPage, ListState } from "#app/lib/list.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { Shop } from "./context.server.ts";

/** The source of a list's rows. */
export type ListSource<Row extends { id: string }> = {
  /** The tables for selecting ids, joined as needed. */
  from: SQLWrapper;
  id: SQLWrapper;
  where: SQL | undefined;
  /** `where` as alternatives that each have an index. They are read apart, unless more rows match than are counted. */
  parts?: SQL[] | undefined;
  /** Matches that are cheap to read. More than `enough` of one show that there are more than `countUpTo`: none is counted. */
  samples?: { where: SQL; enough: number }[] | undefined;
  /**
   * The order by sort name, all columns ascending or all descending; ties are sorted by id. Large tables need an index.
   */
  sorts: Record<string, SQLWrapper[]>;
  /** The rows with these ids, in any order. */
  read: (db: Tx, ids: string[]) => Promise<Row[]>;
  /** Maximum count ("10,000+"); exact if not given. */
  countUpTo?: number;
  /** The table to count in, if `where` needs no other of `from`. */
  countFrom?: SQLWrapper;
  /** The stored number of matches, which is not counted then: a query of one column `n`. */
  stored?: SQL;
};

/** Maximum count of lists that grow with the shop. */
export const MOST_COUNTED = 10_000;

/** Most rows before a page, from the nearer end: an index is read past each of them. */
export const MOST_PASSED = 100_000;

/**
 * A page of a list. Ids are selected before rows are read, and pages of the second half are read from the end, so that
 * the last page costs as much as the first. A page beyond the last is the last; a negative one is counted from the end.
 */
export async function listPage<Row extends { id: string }>(
  db: Tx,
  state: Pick<ListState, "sort" | "page" | "size">,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const { total, isMore } = await countRows(db, source);
  const isOpen = isMore || total > 2 * MOST_PASSED;
  const pages = Math.max(1, Math.ceil((isOpen ? Math.min(total, MOST_PASSED) : total) / state.size));
  const { page, take, offset, isBackwards } = (isOpen ? capped : counted)(state, pages, total);
  const wanted = isMore ? walked(source, offset + take) : source;
  const ids = await idsOf(db, state.sort, wanted, take, offset, isBackwards);
  if (isBackwards) ids.reverse();
  return { rows: await inOrder(db, ids, source), page, pages, isOpen, total, isMore };
}

/**
 * The source of the first `rows` of more matches than are counted: a search's are found sooner in the list's order than
 * all of them are read and sorted, and `is true` keeps the planner, which underestimates words that come together, from their indexes.
 */
function walked<Row extends { id: string }>({ parts, ...source }: ListSource<Row>, rows: number): ListSource<Row> {
  const { where, countUpTo = 0 } = source;
  return parts && where && rows <= countUpTo / 10 ? { ...source, where: sql`((${where}) is true)` } : source;
}

type Wanted = Pick<ListState, "page" | "size">;

/** Where to read a page of `total` rows: pages are the same from both ends. */
function counted({ page: wanted, size }: Wanted, pages: number, total: number) {
  const page = wanted > 0 ? Math.min(wanted, pages) : Math.max(1, pages + 1 + wanted);
  const before = (page - 1) * size;
  const take = Math.min(size, total - before);
  const after = total - before - take;
  return after < before
    ? { page, take, offset: after, isBackwards: true }
    : { page, take, offset: before, isBackwards: false };
}

/** The same for more rows than are counted or passed: `pages` full pages from either end. */
function capped({ page: wanted, size }: Wanted, pages: number) {
  const page = wanted > pages ? -1 : Math.max(wanted, -pages);
  return { page, take: size, offset: (Math.abs(page) - 1) * size, isBackwards: page < 0 };
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
    return { list: { rows: [], page: 1, pages: 1, isOpen: false, total: 0, isMore: false }, failed: true };
  }
}

/** The ids of the matches in the list's order, at most `most` if given. */
export async function listIds<Row extends { id: string }>(
  db: Tx,
  state: Pick<ListState, "sort">,
  source: ListSource<Row>,
  most: number | null = null,
): Promise<string[]> {
  return await idsOf(db, state.sort, source, most, 0, false);
}

/** Ids outside the JavaScript heap, 37 bytes for each UUID, in parts that are not empty. */
export type PackedIds = readonly Buffer[];

/** The ids of all matches in the list's order, for exports of any size; `part` are read at once. */
export async function packedIds<Row extends { id: string }>(
  tx: Tx,
  state: Pick<ListState, "sort">,
  source: ListSource<Row>,
  part = 10_000,
): Promise<PackedIds> {
  // All rows are fetched: by default PostgreSQL plans for the first tenth.
  await tx.execute(sql`set local cursor_tuple_fraction = 1`);
  await tx.execute(sql`declare packed_ids no scroll cursor for ${idsQuery(state.sort, source, null, 0, false)}`);
  const packed: Buffer[] = [];
  for (let isLast = false; !isLast;) {
    const { rows } = await tx.execute(sql`fetch ${sql.raw(String(part))} from packed_ids`);
    if (rows.length > 0) packed.push(Buffer.from(rows.map((row) => String(row["id"])).join("\n")));
    isLast = rows.length < part;
  }
  await tx.execute(sql`close packed_ids`);
  return packed;
}

/** All matches at the start of the call, in the list's order, in batches of `size` rows, for exports. */
export async function* listBatches<Row extends { id: string }>(
  db: Db,
  state: Pick<ListState, "sort">,
  source: ListSource<Row>,
  size = 500,
): AsyncGenerator<Row[]> {
  const ids = await inTransaction(db, (tx) => packedIds(tx, state, source));
  yield* rowBatches(db, ids, source.read, size);
}

/** The rows with these ids, in their order, in batches of `size`; ids of deleted rows are skipped. */
export async function* rowBatches<Row extends { id: string }>(
  db: Tx,
  packed: PackedIds,
  read: ListSource<Row>["read"],
  size = 500,
): AsyncGenerator<Row[]> {
  for (const part of packed) {
    const ids = part.toString().split("\n");
    for (let at = 0; at < ids.length; at += size) yield await inOrder(db, ids.slice(at, at + size), { read });
  }
}

async function countRows(db: Tx, source: Omit<ListSource<never>, "read">) {
  const { id, where, parts, samples = [], countUpTo, stored, countFrom: from = source.from } = source;
  if (stored) {
    const { rows } = await db.execute(stored);
    return { total: Number(rows[0]?.["n"] ?? 0), isMore: false };
  }
  const filter = where ? sql` where ${where}` : sql``;
  const most = countUpTo ? sql` limit ${countUpTo + 1}` : sql``;
  const all = parts
    ? sql`select count(*)::int as n from (select id from (${union(parts, (part) => sql`select ${id} as id from ${from} where ${part}${most}`)}) found${most}) counted`
    : countUpTo
      ? sql`select count(*)::int as n from (select 1 from ${from}${filter}${most}) counted`
      : sql`select count(*)::int as n from ${from}${filter}`;
  const exceed = (countUpTo ? samples : []).map(
    ({ where: one, enough }) => sql`exists (select from ${from} where ${one} offset ${enough})`,
  );
  const query =
    exceed.length > 0
      ? sql`select case when ${sql.join(exceed, sql` or `)} then ${countUpTo}::int + 1 else (${all}) end as n`
      : all;
  const { rows } = await db.execute(query);
  const n = Number(rows[0]?.["n"] ?? 0);
  const isMore = countUpTo !== undefined && n > countUpTo;
  return { total: isMore ? countUpTo : n, isMore };
}

async function idsOf(
  db: Tx,
  sort: string,
  source: Omit<ListSource<never>, "read">,
  limit: number | null,
  offset: number,
  isBackwards: boolean,
): Promise<string[]> {
  if (limit !== null && limit <= 0) return [];
  const { rows } = await db.execute(idsQuery(sort, source, limit, offset, isBackwards));
  return rows.map((row) => String(row["id"]));
}

function idsQuery(
  sort: string,
  source: Omit<ListSource<never>, "read">,
  limit: number | null,
  offset: number,
  isBackwards: boolean,
): SQL {
  const by = source.sorts[sort.replace(/^-/, "")] ?? [];
  const direction = sort.startsWith("-") !== isBackwards ? sql` desc` : sql` asc`;
  const orderBy = (columns: SQLWrapper[]) =>
    sql.join(
      columns.map((column) => sql`${column}${direction}`),
      sql`, `,
    );
  if (source.parts) {
    const keys = by.map((_, at) => sql.raw(`key_${at}`));
    const columns = by.map((column, at) => sql`, ${column} as ${keys[at]}`);
    const select = (part: SQL) => sql`select ${source.id} as id${sql.join(columns)} from ${source.from} where ${part}`;
    return sql`select id from (${union(source.parts, select)}) found order by ${orderBy([...keys, sql.raw("id")])} limit ${limit} offset ${offset}`;
  }
  const filter = source.where ? sql` where ${source.where}` : sql``;
  return sql`select ${source.id} as id from ${source.from}${filter} order by ${orderBy([...by, source.id])} limit ${limit} offset ${offset}`;
}

/** The rows of all parts, each once. */
const union = (parts: SQL[], select: (part: SQL) => SQL) =>
  sql.join(
    parts.map((part) => sql`(${select(part)})`),
    sql` union `,
  );

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
    await setSimilarity(tx);
    return await read(tx);
  });
}

/** The same for the rest of a transaction. */
export async function setSimilarity(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`);
}

/** Whether a time is within days of Lagos ("2026-11-20"), both inclusive; undefined if neither is given. */
export function withinDays(time: SQLWrapper, { from, to }: { from?: string; to?: string }): SQL | undefined {
  const start = (day: string, more: number) =>
    sql`((${day}::date + ${more}::int)::timestamp at time zone 'Africa/Lagos')`;
  return and(from ? sql`${time} >= ${start(from, 0)}` : undefined, to ? sql`${time} < ${start(to, 1)}` : undefined);
}
