import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database, Tx } from "#db/client.server.ts";
import type { Connection } from "#db/database.ts";
import * as tables from "#db/schema/tables.ts";
import type { DemoLoad } from "./demo-load.ts";
import { type DemoProduct, demoProducts } from "./products.ts";
import { insertRows } from "./seeding.ts";

const { categories, product_groups, products } = tables;

type LoadOptions = {
  database: Database;
  /** The connection that holds the lock of the load. */
  client: Connection;
  load: DemoLoad;
  onProgress?: (done: number, total: number, what: string) => void;
};

const BATCH = 500;
/** Most of the time is PostgreSQL's, which works for each connection on a core of its own. */
const MAX_CONNECTIONS = 4;
/** Shared by the connections that insert. */
const INSERT_LOCK = 71_403;

/** Inserts the products of `load` that are missing. A batch is one statement, so it is there completely or not at all. */
export async function loadProducts({ database, client, load, onProgress }: LoadOptions): Promise<void> {
  const own = drizzle(client, { schema: tables });
  await waitForEarlier(own);
  const categoryIds = new Map(
    (await own.select({ slug: categories.slug, id: categories.id }).from(categories)).map(({ slug, id }) => [slug, id]),
  );
  const source = batches(demoProducts(load.products, new Date(load.now)), BATCH);
  let done = 0;
  // All connections take their batches from `source`, and a failure of one ends it for all.
  const insertFromSource = async (db: Tx) => {
    await db.execute(sql`select pg_advisory_lock_shared(${INSERT_LOCK})`);
    for (const rows of source) {
      if (!(await isLoaded(db, rows))) await insertProducts(db, rows, categoryIds);
      done += rows.length;
      onProgress?.(done, load.products, "products");
      await nextTurn();
    }
    await db.execute(sql`select pg_advisory_unlock_shared(${INSERT_LOCK})`);
  };
  const connections = database.kind === "pglite" ? 1 : connectionsFor(load.products);
  const results = await Promise.allSettled([
    insertFromSource(own),
    ...Array.from({ length: connections - 1 }, () =>
      database.withConnection((other) => insertFromSource(drizzle(other, { schema: tables }))),
    ),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function connectionsFor(count: number): number {
  return Math.max(1, Math.min(MAX_CONNECTIONS, availableParallelism(), Math.ceil(count / BATCH)));
}

/** The server may still be executing the last statements of a process that was killed. */
async function waitForEarlier(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_lock(${INSERT_LOCK})`);
  await tx.execute(sql`select pg_advisory_unlock(${INSERT_LOCK})`);
}

async function isLoaded(tx: Tx, [first]: readonly DemoProduct[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from products where id = ${first?.id}`);
  return rows.length > 0;
}

async function insertProducts(tx: Tx, rows: DemoProduct[], categoryIds: ReadonlyMap<string, string>): Promise<void> {
  const groups = new Map(rows.flatMap(({ group }) => (group ? [[group.id, group] as const] : [])));
  // A group may span two batches. A statement of its own, because the other batch waits until it is committed.
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
