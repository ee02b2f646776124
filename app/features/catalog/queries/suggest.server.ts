import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { correctWords, parseQuery, searchWords, soundAlike, type TextQuery } from "./search-text.server.ts";

/** What the header's search box offers while one types. Prices are what one piece costs today, in kobo. */
export type Suggestions = {
  products: { name: string; slug: string; image: string | null; price_kobo: number }[];
  categories: { name: string; slug: string }[];
  words: string[];
};

const SCAN = 500;
const WINDOW = 3_000;

/** Up to 6 products by name, 3 categories and 3 completed texts. Bounded scans: a suggestion may miss, never wait. */
export async function suggest(db: Tx, text: string): Promise<Suggestions> {
  const words = searchWords(text);
  const last = words.at(-1);
  if (last === undefined) return { products: [], categories: [], words: [] };
  const [categories, completed, sounds] = await Promise.all([
    suggestCategories(db, words.join(" ")),
    completions(db, last),
    soundAlike(db, words),
  ]);
  const texts = completed.map((word) => [...words.slice(0, -1), word].join(" "));
  const found = await suggestProducts(db, await parseQuery(db, sounds ?? words));
  if (sounds) return { products: found, categories, words: [sounds.join(" "), ...texts].slice(0, 3) };
  if (found.length + completed.length + categories.length > 0) return { products: found, categories, words: texts };
  const better = await correctWords(db, words, async (word) => (await completions(db, word)).length > 0);
  if (!better) return { products: [], categories, words: [] };
  return { products: await suggestProducts(db, await parseQuery(db, better)), categories, words: [better.join(" ")] };
}

type Row = Suggestions["products"][number] & { scanned: number };

async function suggestProducts(db: Tx, query: TextQuery): Promise<Suggestions["products"]> {
  const { rows } = await db.execute<{ id: string | null; scanned: number }>(sql`
    with found as materialized (
      select id, created_at, search @@ ${query.name}::tsquery as named
      from products where search @@ ${query.anywhere}::tsquery limit ${SCAN + 1}
    )
    select best.id, totals.scanned from (select count(*)::int as scanned from found) totals left join
      (select id from found where named order by created_at desc nulls last, id limit 6) best on true`);
  let ids = rows.flatMap((row) => row.id ?? []);
  if ((rows[0]?.scanned ?? 0) > SCAN) {
    const newest = await db.execute<{ id: string }>(sql`
      select id from (
        select id, search from products order by created_at desc nulls last, id limit ${WINDOW}
      ) newest where search @@ ${query.name}::tsquery limit 6`);
    if (newest.rows.length > 0) ids = newest.rows.map((row) => row.id);
  }
  if (ids.length === 0) return [];
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const tiles = await db.execute<Row>(sql`
    select name, slug, images->>0 as image, effective_price_kobo::float8 as price_kobo
    from products where id in (${list}) order by created_at desc nulls last, id`);
  return tiles.rows;
}

async function suggestCategories(db: Tx, text: string): Promise<Suggestions["categories"]> {
  const { rows } = await db.execute<{ name: string; slug: string }>(sql`
    select name, slug from categories
    where starts_with(lower(name), ${text}) or strpos(lower(name), ${` ${text}`}) > 0
    order by parent_id is not null, name limit 3`);
  return rows;
}

async function completions(db: Tx, beginning: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_words where starts_with(word, ${beginning}) and word >= 'a'
    order by products desc, word limit 3`);
  return rows.map((row) => row.word);
}
