import { sql } from "drizzle-orm";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import type { Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { readListing } from "../schema.ts";
import { listingPage, type Listing } from "./listing.server.ts";
import { parseQuery, searchWords } from "./search-text.server.ts";
import { kindsByPrefix } from "./synonyms.server.ts";

/**
 * Suggestions of the header's search box. Prices per piece in kobo; `total` is that of the listing of the text,
 * `distributors` are names.
 */
export type Suggestions = {
  products: { name: string; slug: string; image: string | null; price_kobo: number }[];
  categories: { name: string; slug: string }[];
  distributors: string[];
  words: string[];
  total: Total;
};

const PRODUCTS = 6;
/** Maximum number of names read for text completions. */
const NAMES = 300;

/**
 * Up to 6 products, 3 categories, 2 distributors and 3 completions that have results. Products and `total` are those of
 * the listing that a search for the text opens; a beginning of a synonym ("indo") suggests its kind.
 */
export async function suggest(db: Tx, text: string): Promise<Suggestions> {
  const words = searchWords(text);
  const typed = words.join(" ");
  if (typed === "") {
    return { products: [], total: { count: 0, capped: false }, categories: [], distributors: [], words: [] };
  }
  const [listing, categories, distributors, completed] = await Promise.all([
    listingOf(db, text),
    suggestCategories(db, typed),
    suggestDistributors(db, typed),
    completions(db, words),
  ]);
  const { total, corrected, partial } = listing;
  const products = listing.mentioned ? [] : suggested(listing.products);
  const texts = [...new Set([...(corrected !== null && !partial ? [corrected] : []), ...completed])].slice(0, 3);
  const found = { products, categories, distributors, words: texts, total };
  if (texts.length > 0) return found;
  for (const kind of await kindsByPrefix(db, typed)) {
    const ofKind = await listingOf(db, kind);
    if (ofKind.total.count === 0) continue;
    return {
      ...found,
      products: products.length > 0 && !partial ? products : suggested(ofKind.products),
      words: [kind],
    };
  }
  return found;
}

async function listingOf(db: Tx, text: string): Promise<Listing> {
  const { state } = readListing(new URLSearchParams({ search: text }));
  return (await listingPage(db, state, null, [])).listing;
}

function suggested(tiles: readonly TileProduct[]): Suggestions["products"] {
  return tiles.slice(0, PRODUCTS).map((tile) => ({
    name: tile.group?.name || tile.name,
    slug: tile.slug,
    image: tile.image,
    price_kobo: tile.discount_price_kobo ?? tile.price_kobo,
  }));
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
