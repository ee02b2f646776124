import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Db, Tx } from "#db/client.server.ts";
import type { Connection } from "#db/database.ts";
import * as tables from "#db/schema/tables.ts";
import { TOP_CATEGORIES } from "./categories.ts";
import { beginLoad, createIndexes, endLoad } from "./demo-load.ts";
import { DEMO_KEY, hasDemo } from "./demo-state.ts";
import { CATALOGUE } from "./goods/catalogue.ts";
import { loadProducts } from "./load-products.ts";
import { pictureAddress } from "./pictures/plan.ts";
import { renderDemoPictures } from "./pictures/render.ts";
import { randomFrom } from "./random.ts";

const { categories, shop_state } = tables;

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
/** The embedded database keeps its default: its memory is the process's. */
const INDEX_MEMORY = "set maintenance_work_mem = '256MB'";
/** Top categories with their own picture; the others use the default of their slug. */
const WITH_PICTURE = new Set([
  "grocery-gourmet-food",
  "household",
  "beauty-health-hair",
  "jewelry-watches",
  "automotive",
]);

/**
 * Fills a shop with categories, products and pictures. A killed start leaves some of them, and the next one goes on from
 * there. Does nothing if the shop has its demo products or any products of its own.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { database } = options;
  if (await hasDemo(database.db)) return;
  // Without the pool's timeouts: creating indexes of a large catalogue is slow.
  await database.withConnection(async (client) => {
    const db = drizzle(client, { schema: tables });
    await db.execute(sql`select pg_advisory_lock(${SEED_LOCK})`);
    try {
      if (!(await hasDemo(db)) && (await fill(db, client, options))) await client.query("vacuum products");
    } finally {
      await db.execute(sql`select pg_advisory_unlock(${SEED_LOCK})`).catch(() => {});
    }
  });
}

async function renderPictures(
  { pictures = true, filesDir, onProgress }: SeedOptions,
  signal: AbortSignal,
): Promise<void> {
  if (!pictures) return;
  await renderDemoPictures(filesDir, { signal, onDone: (done, total) => onProgress?.(done, total, "pictures") });
}

/** Returns false if the shop has products of its own. */
async function fill(db: Db, client: Connection, options: SeedOptions): Promise<boolean> {
  const { database, onProgress } = options;
  const load = await db.transaction((tx) =>
    beginLoad(tx, options.products, options.now ?? new Date(), insertCategories),
  );
  if (!load) return false;
  const stop = new AbortController();
  const pictures = renderPictures(options, stop.signal);
  // A failure of the pictures is handled below; until then it must not count as unhandled.
  pictures.catch(() => {});
  try {
    await loadProducts({ database, client, load, onProgress });
    if (database.kind === "postgres") await client.query(INDEX_MEMORY);
    await createIndexes(db, (done, total) => onProgress?.(done, total, "indexes"));
    await pictures;
  } catch (error) {
    stop.abort(error);
    await pictures.catch(() => {});
    throw error;
  }
  onProgress?.(0, 1, "search words");
  await db.transaction(async (tx) => {
    await tx.execute(sql`select refresh_search_words()`);
    await tx.execute(sql`analyze products, categories, search_words`);
    await tx.insert(shop_state).values({ key: DEMO_KEY, value: { products: options.products } });
    await endLoad(tx);
  });
  onProgress?.(1, 1, "search words");
  return true;
}

/** Inserts the missing categories. */
async function insertCategories(tx: Tx): Promise<void> {
  const random = randomFrom(7);
  const tops = TOP_CATEGORIES.map(({ slug, name, description }) => ({
    id: random.uuid(),
    slug,
    name,
    description,
    image_url: WITH_PICTURE.has(slug) ? pictureAddress(`category-${slug}`) : null,
  }));
  await tx.insert(categories).values(tops).onConflictDoNothing({ target: categories.slug });
  const stored = await tx.select({ slug: categories.slug, id: categories.id }).from(categories);
  const parents = new Map(stored.map((row) => [row.slug, row.id]));
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
}

function subPicture(top: string, sub: string): string | null {
  const goods = CATALOGUE.find(({ slug }) => slug === top)?.goods.find((one) => one.sub === sub);
  return goods ? pictureAddress(`${goods.key}-1`) : null;
}
