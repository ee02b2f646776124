import { join } from "node:path";
import { resetCategories } from "#app/features/products/queries.server.ts";
import {
  onLateChanges,
  productIndex,
  productsChanged,
  storeIndexIn,
} from "#app/features/search/queries/product-index/current-index.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { LOST } from "#db/database.ts";
import type { PageCache } from "./middleware/page-cache.server.ts";

/** Minimum interval between drops of listings, so that editing or an import does not empty the cache. */
const PAUSE_MS = 5_000;

/**
 * Returns the handler for payloads of the channel `catalogue`: "stock:<ids>" makes the pages that show one of the products stale at
 * once, "product:<ids>" drops them; "product" and "listing" also drop listings, at once and then at most once per
 * interval; "all" drops everything, and LOST makes every page stale. Both have the categories read again.
 */
export function followCatalogue(
  cache: Pick<PageCache, "drop" | "distrust" | "outdate">,
  pauseMs = PAUSE_MS,
): (payload: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let due: NodeJS.Timeout | null = null;
  const dropListings = () => {
    due = null;
    last = performance.now();
    cache.drop({ listings: true });
  };
  const listingsChanged = () => {
    if (due) return;
    const wait = last + pauseMs - performance.now();
    if (wait <= 0) dropListings();
    else due = setTimeout(dropListings, wait).unref();
  };
  return (payload) => {
    const [kind = "", list = ""] = payload.split(":", 2);
    const ids = list === "" ? null : list.split(",");
    productsChanged(ids, kind === "stock");
    if (kind === "listing") return listingsChanged();
    if (kind === "stock") return cache.outdate(ids ?? []);
    if (kind === "product" && ids) cache.drop({ products: ids });
    if (kind === "product") return listingsChanged();
    resetCategories();
    if (payload === LOST) return cache.distrust();
    cache.drop();
  };
}

/**
 * Begins to read the product index, and drops listings that were made before it was complete, with product pages and
 * their rails after a comparison of all; returns what stops that.
 */
export function startIndex({ db, env, log }: Shop, cache: Pick<PageCache, "drop">): () => void {
  storeIndexIn(db, join(env.DATA_DIR, "product-index"), log);
  // The start does not wait for it; if loading fails, the first listing reports the error.
  productIndex(db).catch(() => {});
  return onLateChanges((isCompared) => cache.drop(isCompared ? "all" : { listings: true }));
}
