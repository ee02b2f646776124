import { suggest } from "#app/features/search/queries/suggest.server.ts";
import { MAX_SEARCH } from "#app/features/search/schema.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/search-suggest.ts";

/** GET /search/suggest?q=: products, categories and completed words for the header's search box. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const refused = await refuseTooMany(context, "suggest", "Too many searches. Please wait a moment.");
  if (refused) return refused;
  const text = (url.searchParams.get("q") ?? "").slice(0, MAX_SEARCH);
  return Response.json(await suggest(context.get(shopContext).db, text), {
    headers: { "Cache-Control": "public, max-age=60" },
  });
}
