import { tilesByIds } from "#app/features/catalog/queries.server.ts";
import { MAX_SEEN } from "#app/features/catalog/store.ts";
import { addressContext, shopContext } from "#app/lib/context.server.ts";
import { errorResponse } from "#app/lib/errors.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Route } from "./+types/product-tiles.ts";

/** GET /products/tiles?ids=a,b: the current cards of these products in that order, without deleted ones. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const wait = await shop.limits.hit("cart_check", context.get(addressContext));
  if (wait !== null) {
    return errorResponse("too_many_requests", "Too many requests. Please wait a moment.", {
      "Retry-After": String(wait),
    });
  }
  const ids = (url.searchParams.get("ids") ?? "").split(",").filter(isUuid).slice(0, MAX_SEEN);
  const products = await tilesByIds(shop.db, ids);
  return Response.json({ products }, { headers: { "Cache-Control": "no-store" } });
}
