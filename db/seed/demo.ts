import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Tx } from "#db/client.server.ts";
import * as tables from "#db/schema/tables.ts";
import { TOP_CATEGORIES } from "./categories.ts";
import { DEMO_KEY, hasDemo } from "./demo-state.ts";
import { CATALOGUE } from "./goods/catalogue.ts";
import { pictureAddress } from "./pictures/plan.ts";
import { renderDemoPictures } from "./pictures/render.ts";
import { type DemoProduct, demoProducts } from "./products.ts";
import { randomFrom } from "./random.ts";
import { insertRows } from "./seeding.ts";

const { categories, product_groups, products, shop_state } = tables;

type Progress = (done: number, total: number, what: string) => void;
type SeedOptions = {
  database: Database;
  products: number;
  filesDir: string;
  /** Time of the newest product; by default the time of the call. */
  now?: Date;
  /** False omits the pictures: for tests of data only. */
  pictures?: boolean;
  onProgress?: Progress;
};

const SEED_LOCK = 71_402;
const BATCH = 500;
/** Top categories with their own picture; the others use the default of their slug. */
const WITH_PICTURE = new Set([
  "grocery-gourmet-food",
  "household",
  "beauty-health-hair",
  "jewelry-watches",
  "automotive",
]);

/**
 * Fills a shop with categories, products and pictures in one transaction, so that a killed start leaves only some
 * pictures, which the next start reuses. Does nothing if the shop has demo products or any products of its own.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { database } = options;
  if (await hasDemo(database.db)) return;
  const done = await inOneTransaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if ((await hasDemo(tx)) || (await hasProducts(tx))) return false;
    const stop = new AbortController();
    const pictures = renderPictures(options, stop.signal);
    // A failure of the pictures is handled below; until then it must not count as unhandled.
    pictures.catch(() => {});
    try {
      await fill(tx, options);
      await pictures;
    } catch (error) {
      stop.abort(error);
      await pictures.catch(() => {});
      throw error;
    }
    await tx.insert(shop_state).values({ key: DEMO_KEY, value: { products: options.products } });
    return true;
  });
  // Index-only scans need the visibility map, and the embedded database has no autovacuum.
  if (done) await database.withConnection((client) => client.query("vacuum products"));
}

/** Without the pool's timeouts: creating indexes of a large catalogue is slow. */
async function inOneTransaction<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database.withConnection((client) => drizzle(client, { schema: tables }).transaction(work));
}

async function hasProducts(tx: Tx): Promise<boolean> {
  return (await tx.execute(sql`select 1 from products limit 1`)).rows.length > 0;
}

async function renderPictures(
  { pictures = true, filesDir, onProgress }: SeedOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!pictures) return;
  await renderDemoPictures(filesDir, { signal, onDone: (done, total) => onProgress?.(done, total, "pictures") });
}

async function fill(tx: Tx, options: SeedOptions): Promise<void> {
  const categoryIds = await insertCategories(tx);
  const indexes = await dropIndexes(tx);
  let done = 0;
  for (const rows of batches(demoProducts(options.products, options.now ?? new Date()), BATCH)) {
    await insertProducts(tx, rows, categoryIds);
    done += rows.length;
    options.onProgress?.(done, options.products, "products");
    await nextTurn();
  }
  for (const [at, definition] of indexes.entries()) {
    await tx.execute(sql.raw(definition));
    options.onProgress?.(at + 1, indexes.length, "indexes");
    await nextTurn();
  }
  await tx.execute(sql`select refresh_search_words()`);
  await nextTurn();
  await tx.execute(sql`analyze products, categories, search_words`);
}

/** Inserts the missing categories; returns their ids by slug. */
async function insertCategories(tx: Tx): Promise<Map<string, string>> {
  const random = randomFrom(7);
  const tops = TOP_CATEGORIES.map(({ slug, name, description }) => ({
    id: random.uuid(),
    slug,
    name,
    description,
    image_url: WITH_PICTURE.has(slug) ? pictureAddress(`category-${slug}`) : null,
  }));
  await tx.insert(categories).values(tops).onConflictDoNothing({ target: categories.slug });
  const parents = await idsBySlug(tx);
  const subs = TOP_CATEGORIES.flatMap((top) =>
    top.subs.map(([slug, name, description]) => ({
      id: random.uuid(),
      slug,
      name,
      description,
      image_url: subPicture(top.slug, slug),
      parent_id: parents.get(top.slug) ?? null,
    })),
  );
  await tx.insert(categories).values(subs).onConflictDoNothing({ target: categories.slug });
  return await idsBySlug(tx);
}

async function idsBySlug(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.select({ slug: categories.slug, id: categories.id }).from(categories);
  return new Map(rows.map((row) => [row.slug, row.id]));
}

function subPicture(top: string, sub: string): string | null {
  const goods = CATALOGUE.find(({ slug }) => slug === top)?.goods.find((one) => one.sub === sub);
  return goods ? pictureAddress(`${goods.key}-1`) : null;
}

/** Drops the indexes of the empty table that no constraint needs; returns a function that recreates them. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'products'::regclass
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    order by i.indexrelid`);
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
  return rows.map((row) => row.definition);
}

async function insertProducts(tx: Tx, rows: DemoProduct[], categoryIds: Map<string, string>): Promise<void> {
  const groups = new Map(rows.flatMap(({ group }) => (group ? [[group.id, group] as const] : [])));
  // A group may span two batches.
  if (groups.size > 0)
    await tx
      .insert(product_groups)
      .values([...groups.values()])
      .onConflictDoNothing();
  const values = rows.map(({ category, group, ...product }) => {
    const category_id = categoryIds.get(category);
    if (!category_id) throw new Error(`no category ${category}`);
    return { ...product, category_id, group_id: group?.id ?? null, updated_at: product.created_at };
  });
  await insertRows(tx, products, values);
}

function* batches<T>(source: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of source) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
