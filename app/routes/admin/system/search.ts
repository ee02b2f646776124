import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { findRecords } from "#app/shell/admin/search.server.ts";
import type { Route } from "./+types/search.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view")];

/** GET /admin/search?q=: the palette's records as JSON, of each kind that this user may see. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const groups = await findRecords(
    context.get(shopContext).db,
    context.get(userContext),
    url.searchParams.get("q") ?? "",
  );
  return Response.json({ groups });
}
