import { suggest } from "#app/features/catalog/queries/suggest.server.ts";
import { MAX_SEARCH } from "#app/features/catalog/schema.ts";
import { addressContext, shopContext } from "#app/lib/context.server.ts";
import { errorResponse } from "#app/lib/errors.server.ts";
import type { Route } from "./+types/search-suggest.ts";

/** GET /search/suggest?q=: products, categories and completed words for the header's search box. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, limits } = context.get(shopContext);
  const wait = await limits.hit("suggest", context.get(addressContext));
  if (wait !== null) {
    return errorResponse("too_many_requests", "Too many searches. Please wait a moment.", {
      "Retry-After": String(wait),
    });
  }
  const text = (url.searchParams.get("q") ?? "").slice(0, MAX_SEARCH);
  return Response.json(await suggest(db, text), {
    headers: { "Cache-Control": "public, max-age=60" },
  });
}
