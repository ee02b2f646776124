import { sql } from "drizzle-orm";
import { cappedTotal, type Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { productIndex } from "./product-index.server.ts";
import { parseQuery, searchWords, type TextQuery } from "./search-text.server.ts";
import { idsByCode, spelling, tierOf } from "./search.server.ts";
import { correctWords, phoneticMatches } from "./spelling.server.ts";
import { kindOf, kindsByPrefix, synonymsIn } from "./synonyms.server.ts";

/**
 * Suggestions of the header's search box. Prices per piece in kobo; `total` is the number of matching products,
 * `distributors` are names.
 */
export type Suggestions = {
  products: { name: string; slug: string; image: string | null; price_kobo: number }[];
  categories: { name: string; slug: string }[];
  distributors: string[];
  words: string[];
  total: Total;
};

const SCAN = 1_000;
const WINDOW = 3_000;
/** Number of matches from which the best cards are chosen. */
const CANDIDATES = 48;
/** Maximum number of names read for text completions. */
const NAMES = 300;

type Found = Pick<Suggestions, "products" | "total">;
const NOTHING: Found = { products: [], total: { count: 0, capped: false } };

/**
 * Up to 6 products, 3 categories, 2 distributors and 3 completions that have results. Uses bounded scans: fast, at the
 * risk of missing a suggestion.
 */
export async function suggest(db: Tx, text: string): Promise<Suggestions> {
  const words = searchWords(text);
  if (words.length === 0) return { ...NOTHING, categories: [], distributors: [], words: [] };
  const typed = words.join(" ");
  const coded = await idsByCode(db, words);
  if (coded.length > 0) {
    const products = await oneOfEachCard(db, coded);
    return { products, total: { count: products.length, capped: false }, categories: [], distributors: [], words: [] };
  }
  const [categories, distributors, completed, corrected] = await Promise.all([
    suggestCategories(db, typed),
    suggestDistributors(db, typed),
    completions(db, words),
    correctedWords(db, words),
  ]);
  const others = { categories, distributors };
  const texts = [...new Set([...(corrected ? [corrected.join(" ")] : []), ...completed])].slice(0, 3);
  const found = await suggestProducts(db, await parseQuery(db, corrected ?? words));
  if (found.products.length === 0 && texts.length === 0) {
    for (const kind of await kindsByPrefix(db, typed)) {
      const ofKind = await suggestProducts(db, await parseQuery(db, searchWords(kind)));
      if (ofKind.products.length > 0) return { ...ofKind, ...others, words: [kind] };
    }
  }
  if (found.total.count + texts.length + categories.length + distributors.length > 0) {
    return { ...found, ...others, words: found.total.count > 0 ? texts : completed };
  }
  const better = await correctWords(db, words, async (word) => (await beginnings(db, word)).length > 0);
  if (!better) return { ...NOTHING, ...others, words: [] };
  const suggested = await suggestProducts(db, await parseQuery(db, better));
  return { ...suggested, ...others, words: suggested.total.count > 0 ? [better.join(" ")] : [] };
}

/** Replacement words of the search: the kind of a synonym, else similar-sounding words; null for none. */
async function correctedWords(db: Tx, words: readonly string[]): Promise<string[] | null> {
  const kind = kindOf(words, await synonymsIn(db, words), words.length > 1 ? "filler" : "names");
  return kind ?? (await phoneticMatches(db, words));
}

async function suggestProducts(db: Tx, query: TextQuery): Promise<Found> {
  const lowest = endsInLetter(query.words) ? 3 : 2;
  const { rows } = await db.execute<{ id: string | null; scanned: number }>(sql`
    with found as materialized (
      select id, unavailable, created_at, sort_name, brand, ${tierOf(query)} as tier
      from products where search @@ ${query.anywhere}::tsquery limit ${SCAN + 1}
    )
    select best.id, totals.scanned from (select count(*)::int as scanned from found) totals left join (
      select id, row_number() over (order by unavailable, tier desc, ${spelling(query.words)} desc, created_at desc nulls last, id) as place
      from found where tier >= ${lowest}::int order by place limit ${CANDIDATES}
    ) best on true order by place`);
  const total = cappedTotal(rows[0]?.scanned ?? 0, SCAN);
  let ids = rows.flatMap((row) => row.id ?? []);
  if (total.capped) {
    const newest = await db.execute<{ id: string }>(sql`
      select id from (
        select id, search from products where not unavailable order by created_at desc nulls last, id limit ${WINDOW}
      ) newest where search @@ ${lowest === 3 ? query.whole : query.name}::tsquery limit ${CANDIDATES}`);
    if (newest.rows.length > 0) ids = newest.rows.map((row) => row.id);
  }
  return { products: await oneOfEachCard(db, ids), total };
}

/** The first 6 cards among `ids`; a group with several matching variants appears under the group's name. */
async function oneOfEachCard(db: Tx, ids: readonly string[]): Promise<Suggestions["products"]> {
  const index = await productIndex(db);
  const found = ids.flatMap((id) => index.products.get(id) ?? []);
  const cards = [...Map.groupBy(found, ({ card }) => card).values()].slice(0, 6);
  const chosen = cards.flatMap((variants) => {
    const [first, second] = variants;
    return first ? [{ id: first.id, name: second ? first.groupName : "" }] : [];
  });
  const list = `{${chosen.map(({ id }) => id).join()}}`;
  const { rows } = await db.execute<Suggestions["products"][number]>(sql`
    select name, slug, images->>0 as image, effective_price_kobo::float8 as price_kobo
    from products where id = any(${list}::uuid[]) order by array_position(${list}::uuid[], id)`);
  return rows.map((row, i) => ({ ...row, name: (rows.length === chosen.length && chosen[i]?.name) || row.name }));
}

async function suggestCategories(db: Tx, text: string): Promise<Suggestions["categories"]> {
  const { rows } = await db.execute<{ name: string; slug: string }>(sql`
    select name, slug from categories
    where starts_with(lower(plain_letters(name)), ${text}) or strpos(lower(plain_letters(name)), ${` ${text}`}) > 0
    order by parent_id is not null, name limit 3`);
  return rows;
}

/** Names that start with the text first, then by number of products. */
async function suggestDistributors(db: Tx, text: string): Promise<string[]> {
  if (text.length < 2) return [];
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from search_distributors
    where starts_with(plain_name, ${text}) or strpos(plain_name, ${` ${text}`}) > 0
    order by starts_with(plain_name, ${text}) desc, products desc, name limit 2`);
  return rows.map((row) => row.name);
}

/** Whether the text ends with a separate letter ("usb c"), which is treated as a word, not as a prefix. */
function endsInLetter(words: readonly string[]): boolean {
  return words.length > 1 && words.at(-1)?.length === 1;
}

/** Completions of `words`: words of names that start with the last one and occur with the others. */
async function completions(db: Tx, words: readonly string[]): Promise<string[]> {
  const last = words.at(-1) ?? "";
  if (endsInLetter(words)) {
    const next = await neighbours(db, words, "");
    if (next.length > 0) return next.map((word) => [...words, word].join(" "));
  }
  const before = words.slice(0, -1);
  const endings = before.length === 0 ? await beginnings(db, last) : await neighbours(db, words, last);
  return endings.filter((word) => !before.includes(word)).map((word) => [...before, word].join(" "));
}

async function beginnings(db: Tx, beginning: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_words where starts_with(word, ${beginning}) and word >= 'a'
    order by products desc, word limit 3`);
  return rows.map((row) => row.word);
}

async function neighbours(db: Tx, words: readonly string[], beginning: string): Promise<string[]> {
  const query = await parseQuery(db, words);
  const { rows } = await db.execute<{ word: string }>(sql`
    with named as materialized (
      select name from products where search @@ ${beginning === "" ? query.whole : query.name}::tsquery limit ${NAMES}
    )
    select word from named, lateral regexp_split_to_table(lower(plain_letters(name)), '[^a-z0-9]+') as word
    where starts_with(word, ${beginning}) and length(word) >= 3 and word >= 'a' and not ${JSON.stringify(words)}::jsonb ? word
    group by word order by count(*) desc, word limit 3`);
  return rows.map((row) => row.word);
}
