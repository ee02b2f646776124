import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { codedIds, namedIds } from "./coded-ids.server.ts";
import {
  ALL_IDS,
  findMatches,
  IN_NAME,
  MANY,
  WHOLE,
  type BroadQuery,
  type CountedMatch,
  type Found,
  type Matches,
  type SearchRequest,
} from "./find-matches.server.ts";
import { isKnown } from "./known-words.server.ts";
import { idBytes } from "./product-index/row-ids.server.ts";
import { allButOne, isPacking, parseQuery, searchWords } from "./search-text.server.ts";
import { correctWords, phoneticMatches, wordsOfNames } from "./spelling.server.ts";
import { endsInSynonym, isFiller, requestedKind, kindOf, synonymsIn, type SynonymMatch } from "./synonyms.server.ts";

/**
 * `broad`: set when more products match than are read. `corrected`: text searched instead; `asTyped`: the input has
 * results too, or only filler words were dropped. `partial`: results contain only some words; `mentioned`: only
 * descriptions contain them. `typed`: matches of the words as typed.
 */
export type SearchResult = {
  matches: Matches;
  broad: BroadQuery | null;
  /** More products match than were read. */
  capped: boolean;
  corrected: string | null;
  asTyped: boolean;
  partial: boolean;
  mentioned: boolean;
  typed: Matches;
};

const NOTHING: SearchResult = {
  matches: [],
  broad: null,
  capped: false,
  corrected: null,
  asTyped: false,
  partial: false,
  mentioned: false,
  typed: [],
};
/** Connecting words between product words. */
const LINKS: ReadonlySet<string> = new Set(["and", "for", "from", "in", "of", "the", "to", "with"]);
/** A last word of so many letters is a prefix only if it is no word. */
const SHORT = 2;
/** Weights of a word in description, distributor and name for partial matches. */
const SOME_WORDS_WEIGHTS = "{0, 0.05, 0.3, 1}";

/**
 * Searches products: by slug, id, SKU or barcode, else by all words (last one as prefix). Unmatched synonyms map to
 * their kind, words that sound like a far more common one ("rise", "rice") to that, typos are corrected; as a last step
 * some words suffice. Names rank before distributors, descriptions last.
 */
export async function searchProducts(db: Tx, request: SearchRequest): Promise<SearchResult> {
  const named = await namedIds(db, request.text, request.filter);
  if (named.length > 0) return { ...NOTHING, matches: [{ ids: idBytes(named), rank: 0 }], asTyped: true };
  const words = searchWords(request.text);
  if (words.length === 0) return NOTHING;

  const typed = await findMatches(db, await parseQuery(db, words), request);
  return { ...(await interpreted(db, words, typed, request)), typed: typed.matches };
}

/** What `words`, which find `typed` as they are, are taken for. */
async function interpreted(
  db: Tx,
  words: readonly string[],
  typed: Found,
  request: SearchRequest,
): Promise<SearchResult> {
  const asTyped = typed.count > 0;
  if (!asTyped) {
    const coded = await codedIds(db, request.text, words, request.filter);
    if (coded.length > 0) return { ...NOTHING, matches: [{ ids: idBytes(coded), rank: 0 }], asTyped: true };
  }
  const literal = resultOf(typed, { asTyped, mentioned: typed.tier === 0 });
  if (request.exact) return asTyped ? literal : await someWords(db, words, null, request);

  const phrases = await synonymsIn(db, words);
  const better = await correctedReading(db, words, phrases, typed, request);
  if (better) return better;
  const kind = typed.tier < WHOLE || words.length === 1 ? requestedKind(words, phrases) : null;
  if (kind) return await partOf(db, kind, request, endsInSynonym(words, phrases));
  return asTyped ? literal : await someWords(db, words, await correctWords(db, words, isKnown(db)), request);
}

function resultOf({ matches, broad }: Found, details: Partial<SearchResult>): SearchResult {
  return { ...NOTHING, ...details, matches, broad };
}

/** The first interpretation of `words` with a match of all words and more matches than the input; else null. */
async function correctedReading(
  db: Tx,
  words: readonly string[],
  phrases: readonly SynonymMatch[],
  typed: Found,
  request: SearchRequest,
): Promise<SearchResult | null> {
  const asTyped = typed.count > 0;
  const kind = kindOf(words, phrases, typed.tier < IN_NAME ? "filler" : "names");
  const kindAnyway = async () => kindOf(words, phrases, "all");
  const sound = asTyped ? await phoneticMatches(db, words) : null;
  const readings: (() => Promise<readonly string[] | null>)[] = asTyped
    ? [async () => kind, ...(typed.tier === 0 ? [kindAnyway] : []), async () => sound]
    : [
        async () => kind,
        kindAnyway,
        () => correctedKind(db, words),
        () => correctWords(db, words, isKnown(db)),
        async () => kind && (await correctWords(db, kind, isKnown(db))),
      ];
  const stemmed = asTyped && sound !== null && (await wordsOfNames(db, words)).length === words.length;
  for (const read of readings) {
    const reading = await read();
    if (!reading) continue;
    const found = await findMatches(db, await parseQuery(db, reading, endsInSynonym(words, phrases)), request);
    const isFewer = found.count <= typed.count && !(reading === sound && stemmed);
    const isWorse = asTyped && reading !== kind && (found.tier < typed.tier || isFewer);
    if (found.tier < 1 || isWorse) continue;
    const isSaid = asTyped || isFiller(words, phrases, reading);
    return resultOf(found, { corrected: reading.join(" "), asTyped: isSaid });
  }
  return null;
}

/** The kind of a misspelt synonym ("detol"), or null. */
async function correctedKind(db: Tx, words: readonly string[]): Promise<string[] | null> {
  const corrected = await correctWords(db, words, isKnown(db));
  return corrected && kindOf(corrected, await synonymsIn(db, corrected), "names");
}

/**
 * Partial matches in names: without packaging words, else without words that occur in no name, else without any one
 * word, else only the last likely product word. `corrected` words are used when the typed ones have no match.
 */
async function someWords(
  db: Tx,
  all: readonly string[],
  corrected: readonly string[] | null,
  request: SearchRequest,
): Promise<SearchResult> {
  if (all.length === 1) return NOTHING;
  const typed = all.filter((_, at) => !isPacking(all, at));
  if (typed.length === 0) return NOTHING;
  const unpacked = typed.length < all.length ? await partOf(db, typed, request) : NOTHING;
  if (unpacked.matches.length > 0 || typed.length === 1) return unpacked;
  const known = await namedWords(db, typed);
  const words = known.length === 0 && corrected ? corrected : typed;
  const named = words === typed ? known : await namedWords(db, words);
  if (named.length === 0) return NOTHING;
  const fewer = named.length < words.length ? await partOf(db, named, request) : NOTHING;
  if (fewer.matches.length > 0) return fewer;
  if (words.length > 2) {
    const matches = await allButOneWord(db, words, request);
    const capped = matches.reduce((sum, { count }) => sum + count, 0) === MANY;
    if (matches.length > 0) return { ...NOTHING, matches, capped, partial: true };
  }
  return await partOf(db, named.filter(mayNameGoods).slice(-1), request);
}

/** Products with the words `part` of the input in their names; the last one is a prefix unless it `isComplete`. */
async function partOf(
  db: Tx,
  part: readonly string[],
  request: SearchRequest,
  isComplete = false,
): Promise<SearchResult> {
  const found = await findMatches(db, await parseQuery(db, part, isComplete), request);
  return found.tier < 1 ? NOTHING : resultOf(found, { corrected: part.join(" "), partial: true });
}

/** The words that occur in names; empty unless one of them may be a product word. */
async function namedWords(db: Tx, words: readonly string[]): Promise<string[]> {
  const named = (await wordsOfNames(db, words)).filter((word) => !LINKS.has(word));
  return named.some(mayNameGoods) ? named : [];
}

/** A longer word that is not a number or unit. */
function mayNameGoods(word: string): boolean {
  return /^\p{L}{3}/u.test(word);
}

/**
 * Matches of all words but any one, with the last one as typed or, if it is in none, as a prefix; ranked by number and
 * position of the matching words.
 */
async function allButOneWord(db: Tx, words: readonly string[], { filter }: SearchRequest): Promise<CountedMatch[]> {
  const parsed = await parseQuery(db, words);
  const [complete, anywhere] = [allButOne(parsed.complete), allButOne(parsed.anywhere)];
  const isWhole = sql`search @@ ${complete}::tsquery`;
  const read = async (query: string) => {
    const { rows } = await db.execute<CountedMatch & { is_whole: boolean }>(sql`
      select is_whole, rank, count(*)::int as count, ${ALL_IDS} as ids from (
        select id, ${isWhole} as is_whole, ts_rank(${SOME_WORDS_WEIGHTS}::float4[], search,
          case when ${isWhole} then ${complete}::tsquery else ${query}::tsquery end)::float8 as rank
        from products where search @@ ${query}::tsquery and ${filter} limit ${MANY}
      ) found group by is_whole, rank order by rank desc`);
    return rows;
  };
  // The index reads all words that begin so, of a short one a good part of all.
  if (Array.from(words.at(-1) ?? "").length <= SHORT) {
    const whole = await read(complete);
    return whole.length > 0 ? whole : await read(anywhere);
  }
  const begun = await read(anywhere);
  const isAll = begun.reduce((sum, { count }) => sum + count, 0) < MANY;
  const whole = isAll ? begun.filter(({ is_whole }) => is_whole) : await read(complete);
  return whole.length > 0 ? whole : begun;
}
