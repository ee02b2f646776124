import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { suppliers } from "#db/schema/requests.ts";
import { listingEngine } from "./index-engine.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import { distributorNames, distributorRows } from "./product-index/distributor-rows.server.ts";

/**
 * A distributor with products; `place` is the address of its approved supplier, if any; `since` the year in which that
 * supplier or the first product came.
 */
export type Distributor = { slug: string; name: string; place: string | null; since: number | null; products: number };

/** The distributor with this slug; null when no product has it. */
export async function distributorBySlug(db: Tx, slug: string): Promise<Distributor | null> {
  const index = await productIndex(db);
  const names = distributorNames(index, slug);
  const [name] = names;
  if (name === undefined) return null;
  const [supplier] = await db
    .select({ address: suppliers.address, created_at: suppliers.created_at })
    .from(suppliers)
    .where(and(eq(suppliers.status, "approved"), inArray(suppliers.distributor, names)))
    .orderBy(suppliers.created_at)
    .limit(1);
  const firsts = distributorRows(index, slug).map((row) => (index.table.columns.created[row] ?? 0) / 1000);
  const first = firsts.reduce((least, time) => Math.min(least, time), supplier?.created_at.getTime() ?? Infinity);
  const since = Number.isFinite(first) ? new Date(first).getFullYear() : null;
  const cards = await listingEngine(db).count({ distributor: slug });
  return { slug, name, place: supplier?.address ?? null, since, products: cards };
}

/** All distributors with a page, by slug, with their number of cards. */
export async function allDistributors(db: Tx): Promise<{ slug: string; name: string; products: number }[]> {
  const values = await listingEngine(db).facets("distributor");
  return values.map(([slug, name, cards]) => ({ slug, name, products: cards }));
}

/** A query of the ids of all products of the distributor with this slug; as values there may be thousands. */
export async function distributorProductIds(db: Tx, slug: string): Promise<SQL> {
  const names = distributorNames(await productIndex(db), slug);
  return sql`(select ${products.id} from ${products} where ${inArray(products.distributor, names)})`;
}
