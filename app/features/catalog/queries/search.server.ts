import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { cappedTotal, COUNT_CAP, type Total } from "../rules.ts";
import { parseQuery, queryText, searchWords, type TextQuery } from "./search-text.server.ts";
import { correctWords, soundAlike, wordsOfNames } from "./spelling.server.ts";
import { isFiller, kindAskedFor, kindOf, tradePhrases, type TradePhrase } from "./trade-words.server.ts";

/**
 * `walk` is the order of an explicit sort; null ranks by relevance. `filter` narrows by category and price; with
 * `exact` the words are searched as they were typed.
 */
export type SearchRequest = {
  text: string;
  exact: boolean;
  filter: SQL;
  walk: SQL | null;
  offset: number;
  limit: number;
};

/**
 * `corrected` is the text searched instead, `asTyped` whether the typed one finds something too, or lost only words that
 * name no goods; `partial` says that results carry only some of the words, `mentioned` that only descriptions have them.
 */
export type SearchResult = {
  ids: string[];
  total: Total;
  corrected: string | null;
  asTyped: boolean;
  partial: boolean;
  mentioned: boolean;
};

type Page = { ids: string[]; total: Total; tier: number };

const NOTHING: SearchResult = {
  ids: [],
  total: cappedTotal(0),
  corrected: null,
  asTyped: false,
  partial: false,
  mentioned: false,
};
/** Words between those that name goods. */
const LINKS: ReadonlySet<string> = new Set(["and", "for", "from", "in", "of", "the", "to", "with"]);
const NEWEST_FIRST = sql`created_at desc nulls last, id`;
/** Tiers from this on are matches of the name. */
const IN_NAME = 2;
const SOME_WORDS_CAP = 1_000;
/** Below this share of a broad search's matches, those with the words in the name are fetched by the text index. */
const RARE = 0.01;
/** What a word counts in description, distributor and name when only some words are found. */
const SOME_WORDS_WEIGHTS = "{0, 0.05, 0.3, 1}";

/**
 * Ids of one page of a search. A slug or an id names its product; else all words must be found, the last as a prefix.
 * A brand or local name that no product carries is taken for its kind of goods, a word that sounds like one of far more
 * products ("rise", "rice") for that; misspelt words are corrected when nothing has them all; at last some of the words
 * will do. Names come before distributors, those before descriptions, and within each the newest first; what nobody can
 * buy comes last.
 */
export async function searchIds(db: Tx, request: SearchRequest): Promise<SearchResult> {
  const named = await namedIds(db, request.text, request.filter);
  if (named.length > 0) {
    const ids = named.slice(request.offset, request.offset + request.limit);
    return { ...NOTHING, ids, total: cappedTotal(named.length), asTyped: true };
  }
  const words = searchWords(request.text);
  if (words.length === 0) return NOTHING;

  const typed = await searchPage(db, await parseQuery(db, words), request);
  const asTyped = typed.total.count > 0;
  const literal = { ...NOTHING, ...typed, asTyped, mentioned: typed.tier === 0 };
  if (request.exact) return asTyped ? literal : await someWords(db, words, null, request);

  const phrases = await tradePhrases(db, words);
  const better = await meantWords(db, words, phrases, typed, request);
  if (better) return better;
  const kind = typed.tier < 3 ? kindAskedFor(words, phrases) : null;
  if (kind) return await partOf(db, kind, request);
  return asTyped ? literal : await someWords(db, words, await correctWords(db, words, isKnown(db)), request);
}

/** The first reading of `words` that finds something with all of its words, and more than the typed ones; else null. */
async function meantWords(
  db: Tx,
  words: readonly string[],
  phrases: readonly TradePhrase[],
  typed: Page,
  request: SearchRequest,
): Promise<SearchResult | null> {
  const asTyped = typed.total.count > 0;
  const kind = kindOf(words, phrases, typed.tier < IN_NAME ? "filler" : "names");
  const kindAnyway = async () => kindOf(words, phrases, "all");
  const sound = asTyped ? await soundAlike(db, words) : null;
  const readings: (() => Promise<readonly string[] | null>)[] = asTyped
    ? [async () => kind, ...(typed.tier === 0 ? [kindAnyway] : []), async () => sound]
    : [
        async () => kind,
        kindAnyway,
        () => correctWords(db, words, isKnown(db)),
        async () => kind && (await correctWords(db, kind, isKnown(db))),
      ];
  const stemmed = asTyped && sound !== null && (await wordsOfNames(db, words)).length === words.length;
  for (const read of readings) {
    const reading = await read();
    if (!reading) continue;
    const page = await searchPage(db, await parseQuery(db, reading), request);
    const isFewer = page.total.count <= typed.total.count && !(reading === sound && stemmed);
    const isWorse = asTyped && reading !== kind && (page.tier < typed.tier || isFewer);
    if (page.tier < 1 || isWorse) continue;
    const isSaid = asTyped || isFiller(words, phrases, reading);
    return { ...NOTHING, ...page, corrected: reading.join(" "), asTyped: isSaid };
  }
  return null;
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
    sql`select id from products where ${names} and ${filter} order by unavailable, ${NEWEST_FIRST} limit 24`,
  );
  return rows.map((row) => row.id);
}

/**
 * Tier 3: every word whole in the name; 2: the last one's beginning; 1: in name or distributor; 0: in the description;
 * -1: nothing found. Within a tier names that have the words as they are spelt and beside each other come first.
 */
async function searchPage(db: Tx, query: TextQuery, request: SearchRequest): Promise<Page> {
  const { filter, walk, offset, limit } = request;
  const { rows } = await db.execute<{
    id: string | null;
    scanned: number;
    tier: number | null;
    named: number;
  }>(sql`
    with found as materialized (
      select id, unavailable, sort_name, created_at, effective_price_kobo, ${tierOf(query)} as tier
      from products where search @@ ${query.anywhere}::tsquery and ${filter} limit ${COUNT_CAP + 1}
    ), page as (
      select id, row_number() over (order by unavailable, ${walk ?? sql`tier desc, ${spelling(query.words)} desc, ${NEWEST_FIRST}`}) as place
      from found where (select count(*) from found) <= ${COUNT_CAP}::int
      order by place limit ${limit} offset ${offset}
    )
    select page.id, totals.*
    from (select count(*)::int as scanned, max(tier) as tier, count(*) filter (where tier >= ${IN_NAME}::int)::int as named from found) totals
    left join page on true order by place`);
  const { scanned, tier: best, named } = rows[0] ?? { scanned: 0, tier: null, named: 0 };
  const total = cappedTotal(scanned);
  const ids = total.capped ? await broadIds(db, query, request, named / scanned) : rows.flatMap((row) => row.id ?? []);
  return { ids, total, tier: best ?? -1 };
}

/** The tier of a product row, as `searchPage` has it. */
export function tierOf(query: TextQuery): SQL {
  return sql`case when search @@ ${query.whole}::tsquery then 3 when search @@ ${query.name}::tsquery then ${IN_NAME}::int
    when search @@ ${query.ab}::tsquery then 1 else 0 end`;
}

/** Counts the words that stand in a name as they are spelt ("seasoning", not "season") and those beside each other. */
export function spelling(words: readonly string[]): SQL {
  const telling = words.filter((word) => word.length >= 3);
  const beside = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  const points = [
    ...telling.map((word) => sql`(sort_name ~ ${`\\m${word}(e?s)?\\M`})::int`),
    ...beside.map((pair) => sql`(strpos(' ' || replace(sort_name, '-', ' '), ${` ${pair}`}) > 0)::int * 2`),
  ];
  return sql.join([sql`0`, ...points], sql` + `);
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
  const byPlace = !walk && namedShare > 0;
  const parts = [false, true].flatMap((unavailable) => {
    const within = sql`${filter} and unavailable = ${unavailable}`;
    if (!byPlace) return [{ within, match: any, rare: false }];
    return [
      { within, match: named, rare: namedShare < RARE },
      { within, match: sql`${any} and not ${named}`, rare: false },
    ];
  });
  const ids: string[] = [];
  let skip = offset;
  for (const { within, match, rare } of parts) {
    const read = rare ? sorted : walked;
    const part = await read(db, within, match, walk ?? NEWEST_FIRST, limit - ids.length, skip);
    ids.push(...part);
    if (ids.length === limit) break;
    if (part.length > 0 || skip === 0) skip = 0;
    else skip -= await countOf(db, sql`${match} and ${within}`);
  }
  return ids;
}

/** `offset 0` fences the index walk: the planner, who misjudges prefixes, would fetch and sort every match. */
async function walked(db: Tx, within: SQL, match: SQL, order: SQL, limit: number, offset: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, search from products where ${within} order by ${order} offset 0) walk
    where ${match} limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}

async function sorted(db: Tx, within: SQL, match: SQL, order: SQL, limit: number, offset: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as materialized (select id, created_at from products where ${match} and ${within})
    select id from found order by ${order} limit ${limit} offset ${offset}`);
  return rows.map((row) => row.id);
}

async function countOf(db: Tx, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from products where ${where}`);
  return rows[0]?.n ?? 0;
}

/**
 * Products with some of the words in their names: without those that stand in no name, else without any one of them,
 * else with the last that may name goods. The `corrected` words, if there are any, stand in where no typed one does.
 */
async function someWords(
  db: Tx,
  typed: readonly string[],
  corrected: readonly string[] | null,
  request: SearchRequest,
): Promise<SearchResult> {
  if (typed.length === 1) return NOTHING;
  const known = await namedWords(db, typed);
  const words = known.length === 0 && corrected ? corrected : typed;
  const named = words === typed ? known : await namedWords(db, words);
  if (named.length === 0) return NOTHING;
  const fewer = named.length < words.length ? await partOf(db, named, request) : NOTHING;
  if (fewer.total.count > 0) return fewer;
  if (words.length > 2) {
    const page = await rankedPage(db, await parseQuery(db, words, "all-but-one"), request);
    if (page.total.count > 0) return { ...NOTHING, ...page, partial: true };
  }
  return await partOf(db, named.filter(mayNameGoods).slice(-1), request);
}

/** Products with `part` of what was typed in their names. */
async function partOf(db: Tx, part: readonly string[], request: SearchRequest): Promise<SearchResult> {
  const page = await searchPage(db, await parseQuery(db, part), request);
  return page.tier < 1 ? NOTHING : { ...NOTHING, ...page, corrected: part.join(" "), partial: true };
}

/** Those of `words` that stand in names; none when no longer word does that may name goods. */
async function namedWords(db: Tx, words: readonly string[]): Promise<string[]> {
  const named = (await wordsOfNames(db, words)).filter((word) => !LINKS.has(word));
  return named.some(mayNameGoods) ? named : [];
}

/** A longer word, not a number or unit. */
function mayNameGoods(word: string): boolean {
  return /^\p{L}{3}/u.test(word);
}

/** Those with more of the words and in better places first. */
async function rankedPage(db: Tx, query: TextQuery, request: SearchRequest): Promise<Page> {
  const { filter, walk, offset, limit } = request;
  const { rows } = await db.execute<{ id: string | null; scanned: number }>(sql`
    with found as materialized (
      select id, unavailable, sort_name, created_at, effective_price_kobo,
        ts_rank(${SOME_WORDS_WEIGHTS}::float4[], search, ${query.anywhere}::tsquery) as rank
      from products where search @@ ${query.anywhere}::tsquery and ${filter} limit ${SOME_WORDS_CAP + 1}
    ), page as (
      select id, row_number() over (order by unavailable, ${walk ?? sql`rank desc, ${NEWEST_FIRST}`}) as place
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
    const { rows } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from products where search @@ to_tsquery('english', ${queryText([word], "", "all", !last)}) limit ${COUNT_CAP + 1}
      ) found`);
    return (rows[0]?.n ?? 0) > 0;
  };
}
