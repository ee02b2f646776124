import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { shop_state } from "#db/schema/shop.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";
import { DEMO_LOAD_KEY } from "./demo-state.ts";
import { demoProducts } from "./products.ts";

/** A load of demo products that has begun and not ended. Without their indexes rows are inserted several times as fast. */
export type DemoLoad = {
  products: number;
  /** The time of the newest product, as an ISO string. */
  now: string;
  /** Tells whether this version generates the same products as the one that began. */
  fingerprint: string;
  /** The definitions of the dropped indexes of products. */
  indexes: string[];
};

/** So many products of the load are compared between versions. */
const COMPARED = 100;

/**
 * The load to go on with: the one that a killed process began, or a new one after `prepare` in an empty shop; null in a
 * shop with products of its own. A load of another number, or of other products, is deleted and begun again.
 */
export async function beginLoad(
  tx: Tx,
  products: number,
  now: Date,
  prepare: (tx: Tx) => Promise<void>,
): Promise<DemoLoad | null> {
  const begun = await readLoad(tx);
  if (begun?.products === products && begun.fingerprint === fingerprintOf(products, begun.now)) return begun;
  if (begun) {
    await tx.execute(sql`delete from products`);
    await tx.execute(sql`delete from product_groups`);
  } else if ((await tx.execute(sql`select 1 from products limit 1`)).rows.length > 0) return null;
  await prepare(tx);
  const at = now.toISOString();
  const indexes = begun?.indexes ?? (await dropIndexes(tx));
  const load = { products, now: at, fingerprint: fingerprintOf(products, at), indexes };
  await writeShopState(tx, DEMO_LOAD_KEY, load);
  return load;
}

/** Creates the dropped indexes that do not exist again, one after another, if a load has begun. */
export async function createIndexes(tx: Tx, onCreated?: (done: number, total: number) => void): Promise<void> {
  const indexes = (await readLoad(tx))?.indexes ?? [];
  for (const [at, definition] of indexes.entries()) {
    await tx.execute(sql.raw(definition.replace(/^CREATE (UNIQUE )?INDEX /, "create $1index if not exists ")));
    onCreated?.(at + 1, indexes.length);
  }
}

export async function endLoad(tx: Tx): Promise<void> {
  await tx.delete(shop_state).where(eq(shop_state.key, DEMO_LOAD_KEY));
}

async function readLoad(tx: Tx): Promise<DemoLoad | undefined> {
  return (await readShopState(tx, DEMO_LOAD_KEY)) as DemoLoad | undefined;
}

function fingerprintOf(products: number, now: string): string {
  const hash = createHash("sha256");
  let compared = 0;
  for (const product of demoProducts(products, new Date(now))) {
    hash.update(JSON.stringify(product));
    if ((compared += 1) === COMPARED) break;
  }
  return hash.digest("hex");
}

/** Drops the indexes of the empty table that no constraint needs; returns their definitions. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'products'::regclass
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    order by i.indexrelid`);
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
  return rows.map((row) => row.definition);
}
