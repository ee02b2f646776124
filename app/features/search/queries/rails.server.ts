import { nameSlug } from "#app/features/products/links.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Scope } from "./filters.server.ts";
import { listingEngine } from "./index-engine.server.ts";
import { tilesByIds } from "./tiles.server.ts";

/** Newest cards of a scope, available ones first, without the products in `except`. */
async function newestCards(
  db: Tx,
  scope: Scope,
  limit: number,
  except: readonly string[] = [],
): Promise<TileProduct[]> {
  return await tilesByIds(db, await listingEngine(db).newest(scope, limit, except));
}

/** The three tabs of the home page with up to 8 of their newest cards. */
export async function homeProducts(
  db: Tx,
): Promise<{ featured: TileProduct[]; best_sellers: TileProduct[]; new_arrivals: TileProduct[] }> {
  const [featured, best_sellers, new_arrivals] = await Promise.all([
    newestCards(db, { flag: "featured" }, 8),
    newestCards(db, { flag: "best_seller" }, 8),
    newestCards(db, { flag: "new_arrival" }, 8),
  ]);
  return { featured, best_sellers, new_arrivals };
}

type Neighbour = { id: string; category_id: string | null; distributor: string };

/** Up to 4 other products of the same category, newest first, without those on the page (`shown`). */
export async function relatedProducts(
  db: Tx,
  product: Neighbour,
  shown: readonly { id: string }[] = [],
): Promise<TileProduct[]> {
  if (product.category_id === null) return [];
  // Only the category itself, without its sub-categories.
  const category = { id: product.category_id, parent_id: "" };
  return await newestCards(db, { category }, 4, [product.id, ...shown.map(({ id }) => id)]);
}

/** Up to 8 other products of the same distributor, newest first. */
export async function sameDistributorProducts(db: Tx, product: Neighbour): Promise<TileProduct[]> {
  const distributor = nameSlug(product.distributor);
  return distributor === "" ? [] : await newestCards(db, { distributor }, 8, [product.id]);
}
