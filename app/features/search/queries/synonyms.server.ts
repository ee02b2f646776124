import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { isPacking, searchWords } from "./search-text.server.ts";

/**
 * A synonym in a search, with its first kind that a product has. `carried`: a product name contains the phrase itself,
 * with the exact spelling for a plural ("minerals") and not as a part of a brand or distributor ("Sabulu Gold"); not
 * looked up for filler words.
 */
export type SynonymMatch = { at: number; size: number; kind: string; carried: boolean };

/** Synonyms among `words`, by position and number of words. */
export async function synonymsIn(db: Tx, words: readonly string[]): Promise<SynonymMatch[]> {
  const phrases = phrasesIn(words);
  if (phrases.length === 0) return [];
  const { rows } = await db.execute<SynonymMatch>(sql`
    select p.at, p.size, coalesce((
      select alternative from unnest(string_to_array(t.kind, ' | ')) with ordinality as kinds(alternative, place)
      where t.kind like '% | %' and exists (
        with having_it as materialized (select from products where search @@ regexp_replace(
          plainto_tsquery('english', alternative)::text, '''(?= |$)', ''':A', 'g')::tsquery) select from having_it
      ) order by place limit 1), split_part(t.kind, ' | ', 1)) as kind, t.kind <> '' and exists (
      with carrying as materialized (select from products where search @@ to_tsquery('english', p.query)
        and not ${isPartOfName(sql`brand`)} and not ${isPartOfName(sql`distributor`)}
        and (p.phrase <> t.phrase or t.phrase !~ 's$' or t.stems = stem_words(t.kind) or sort_name ~ ('\\m' || p.phrase || '\\M'))
      ) select from carrying
    ) as carried
    from jsonb_to_recordset(${JSON.stringify(phrases)}::jsonb) as p(at integer, size integer, phrase text, query text)
    join synonyms t on t.stems = stem_words(p.phrase)`);
  return rows;
}

/** The phrase is a word of a longer brand or distributor name. */
function isPartOfName(name: SQL): SQL {
  const plain = sql`lower(plain_letters(${name}))`;
  return sql`(${plain} ~ ('\\m' || p.phrase || '\\M') and ${plain} <> p.phrase)`;
}

/** The category to offer when nothing is found for `words`: that of the longest and last synonym with one; null for none. */
export async function shelfFor(db: Tx, words: readonly string[]): Promise<{ name: string; slug: string } | null> {
  const { rows } = await db.execute<{ name: string; slug: string }>(sql`
    select c.name, c.slug from jsonb_to_recordset(${JSON.stringify(phrasesIn(words))}::jsonb) as p(at integer, size integer, phrase text)
    join synonyms t on t.stems = stem_words(p.phrase) join categories c on c.slug = t.shelf
    order by p.size desc, p.at desc limit 1`);
  return rows[0] ?? null;
}

/**
 * Replaces synonyms in `words` by their kind: those in no product name ("names"), also dropping filler words
 * ("filler"), or also those in product names ("all"). Null when nothing is replaced or left.
 */
export function kindOf(
  words: readonly string[],
  phrases: readonly SynonymMatch[],
  which: "names" | "filler" | "all",
): string[] | null {
  const counts = ({ kind, carried }: SynonymMatch) => (kind === "" ? which !== "names" : which === "all" || !carried);
  const usable = phrases.filter(counts).toSorted((a, b) => b.size - a.size);
  if (usable.length === 0) return null;
  const kinds: string[] = [];
  for (let at = 0; at < words.length;) {
    const longest = usable.find((phrase) => phrase.at === at);
    kinds.push(...(longest ? searchWords(longest.kind) : words.slice(at, at + 1)));
    at += longest?.size ?? 1;
  }
  const unique = [...new Set(kinds)];
  return unique.length > 0 && unique.join(" ") !== words.join(" ") ? unique : null;
}

/**
 * Words of the kind for a synonym at the end of a search (before numbers, units and packaging) that is in no product
 * name; else null.
 */
export function requestedKind(words: readonly string[], phrases: readonly SynonymMatch[]): string[] | null {
  const isLast = ({ at, size }: SynonymMatch) =>
    words.every((word, i) => i < at + size || !/^\p{L}{3}/u.test(word) || isPacking(words, i));
  const candidates = phrases.filter((phrase) => phrase.kind !== "" && !phrase.carried && isLast(phrase));
  const longest = candidates.toSorted((a, b) => b.size - a.size)[0];
  return longest ? searchWords(longest.kind) : null;
}

/** Whether the last word ends a synonym that is in no product name, so that it is no prefix ("fan" of "Fanteka"). */
export function endsInSynonym(words: readonly string[], phrases: readonly SynonymMatch[]): boolean {
  return phrases.some(({ at, size, kind, carried }) => kind !== "" && !carried && at + size === words.length);
}

/** Whether only filler words were dropped or replaced. */
export function isFiller(
  words: readonly string[],
  phrases: readonly SynonymMatch[],
  reading: readonly string[],
): boolean {
  const left = kindOf(
    words,
    phrases.filter(({ kind }) => kind === ""),
    "filler",
  );
  return left?.join(" ") === reading.join(" ");
}

/** All sequences of up to four of the words. */
function phrasesIn(words: readonly string[]) {
  return [...words.keys()].flatMap((at) =>
    [1, 2, 3, 4].filter((size) => at + size <= words.length).map((size) => phraseAt(words, at, size)),
  );
}

/**
 * The phrase and its tsquery for adjacent words in names and distributors. A model number inside is not part of it
 * ("iphone 11 pouch").
 */
function phraseAt(words: readonly string[], at: number, size: number) {
  const whole = words.slice(at, at + size);
  const part = whole.filter((word, i) => i === 0 || i === size - 1 || !/\d/.test(word));
  return { at, size, phrase: part.join(" "), query: part.map((word) => `'${word}':AB`).join(" <-> ") };
}

/** Kinds of synonyms that start with `text`, shortest phrases first; none for a single letter. */
export async function kindsByPrefix(db: Tx, text: string): Promise<string[]> {
  if (text.length < 2) return [];
  const { rows } = await db.execute<{ kind: string }>(sql`
    select split_part(kind, ' | ', 1) as kind from synonyms where starts_with(phrase, ${text}) and kind <> ''
    group by 1 order by min(length(phrase)), 1 limit 3`);
  return rows.map((row) => row.kind.toLowerCase());
}
