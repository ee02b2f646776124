import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { IN_SEARCH_SAMPLE, SEARCH_SAMPLE_SHARE } from "#db/schema/catalog.ts";
import { expectedMatches } from "./expected-matches.server.ts";
import type { TextQuery } from "./search-text.server.ts";

/**
 * `filter` restricts the search among `products`, the number in the shop; with `exact` the words are searched literally.
 * `sample`: number of matches to read of a search that has more than `READ_CAP`.
 */
export type SearchRequest = { text: string; exact: boolean; filter: SQL; products: number; sample: number };

/** Ids of matches by relevance, in the format of `idBytes`; for a broad search the first ones read. */
export type Matches = { ids: Uint8Array; rank: number }[];
export type CountedMatch = Matches[number] & { count: number };
export const ALL_IDS = sql`string_agg(uuid_send(id), ''::bytea)`;

/**
 * A search that matches more products than are read, with the shares of those that have the words in their names, and the
 * rank that a large part of them has at least.
 */
export type BroadQuery = { query: TextQuery; wholeShare: number; namedShare: number; usual: number };

export type Found = { matches: Matches; broad: BroadQuery | null; count: number; tier: number };

/** Tiers from this one are matches in the name. */
export const IN_NAME = 2;
/** The tier of names with all words complete. */
export const WHOLE = 3;
/** Maximum number of matches read. */
export const READ_CAP = 5_000;
/** Usual `sample`. */
export const SAMPLE = 500;
/** With as many matches of the whole words, the last one is no prefix; the least that is read of frequent words. */
export const MANY = 1_000;
/** Share of products that are read faster than the words which begin with a prefix. */
const GOOD_PART = 1 / 4;
/** Share of the matches of a broad search that come first for their rank. */
const USUAL = 0.5;
/** Weight of a tier relative to the spelling score. */
export const TIER = 1_000;
/** Whether a match of this rank has the words in its name, not only in its distributor or description. */
export const isInName = (rank: number): boolean => rank >= IN_NAME * TIER;

/**
 * Matches of the whole words and, unless these are many, of the last one as a prefix; a sample if there are very many.
 * Tier 3: all words complete in the name; 2: last one as prefix; 1: name or distributor; 0: description; -1: no match.
 * Within a tier, names with the exact spelling and adjacent words rank higher.
 */
export async function findMatches(
  db: Tx,
  query: TextQuery,
  { filter, products, sample }: SearchRequest,
): Promise<Found> {
  const { count: expected, isDense } = await expectedMatches(db, query.anywhere, filter, MANY);
  const isFrequent = expected > READ_CAP;
  // Words that are often together are expected to be rare.
  const mayBeFrequent = isFrequent || (query.words.length > 1 && products * SEARCH_SAMPLE_SHARE > READ_CAP);
  if (sample < READ_CAP && mayBeFrequent && !isDense) {
    const inSample = sql`${filter} and ${IN_SEARCH_SAMPLE}`;
    const enough = Math.ceil(MANY * SEARCH_SAMPLE_SHARE);
    const rows = await readMatches(db, query, { filter: inSample, begunAmong: null, limit: sample, enough });
    if (countOf(rows) >= Math.min(sample, READ_CAP * SEARCH_SAMPLE_SHARE)) return foundIn(query, rows, true);
  }
  const limit = isFrequent ? Math.max(MANY, sample) : READ_CAP;
  const begunAmong = isFrequent ? null : await begunFrom(db, query, filter, expected);
  const rows = await readMatches(db, query, { filter, begunAmong, limit, enough: MANY });
  return foundIn(query, rows, countOf(rows) === limit);
}

/** `begunAmong`: the products among which the last word is sought as a prefix; null for a sample of all. */
type Reading = { filter: SQL; begunAmong: SQL | null; limit: number; enough: number };
type Read = CountedMatch & { is_whole: boolean };

/** Up to `limit` matches, by rank; with `enough` of the whole words the last one is no prefix. */
async function readMatches(db: Tx, query: TextQuery, { filter, begunAmong, limit, enough }: Reading): Promise<Read[]> {
  const isSample = begunAmong === null;
  const columns = sql`id, ${rankOf(query)} as rank`;
  const begun = sql`
    select ${columns} from ${begunAmong ?? sql`products`}
    where search @@ ${query.anywhere}::tsquery and ${filter} and not (select is_met from enough)`;
  const { rows } = await db.execute<Read>(sql`
    with whole as materialized (
      select ${columns} from products where search @@ ${query.complete}::tsquery and ${filter} limit ${limit}
    ), enough as materialized (
      select ${query.complete === query.anywhere} or count(*) >= ${enough} as is_met from whole
    )
    select rank, count(*)::int as count, ${ALL_IDS} as ids,
      (select is_met from enough) as is_whole
    from (
      select * from whole where ${isSample ? sql`(select is_met from enough)` : sql`true`}
      union all (${begun} and ${isSample ? sql`true` : sql`not search @@ ${query.complete}::tsquery`} limit ${limit})
      limit ${limit}
    ) found group by 1 order by 1 desc`);
  return rows;
}

/** What was read: all matches, or with `isBroad` some of more. */
function foundIn(query: TextQuery, rows: readonly Read[], isBroad: boolean): Found {
  const count = countOf(rows);
  const shareFrom = (rank: number) => countOf(rows.filter((row) => row.rank >= rank)) / count;
  const usual = rows.find(({ rank }) => shareFrom(rank) >= USUAL)?.rank ?? 0;
  const sought = rows[0]?.is_whole ? { ...query, anywhere: query.complete } : query;
  return {
    matches: [...rows],
    broad: isBroad
      ? { query: sought, wholeShare: shareFrom(WHOLE * TIER), namedShare: shareFrom(IN_NAME * TIER), usual }
      : null,
    count: isBroad ? READ_CAP : count,
    tier: rows[0] ? Math.floor(rows[0].rank / TIER) : -1,
  };
}

const countOf = (rows: readonly Read[]) => rows.reduce((sum, { count }) => sum + count, 0);

/**
 * Products among which the last word is sought as a prefix. The index reads all words that begin with it, so if few
 * products have the words before, or a good part of some more is expected to match, those are tested one by one.
 */
async function begunFrom(db: Tx, { before }: TextQuery, filter: SQL, expected: number): Promise<SQL> {
  if (before === "") return sql`products`;
  const { count } = await expectedMatches(db, before, filter, READ_CAP);
  const isFew = count <= READ_CAP || (count <= 2 * READ_CAP && expected >= GOOD_PART * count);
  return isFew ? sql`(select * from products where search @@ ${before}::tsquery offset 0) products` : sql`products`;
}

/** SQL for the rank of a product row. Most rows of a broad search fail the first test. */
export function rankOf(query: TextQuery): SQL {
  return sql`${spelling(query.words)} + ${TIER}::int * case when not search @@ ${query.ab}::tsquery then 0 when not search @@ ${query.name}::tsquery then 1
    when search @@ ${query.whole}::tsquery then ${WHOLE}::int else ${IN_NAME}::int end`;
}

/**
 * SQL score of a name: words with exact spelling ("seasoning", not "season"), weighted higher outside the brand, and
 * adjacent words.
 */
function spelling(words: readonly string[]): SQL {
  const significant = words.filter((word) => word.length >= 3);
  const beside = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  const points = [
    ...significant.map(
      (word) =>
        sql`case when sort_name ~ ${`\\m${word}(e?s)?\\M`} then 1 + (strpos(lower(brand), ${word}) = 0)::int else 0 end`,
    ),
    ...beside.map((pair) => sql`(strpos(' ' || replace(sort_name, '-', ' '), ${` ${pair}`}) > 0)::int * 2`),
  ];
  return sql.join([sql`0`, ...points], sql` + `);
}
