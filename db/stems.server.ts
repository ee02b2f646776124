import { sql } from "drizzle-orm";
import type { Db, Tx } from "./client.server.ts";

/** Words whose stems differed between versions of PostgreSQL, and others of many kinds. */
const WORDS =
  "add adding egg generously skies dying news innings exceeding organization universities happily relational " +
  "communion arsenal past everything geology paste using evening yes singly ties crabs oily";
/** Products compared in one statement. */
const BATCH = 500;

/** A number for the stems of fixed words: another one after an upgrade means another stemmer. */
export async function stemsFingerprint(db: Tx): Promise<string> {
  const { rows } = await db.execute(sql`select md5(to_tsvector('english', ${WORDS})::text) as print`);
  return String(rows[0]?.["print"]);
}

/** Computes the stored stems of products and synonyms anew where they differ; returns how many. Search words
 * follow by their own job. */
export async function refreshStems(db: Db, batch = BATCH): Promise<{ products: number; synonyms: number }> {
  const expression = sql.raw(await expressionOf(db, "search"));
  let products = 0;
  for (let after: string | null = "00000000-0000-0000-0000-000000000000"; after !== null;) {
    // An update of its source computes a generated column again; without a changed value no page is dropped.
    const { rows }: { rows: Record<string, unknown>[] } = await db.execute(sql`with part as (
        select id, search is distinct from (${expression}) as is_old from products where id > ${after}::uuid order by id limit ${batch}
      ), written as (
        update products set name = name where id in (select id from part where is_old) returning id
      )
      select (select id::text from part order by id desc limit 1) as last, (select count(*) from written) as written`);
    after = (rows[0]?.["last"] as string | null | undefined) ?? null;
    products += Number(rows[0]?.["written"] ?? 0);
  }
  await db.execute(sql`insert into search_changes default values`);
  return { products, synonyms: await refreshSynonyms(db) };
}

/** One after the other: two phrases that have the same stems now cannot both be kept up to date. */
async function refreshSynonyms(db: Tx): Promise<number> {
  const { rows: old } = await db.execute(
    sql`select phrase from synonyms where stem_words(phrase) <> stems order by phrase`,
  );
  let written = 0;
  for (const { phrase } of old) {
    const { rows } = await db.execute(sql`update synonyms s set phrase = phrase where phrase = ${phrase}
      and not exists (select from synonyms o where o.stems = stem_words(s.phrase)) returning 1`);
    written += rows.length;
  }
  return written;
}

/** The expression of a generated column of products, as the database has it. */
async function expressionOf(db: Tx, column: string): Promise<string> {
  const { rows } = await db.execute(sql`select pg_get_expr(adbin, adrelid) as text
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'public.products'::regclass and attname = ${column}`);
  return String(rows[0]?.["text"]);
}
