import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { cappedTotal, COUNT_CAP, type Total } from "../rules.ts";
import { correctWords, parseQuery, searchWords, soundAlike, type TextQuery } from "./search-text.server.ts";

/** `walk` is the order of an explicit sort; null ranks by relevance. `filter` narrows by category and price. */
export type SearchRequest = {
  text: string;
  filter: SQL;
  walk: SQL | null;
  offset: number;
  limit: number;
};

/** `corrected` is the text searched instead; `partial` says that results carry only some of the words. */
export type SearchResult = {
  ids: string[];
  total: Total;
  corrected: string | null;
  partial: boolean;
};

type Page = { ids: string[]; total: Total; tier: number };

const NEWEST_FIRST = sql`created_at desc nulls last, id`;
const SOME_WORDS_CAP = 1_000;
/** Below this share of a broad search's matches, those with the words in the name are fetched by the text index. */
const RARE = 0.01;

/**
 * Ids of one page of a search. A slug or an id names its product; else all words must be found, the last as a prefix;
 * else misspelt words are corrected; else some of the words will do. A word that sounds like one of far more products
 * ("rise", "rice") is taken for that, even when a few products carry it. Names come before distributors, those before
 * descriptions, and within each the newest first.
 */
export async function searchIds(db: Tx, request: SearchRequest): Promise<SearchResult> {
  const named = await namedIds(db, request.text, request.filter);
  if (named.length > 0) {
    const ids = named.slice(request.offset, request.offset + request.limit);
    return { ids, total: cappedTotal(named.length), corrected: null, partial: false };
  }
  const words = searchWords(request.text);
  if (words.length === 0) return { ids: [], total: cappedTotal(0), corrected: null, partial: false };

  const exact = await searchPage(db, await parseQuery(db, words), request);
  const found = exact.total.count > 0;
  const better = found ? await soundAlike(db, words) : await correctWords(db, words, isKnown(db));
  if (better) {
    const page = await searchPage(db, await parseQuery(db, better), request);
    const meant = found ? page.tier >= exact.tier && page.total.count > exact.total.count : page.total.count > 0;
    if (meant) return { ...page, corrected: better.join(" "), partial: false };
  }
  if (found || words.length === 1) return { ...exact, corrected: null, partial: false };
  const some = await someWords(db, await parseQuery(db, better ?? words, "|"), request);
  return { ...some, corrected: better?.join(" ") ?? null, partial: some.total.count > 0 };
}

/** Products that the text names by slug, by id or by the first 8 characters of the id. */
async function namedIds(db: Tx, text: string, filter: SQL): Promise<string[]> {
  const key = text.toLowerCase();
  const short = /^[0-9a-f]{8}$/.test(key);
  if (!short && !/^[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+$/u.test(key)) return [];
  const whole = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);
  const [from, to] = whole ? [key, key] : [`${key}-0000-0000-0000-000000000000`, `${key}-ffff-ffff-ffff-ffffffffffff`];
  const names = whole || short ? sql`id between ${from}::uuid and ${to}::uuid` : sql`slug = ${key}`;
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where ${names} and ${filter} order by ${NEWEST_FIRST} limit 24`,
  );
  return rows.map((row) => row.id);
}

/** Tier 2: every word in the name; 1: in name or distributor; 0: in the description; -1: nothing found. */
async function searchPage(db: Tx, query: TextQuery, request: SearchRequest): Promise<Page> {
  const { filter, walk, offset, limit } = request;
  const tier = sql`case when search @@ ${query.name}::tsquery then 2 when search @@ ${query.ab}::tsquery then 1 else 0 end`;
  const { rows } = await db.execute<{
    id: string | null;
    scanned: number;
    tier: number | null;
    named: number;
  }>(sql`
    with found as materialized (
      select id, sort_name, created_at, effective_price_kobo, ${tier} as tier
      from products where search @@ ${query.anywhere}::tsquery and ${filter} limit ${COUNT_CAP + 1}
    ), page as (
      select id, row_number() over (order by ${walk ?? sql`tier desc, ${NEWEST_FIRST}`}) as place
      from found where (select count(*) from found) <= ${COUNT_CAP}::int
      order by place limit ${limit} offset ${offset}
    )
    select page.id, totals.*
    from (select count(*)::int as scanned, max(tier) as tier, count(*) filter (where tier = 2)::int as named from found) totals
    left join page on true order by place`);
  const { scanned, tier: best, named } = rows[0] ?? { scanned: 0, tier: null, named: 0 };
  const total = cappedTotal(scanned);
  const ids = total.capped ? await broadIds(db, query, request, named / scanned) : rows.flatMap((row) => row.id ?? []);
  return { ids, total, tier: best ?? -1 };
}

/**
 * A page of a search that more than the capped number of products answer: so many that walking a sort's index and
 * testing each row soon fills a page. `namedShare` is the part of them, in a sample, that carry the words in the name.
 */
async function broadIds(db: Tx, query: TextQuery, request: SearchRequest, namedShare: number): Promise<string[]> {
  const { filter, walk, offset, limit } = request;
  if (offset >= COUNT_CAP) return [];
  const any = sql`search @@ ${query.anywhere}::tsquery`;
  const named = sql`search @@ ${query.name}::tsquery`;
  if (walk || namedShare === 0) return await walked(db, filter, any, walk ?? NEWEST_FIRST, limit, offset);
  const first =
    namedShare >= RARE
      ? await walked(db, filter, named, NEWEST_FIRST, limit, offset)
      : await sorted(db, sql`${named} and ${filter}`, limit, offset);
  if (first.length === limit) return first;
  const count =
    first.length > 0 || offset === 0 ? offset + first.length : await countOf(db, sql`${named} and ${filter}`);
  const rest = sql`${any} and not ${named}`;
  const more = await walked(db, filter, rest, NEWEST_FIRST, limit - first.length, Math.max(0, offset - count));
  return [...first, ...more];
}

/** `offset 0` fences the index walk: the planner, who misjudges prefixes, would fetch and sort every match. */
async function walked(db: Tx, filter: SQL, match: SQL, order: SQL, limit: number, offset: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, search from products where ${filter} order by ${order} offset 0) walk
    where ${match} limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}

async function sorted(db: Tx, where: SQL, limit: number, offset: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as materialized (select id, created_at from products where ${where})
    select id from found order by ${NEWEST_FIRST} limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}

async function countOf(db: Tx, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from products where ${where}`);
  return rows[0]?.n ?? 0;
}

/** Products with at least one of the words, those with more of them and in better places first. */
async function someWords(db: Tx, query: TextQuery, request: SearchRequest): Promise<Page> {
  const { filter, walk, offset, limit } = request;
  const { rows } = await db.execute<{ id: string | null; scanned: number }>(sql`
    with found as materialized (
      select id, sort_name, created_at, effective_price_kobo, ts_rank(search, ${query.anywhere}::tsquery) as rank
      from products where search @@ ${query.anywhere}::tsquery and ${filter} limit ${SOME_WORDS_CAP + 1}
    ), page as (
      select id, row_number() over (order by ${walk ?? sql`rank desc, ${NEWEST_FIRST}`}) as place
      from found order by place limit ${limit} offset ${offset}
    )
    select page.id, totals.scanned from (select count(*)::int as scanned from found) totals
    left join page on true order by place`);
  const total = cappedTotal(rows[0]?.scanned ?? 0, SOME_WORDS_CAP);
  return { ids: rows.flatMap((row) => row.id ?? []), total, tier: total.count > 0 ? 0 : -1 };
}

/** Whether products carry a word. Counted, because a planner asked for one row would scan the table. */
function isKnown(db: Tx) {
  return async (word: string, last: boolean): Promise<boolean> => {
    const { anywhere } = await parseQuery(db, [word]);
    const text = last ? anywhere : anywhere.replaceAll("*", "");
    const { rows } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from products where search @@ ${text}::tsquery limit ${COUNT_CAP + 1}
      ) found`);
    return (rows[0]?.n ?? 0) > 0;
  };
}
