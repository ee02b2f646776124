import { sql } from "drizzle-orm";
import type { Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { readListing } from "../schema.ts";
import { findCards, type FoundCards } from "./find-cards.server.ts";
import { IN_NAME, TIER, WHOLE, type Matches } from "./find-matches.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { plainLetters, searchWords } from "./search-text.server.ts";
import { kindsByPrefix } from "./synonyms.server.ts";
import { tilesByIds } from "./tiles.server.ts";

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
/** Enough matches of a broad search to rank six products. */
const SAMPLE = 150;
/** Maximum number of matching names whose words complete a text. */
const NAMES = 300;
const ID_BYTES = 16;

/**
 * Up to 6 products, 3 categories, 2 distributors and 3 completions that have results. Products and `total` are those of
 * the listing that a search for the text opens, of a broad one by fewer of its matches; a beginning of a synonym
 * ("indo") suggests its kind.
 */
export async function suggest(db: Tx, text: string): Promise<Suggestions> {
  const words = searchWords(text);
  const typed = words.join(" ");
  if (typed === "") {
    return { products: [], total: { count: 0, capped: false }, categories: [], distributors: [], words: [] };
  }
  const index = await productIndex(db);
  const [cards, categories, distributors, begun] = await Promise.all([
    cardsOf(db, index, text),
    suggestCategories(db, typed),
    suggestDistributors(db, typed),
    words.length === 1 ? beginnings(db, typed) : [],
  ]);
  const completed = words.length === 1 ? begun : completions(index, words, cards.typed);
  const { total, corrected, partial } = cards;
  const products = cards.mentioned ? [] : await suggested(db, cards);
  const texts = [...new Set([...(corrected !== null && !partial ? [corrected] : []), ...completed])].slice(0, 3);
  const found = { products, categories, distributors, words: texts, total };
  if (texts.length > 0) return found;
  for (const kind of await kindsByPrefix(db, typed)) {
    const ofKind = kind === typed ? cards : await cardsOf(db, index, kind);
    if (ofKind.total.count === 0) continue;
    return {
      ...found,
      products: products.length > 0 && !partial ? products : await suggested(db, ofKind),
      words: [kind],
    };
  }
  return found;
}

async function cardsOf(db: Tx, index: ProductIndex, text: string): Promise<FoundCards> {
  const { state } = readListing(new URLSearchParams({ search: text }));
  return await findCards(db, index, {}, state, [], { cards: PRODUCTS, sample: SAMPLE });
}

async function suggested(db: Tx, { ids, alone }: FoundCards): Promise<Suggestions["products"]> {
  const tiles = await tilesByIds(db, ids, alone);
  return tiles.map((tile) => ({
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

/** Completions of one word: words of names that start with it. */
async function beginnings(db: Tx, beginning: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_words where starts_with(word, ${beginning}) and word >= 'a'
    order by products desc, word limit 3`);
  return rows.map((row) => row.word);
}

/** Completions of several words: words of the names that matched which start with the last one. */
function completions(index: ProductIndex, words: readonly string[], matches: Matches): string[] {
  const namesFrom = (tier: number) => {
    const named = matches.filter(({ rank }) => rank >= tier * TIER);
    const rows = named.flatMap(({ ids }) => [...index.table.ids.rowsOf(ids.subarray(0, NAMES * ID_BYTES))]);
    return rows
      .filter((row) => row >= 0)
      .slice(0, NAMES)
      .map((row) => index.table.names.of(row));
  };
  if (endsInLetter(words)) {
    const next = frequentWords(namesFrom(WHOLE), words, "");
    if (next.length > 0) return next.map((word) => [...words, word].join(" "));
  }
  const before = words.slice(0, -1);
  return frequentWords(namesFrom(IN_NAME), words, words.at(-1) ?? "").map((word) => [...before, word].join(" "));
}

/** The most frequent words of `names` that start with `beginning`, without `typed` ones. */
function frequentWords(names: readonly string[], typed: readonly string[], beginning: string): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const word of new Set(plainLetters(name).split(/[^a-z0-9]+/))) {
      const isNext = word.length >= 3 && word >= "a" && word.startsWith(beginning) && !typed.includes(word);
      if (isNext) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const byCount = [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return byCount.slice(0, 3).map(([word]) => word);
}
