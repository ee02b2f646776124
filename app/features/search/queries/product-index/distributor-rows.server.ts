import { nameSlug } from "#app/features/products/links.ts";
import type { ProductIndex } from "./product-index.server.ts";

/** Rows of the distributor with this slug. */
export function distributorRows(index: ProductIndex, slug: string): number[] {
  return [...index.table.postings.distributor.of(index.distributors.of(nameSlug(slug)))];
}

/** Spellings of the distributor's name with this slug, most frequent first. */
export function distributorNames(index: ProductIndex, slug: string): string[] {
  const { spelling } = index.table.columns;
  const { texts } = index.distributorSpellings;
  const counts = new Map<string, number>();
  for (const row of distributorRows(index, slug)) {
    const text = texts[spelling[row] ?? -1] ?? "";
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1)).map(([text]) => text);
}
