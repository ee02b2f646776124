import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

const MAX_WORDS = 8;
const MAX_WORD = 40;
/** Hausa letters without Unicode decomposition. */
const HOOKED: Record<string, string> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

/** The text in lower case without tone marks, dots and hooks; the SQL function plain_letters maps the same ones. */
export function plainLetters(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
}

/** The comma in 20,000, but not in 1,5. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** Spellings of units, by the symbol used in product names. */
const UNITS: Record<string, string> = {
  litre: "l",
  litres: "l",
  liter: "l",
  liters: "l",
  ltr: "l",
  ltrs: "l",
  kilo: "kg",
  kilos: "kg",
  kilogram: "kg",
  kilograms: "kg",
  kgs: "kg",
  gram: "g",
  grams: "g",
};

/**
 * Distinct words of a search text, normalized like the search column: lower case, plain letters and digits; "1.5" stays
 * one word.
 */
export function searchWords(text: string): string[] {
  const words = plainLetters(text).match(/\d+(?:[.,]\d+)+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const cut = words.map((word) => Array.from(word.replace(THOUSANDS, "")).slice(0, MAX_WORD).join(""));
  return [...new Set(cut)].slice(0, MAX_WORDS);
}

/** Packaging words; "bag", "tin" and others can be products themselves unless followed by "of". */
const PACK = /^(cartons?|crates?|sachets?|bales?|kegs?|packets?|dozens?|pieces|pcs)$/;

/** Whether the word at `at` describes packaging ("bag of rice", "milo sachet") or connects to it. */
export function isPacking(words: readonly string[], at: number): boolean {
  return PACK.test(words[at] ?? "") || words[at + 1] === "of" || (at > 0 && words[at] === "of");
}

/**
 * A parsed search as tsquery strings: in any field, the same with the last word `complete`, the words `before` that one
 * (empty if there are none), in name or distributor, in the name, and in the name with the `whole` last word.
 */
export type TextQuery = {
  words: readonly string[];
  anywhere: string;
  complete: string;
  before: string;
  ab: string;
  name: string;
  whole: string;
};

/**
 * A word as tsquery operand; "400ml" also matches "400 ml", "litres" also "L", and 20000 also "20,000". `weights`
 * restricts the fields.
 */
function operand(word: string, prefix: boolean, weights: string): string {
  const term = (text: string, last: boolean) => `'${text}'${weights || last ? `:${last ? "*" : ""}${weights}` : ""}`;
  const plain = (text: string, last: boolean) => {
    const [, thousands, rest] = /^(\d{1,3})(\d{3})$/.exec(text) ?? [];
    if (thousands && rest) return `(${term(text, last)} | (${term(thousands, false)} <-> ${term(rest, last)}))`;
    const symbol = Object.hasOwn(UNITS, text) ? UNITS[text] : undefined;
    return symbol ? `(${term(text, last)} | ${term(symbol, false)})` : term(text, last);
  };
  const [, number, unit] = /^(\d+)(\p{L}+)$/u.exec(word) ?? [];
  if (!number || !unit) return plain(word, prefix);
  return `(${term(word, prefix)} | (${plain(number, false)} & ${plain(unit, prefix)}))`;
}

/** tsquery string of all `words`; the last one is a prefix unless `whole`. */
export function queryText(words: readonly string[], weights = "", whole = false): string {
  return words.map((word, i) => operand(word, !whole && i === words.length - 1, weights)).join(" & ");
}

/**
 * A parsed query of several words, for what matches all of them but any one. The last, often the beginning of a word,
 * stands in it once: PostgreSQL reads all that begins so for each time.
 */
export function allButOne(query: string): string {
  const operands = operandsOf(query);
  const before = operands.slice(0, -1);
  if (before.length < 2) return operands.join(" | ");
  const fewer = before.map((_, at) => `(${before.toSpliced(at, 1).join(" & ")})`);
  return `${operands.at(-1)} & (${fewer.join(" | ")}) | (${before.join(" & ")})`;
}

/** The words of a parsed query that must all match. */
function operandsOf(query: string): string[] {
  const inBrackets: string[] = [];
  let outer = query;
  for (let before = ""; before !== outer;) {
    before = outer;
    outer = outer.replaceAll(ALTERNATIVES, (part) => `#${inBrackets.push(part) - 1}#`);
  }
  if (outer.includes(" | ")) return [query];
  const whole = (part: string): string => part.replaceAll(/#(\d+)#/g, (_, at) => whole(inBrackets[Number(at)] ?? ""));
  return outer.split(" & ").map(whole);
}

/**
 * Stems `words` in the database. Stop words are dropped; a text of only stop words ("to", the start of "tomato") is
 * taken literally. The last word is a prefix unless it `isComplete`.
 */
export async function parseQuery(db: Tx, words: readonly string[], isComplete = false): Promise<TextQuery> {
  const [any, ab, name] = ["", "AB", "A"].map((weights) => queryText(words, weights, isComplete));
  const [complete, whole] = ["", "A"].map((weights) => queryText(words, weights, true));
  const before = queryText(words.slice(0, -1), "", true);
  const parsed = (text: string | undefined) =>
    sql`(case when stems then to_tsquery('english', ${text}) else to_tsquery('simple', ${text}) end)::text`;
  const { rows } = await db.execute<Omit<TextQuery, "words">>(sql`
    select ${parsed(any)} as anywhere, ${parsed(complete)} as complete, ${parsed(before)} as before,
      ${parsed(ab)} as ab, ${parsed(name)} as name, ${parsed(whole)} as whole
    from (select numnode(to_tsquery('english', ${any})) > 0 as stems) stemmed`);
  const [row] = rows;
  if (!row) throw new Error("the database parsed no query");
  return { ...row, words };
}

/**
 * What a name begins words with that matches the parsed query `name`, in ASCII: the stems without the letters that
 * stemming exchanges ("babi" of "baby"). Words with other spellings ("400ml", "litre") are left out.
 */
export function nameBeginnings(name: string): Uint8Array[] {
  let terms = name;
  for (let before = ""; before !== terms;) [before, terms] = [terms, terms.replaceAll(ALTERNATIVES, "")];
  if (/[|<]/.test(terms)) return [];
  const stems = terms.split(" & ").flatMap((term) => /^'([a-z0-9]+)'(?::\*?A)?$/.exec(term)?.[1] ?? []);
  const common = stems.map((stem) => (stem.length > 3 ? stem.slice(0, -1) : stem.replace(/[iye]$/, "")));
  return common.filter((text) => text !== "").map((text) => new TextEncoder().encode(text));
}

/** A part of a tsquery in brackets without others in it. */
const ALTERNATIVES = /\([^()]*\)/g;
