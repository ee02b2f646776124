import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Tx } from "#db/client.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { searchWords } from "./search-text.server.ts";

/** A word of product names, or a synonym of one word (with no `products`), similar to the input. `sounds`: both sound the same. */
export type NearWord = { word: string; products: number; distance: number; sounds: boolean };

/**
 * Lookup of a word: `known` in product names in any form; `spelt` there as typed or nearly so, or exactly in a brand or
 * distributor; `synonym`: a synonym; `split`: the two words it joins.
 */
type Lookup = { known: boolean; spelt: boolean; synonym: boolean; near: NearWord[]; split: string[] | null };

const LOOKUP_MS = 5 * 60_000;
const MAX_LOOKUPS = 2_000;
/** Maximum number of uncached lookups per search. */
const MAX_NEW = 8;

type Remembered = LRUCache<string, Lookup>;
const remembered = new WeakMap<object, Remembered>();

/**
 * Replaces words that no product has by the most likely one: a word of a product name, two words joined ("palmoil"), or
 * one split ("tooth paste"). Null when nothing has to or can be replaced.
 */
export async function correctWords(
  db: Tx,
  words: readonly string[],
  isKnown: (word: string, last: boolean) => Promise<boolean>,
): Promise<string[] | null> {
  const lookups = await lookUp(db, [...words, ...pairs(words)]);
  const knows = (word: string | undefined) => word === undefined || !isFixable(word) || lookups.get(word)?.known;
  const corrected: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    const joined = `${word}${words[i + 1] ?? ""}`;
    if (joined !== word && lookups.get(joined)?.known && !(knows(word) && knows(words[i + 1]))) {
      corrected.push(joined);
      i += 1;
      continue;
    }
    const better = knows(word) || lookups.get(word)?.synonym ? null : replacement(word, lookups.get(word));
    if (better && !(await isKnown(word, i === words.length - 1))) corrected.push(...better);
    else corrected.push(word);
  }
  return corrected.join(" ") === words.join(" ") ? null : corrected;
}

/**
 * Replaces words without that spelling in any product name, brand or distributor ("earings" has the stem of "ear") by
 * one that sounds the same; null when there is none.
 */
export async function phoneticMatches(db: Tx, words: readonly string[]): Promise<string[] | null> {
  const lookups = await lookUp(db, words);
  const replaced = words.map((word) => {
    const lookup = lookups.get(word);
    const near = lookup && !lookup.spelt ? lookup.near.filter(({ sounds, products }) => sounds && products > 0) : [];
    return bestMatch(word, near) ?? word;
  });
  return replaced.join(" ") === words.join(" ") ? null : replaced;
}

/** The words that occur in product names in any form; words that are not looked up are included. */
export async function wordsOfNames(db: Tx, words: readonly string[]): Promise<string[]> {
  const lookups = await lookUp(db, words);
  return words.filter((word) => lookups.get(word)?.known !== false);
}

function replacement(word: string, lookup: Lookup | undefined): string[] | null {
  if (!lookup) return null;
  const best = bestMatch(word, lookup.near);
  const isClose = lookup.near.some((near) => near.word === best && changes(word, near) <= 1);
  if (lookup.split && !isClose) return lookup.split;
  return best === null ? null : [best];
}

/** The most likely candidate: same sound, then fewer changes, same first letter, more products. */
export function bestMatch(word: string, candidates: readonly NearWord[]): string | null {
  const score = (near: NearWord) => [
    near.sounds ? 0 : 1,
    changes(word, near),
    near.word[0] === word[0] ? 0 : 1,
    -near.products,
  ];
  const usable = candidates.filter((near) => near.word !== word && isLikely(word, near));
  return usable.toSorted((a, b) => compare(score(a), score(b)))[0]?.word ?? null;
}

/** Short words are close to many others and often correct, so they need a closer match. */
function isLikely(word: string, near: NearWord): boolean {
  if (near.sounds) return near.distance <= 2;
  const isAlike = near.word[0] === word[0];
  if (changes(word, near) > 1) return word.length >= 8 && isAlike;
  return word.length >= 6 || (word.length >= 4 && isAlike);
}

/** Transposed letters count as one change. */
function changes(word: string, near: NearWord): number {
  const sorted = (text: string) => Array.from(text).toSorted().join("");
  return near.distance === 2 && sorted(word) === sorted(near.word) ? 1 : near.distance;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function isFixable(word: string): boolean {
  return word.length >= 3 && /\p{L}/u.test(word);
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]}${word}`);
}

/** Looks up the correctable words; all uncached ones in one statement. */
async function lookUp(db: Tx, words: readonly string[]): Promise<ReadonlyMap<string, Lookup>> {
  const memory = memoryOf(db);
  const found = new Map<string, Lookup>();
  const missing: string[] = [];
  for (const word of new Set(words.filter(isFixable))) {
    const known = memory.get(word);
    if (known) found.set(word, known);
    else if (missing.length < MAX_NEW) missing.push(word);
  }
  if (missing.length === 0) return found;
  for (const [word, lookup] of await readLookups(db, missing)) {
    found.set(word, lookup);
    memory.set(word, lookup);
  }
  return found;
}

function memoryOf(db: object): Remembered {
  const memory =
    remembered.get(db) ?? new LRUCache({ max: MAX_LOOKUPS, ttl: LOOKUP_MS, perf: { now: () => Date.now() } });
  remembered.set(db, memory);
  return memory;
}

type Row = Omit<Lookup, "near"> & { typed: string; near: NearWord[] | null };

async function readLookups(db: Tx, words: readonly string[]): Promise<Map<string, Lookup>> {
  const { rows } = await db.execute<Row>(sql`
    with typed as materialized (
      select word, length(word) as size, sound_key(word) as sound, stem_words(word) as stem
      from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as given(word)
    )
    select t.word as typed,
      exists (select 1 from search_words s where s.word = t.word or s.stem = t.stem) as known,
      exists (select 1 from search_words s where s.word = t.word or (s.stem = t.stem and abs(length(s.word) - t.size) <= 2)) as spelt,
      exists (select 1 from synonyms w where w.stems = t.stem) as synonym,
      (select jsonb_agg(jsonb_build_object('word', word, 'products', products, 'distance', distance, 'sounds', sounds)) from (
        select s.word, s.products, s.sound = t.sound as sounds, levenshtein_less_equal(s.word, t.word, 2) as distance
        from search_words s where length(s.word) between t.size - 2 and t.size + 2 and s.word >= 'a'
        union all
        select phrase, 0, sound_key(phrase) = t.sound, levenshtein_less_equal(phrase, t.word, 2)
        from synonyms where kind <> '' and strpos(phrase, ' ') = 0 and length(phrase) between t.size - 2 and t.size + 2
          and phrase >= 'a' and length(phrase) >= 4
      ) near where distance <= 2) as near,
      (select jsonb_build_array(a.word, b.word) from search_words a join search_words b on b.word = substr(t.word, length(a.word) + 1)
        where t.size >= 6 and starts_with(t.word, a.word) and a.word >= 'a' and b.word >= 'a'
        order by least(a.products, b.products) desc limit 1) as split
    from typed t`);
  const branded = rows.every(({ spelt }) => spelt) ? null : brandWords(await productIndex(db));
  return new Map(
    rows.map(({ typed, near, spelt, ...lookup }) => {
      return [typed, { ...lookup, spelt: spelt || branded?.has(typed) === true, near: near ?? [] }];
    }),
  );
}

const brandWordsOf = new WeakMap<ProductIndex, { words: Set<string>; read: number[] }>();

/** The words of all brands and distributors since the index was loaded: each name is read once. */
function brandWords(index: ProductIndex): ReadonlySet<string> {
  const kept = brandWordsOf.get(index) ?? { words: new Set<string>(), read: [] };
  brandWordsOf.set(index, kept);
  for (const [at, names] of [index.brands.names, index.distributorSpellings.texts].entries()) {
    for (const name of names.slice(kept.read[at] ?? 0)) for (const word of searchWords(name)) kept.words.add(word);
    kept.read[at] = names.length;
  }
  return kept.words;
}
