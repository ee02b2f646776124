import { MAX_SEEN } from "#app/features/products/store.ts";
import { tilesByIds } from "#app/features/search/queries/tiles.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/product-tiles.ts";

/** GET /products/tiles?ids=a,b: the current cards of these products in that order, without deleted ones. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const refused = await refuseTooMany(context, "cart_check", "Too many requests. Please wait a moment.");
  if (refused) return refused;
  const ids = (url.searchParams.get("ids") ?? "").split(",").filter(isUuid).slice(0, MAX_SEEN);
  const products = await tilesByIds(context.get(shopContext).db, ids);
  return Response.json({ products }, { headers: { "Cache-Control": "no-store" } });
}
