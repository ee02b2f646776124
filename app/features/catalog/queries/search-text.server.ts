import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

const MAX_WORDS = 8;
const MAX_WORD = 40;

/** Words of a search text as full-text search sees them: lower case, letters and digits, "1.5" kept together. */
export function searchWords(text: string): string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/\d+(?:[.,]\d+)+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return words.slice(0, MAX_WORDS).map((word) => Array.from(word).slice(0, MAX_WORD).join(""));
}

/** One parsed search: in any field, in name or distributor, in the name alone. Texts of the type tsquery. */
export type TextQuery = { anywhere: string; ab: string; name: string };

/** One word as an operand; "400ml" also finds "400 ml". The weight letters narrow it to fields. */
function operand(word: string, prefix: boolean, weights: string): string {
  const ending = (last: boolean) => (weights || last ? `:${last ? "*" : ""}${weights}` : "");
  const whole = `'${word}'${ending(prefix)}`;
  const parts = /^(\d+)(\p{L}+)$/u.exec(word);
  return parts ? `(${whole} | ('${parts[1]}'${ending(false)} & '${parts[2]}'${ending(prefix)}))` : whole;
}

/** The text of a tsquery over `words`, the last of them as a prefix. */
export function queryText(words: readonly string[], weights = "", joiner: "&" | "|" = "&"): string {
  return words.map((word, i) => operand(word, i === words.length - 1, weights)).join(` ${joiner} `);
}

/**
 * Stems `words` in the database. Stop words fall away; a text of nothing else ("to", on the way to "tomato") is
 * taken literally.
 */
export async function parseQuery(db: Tx, words: readonly string[], joiner: "&" | "|" = "&"): Promise<TextQuery> {
  const [any, ab, a] = ["", "AB", "A"].map((weights) => queryText(words, weights, joiner));
  const { rows } = await db.execute<TextQuery>(sql`
    select (case when stems then to_tsquery('english', ${any}) else to_tsquery('simple', ${any}) end)::text as anywhere,
           (case when stems then to_tsquery('english', ${ab}) else to_tsquery('simple', ${ab}) end)::text as ab,
           (case when stems then to_tsquery('english', ${a}) else to_tsquery('simple', ${a}) end)::text as name
    from (select numnode(to_tsquery('english', ${any})) > 0 as stems) stemmed`);
  const [row] = rows;
  if (!row) throw new Error("the database parsed no query");
  return row;
}

const MAX_CANDIDATES = 25;

/**
 * `words` with those that no product knows replaced by the word of a product name that was most likely meant; null
 * when nothing had to or could be replaced.
 */
export async function correctWords(
  db: Tx,
  words: readonly string[],
  known: (word: string, last: boolean) => Promise<boolean>,
): Promise<string[] | null> {
  const corrected: string[] = [];
  for (const [i, word] of words.entries()) {
    const better = isFixable(word) ? bestMatch(word, await nearWords(db, word), false) : null;
    corrected.push(better !== null && !(await known(word, i === words.length - 1)) ? better : word);
  }
  return corrected.some((word, i) => word !== words[i]) ? corrected : null;
}

/** `words` with those that stand in no product name replaced by one that sounds the same; null when there is none. */
export async function soundAlike(db: Tx, words: readonly string[]): Promise<string[] | null> {
  const fixable = words.filter(isFixable);
  if (fixable.length === 0) return null;
  const { rows } = await db.execute<{ word: string }>(
    sql`select word from search_words where word in (select jsonb_array_elements_text(${JSON.stringify(fixable)}::jsonb))`,
  );
  const known = new Set(rows.map((row) => row.word));
  const replaced: string[] = [];
  for (const word of words) {
    const near = isFixable(word) && !known.has(word) ? await nearWords(db, word) : [];
    replaced.push(bestMatch(word, near, true) ?? word);
  }
  return replaced.some((word, i) => word !== words[i]) ? replaced : null;
}

function isFixable(word: string): boolean {
  return word.length >= 3 && /\p{L}/u.test(word);
}

type NearWord = { word: string; products: number; distance: number };

async function nearWords(db: Tx, word: string): Promise<NearWord[]> {
  const reach = word.length <= 4 ? 1 : 2;
  const swapped = swaps(word);
  const { rows } = await db.execute<NearWord>(sql`
    select word, products, distance from (
      select word, products, levenshtein_less_equal(word, ${word}, 2) as distance from search_words
      where length(word) between ${word.length - reach}::int and ${word.length + reach}::int and word >= 'a'
    ) near
    where distance <= ${reach}::int or word in (select jsonb_array_elements_text(${JSON.stringify(swapped)}::jsonb))
    order by distance, products desc limit ${MAX_CANDIDATES}::int`);
  return rows.map((row) => (swapped.includes(row.word) ? { ...row, distance: 1 } : row));
}

/** The candidate most likely meant: same sound first, then fewer changes, same first letter, more products. */
export function bestMatch(word: string, candidates: readonly NearWord[], soundsAlike: boolean): string | null {
  const sound = soundKey(word);
  const score = (near: NearWord) => [
    soundKey(near.word) === sound ? 0 : 1,
    near.distance,
    near.word[0] === word[0] ? 0 : 1,
    -near.products,
  ];
  const usable = candidates.filter((near) => near.word !== word && (!soundsAlike || soundKey(near.word) === sound));
  return usable.toSorted((a, b) => compare(score(a), score(b)))[0]?.word ?? null;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** How a word sounds, roughly: soft c as s, hard c and ck as k, ph as f, z as s, doubled letters once. */
export function soundKey(word: string): string {
  return word
    .replaceAll("ph", "f")
    .replaceAll("ck", "k")
    .replace(/c(?=[eiy])/g, "s")
    .replaceAll("c", "k")
    .replaceAll("z", "s")
    .replaceAll("y", "i")
    .replace(/(.)\1+/g, "$1");
}

function swaps(word: string): string[] {
  const letters = Array.from(word);
  return letters
    .slice(1)
    .map((letter, i) => [...letters.slice(0, i), letter, letters[i], ...letters.slice(i + 2)].join(""));
}
