import { and, eq, inArray } from "drizzle-orm";
import { nameSlug } from "#app/features/products/links.ts";
import type { Tx } from "#db/client.server.ts";
import { suppliers } from "#db/schema/requests.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { cachedCards } from "./select-cards.server.ts";

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
  const { count } = cachedCards(index, { distributor: slug }, EMPTY_LISTING);
  const firsts = rowsOf(index, slug).map((row) => (index.table.columns.created[row] ?? 0) / 1000);
  const first = firsts.reduce((least, time) => Math.min(least, time), supplier?.created_at.getTime() ?? Infinity);
  const since = Number.isFinite(first) ? new Date(first).getFullYear() : null;
  return { slug, name, place: supplier?.address ?? null, since, products: count };
}

/** All distributors with a page, by slug, with their number of cards. */
export async function allDistributors(db: Tx): Promise<{ slug: string; name: string; products: number }[]> {
  const index = await productIndex(db);
  const { tallies } = cachedCards(index, {}, EMPTY_LISTING);
  const { keys, names } = index.distributors;
  return keys
    .map((slug, code) => ({ slug, name: names[code] ?? slug, products: tallies.distributor[code] ?? 0 }))
    .filter(({ products }) => products > 0)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Ids of all products of the distributor with this slug. */
export async function distributorProductIds(db: Tx, slug: string): Promise<string[]> {
  const index = await productIndex(db);
  return rowsOf(index, slug).map((row) => index.table.ids.idOf(row));
}

/** Spellings of the distributor's name with this slug, most frequent first. */
export function distributorNames(index: ProductIndex, slug: string): string[] {
  const { spelling } = index.table.columns;
  const { texts } = index.distributorSpellings;
  const counts = new Map<string, number>();
  for (const row of rowsOf(index, slug)) {
    const text = texts[spelling[row] ?? -1] ?? "";
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1)).map(([text]) => text);
}

/** Rows of the distributor with this slug. */
function rowsOf(index: ProductIndex, slug: string): number[] {
  return [...index.table.postings.distributor.of(index.distributors.of(nameSlug(slug)))];
}
