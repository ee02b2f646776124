import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { rememberProfilePlace } from "#app/features/customers/commands.server.ts";
import { profileOf, profilePlace } from "#app/features/customers/queries.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/delivery-place.ts";

/** Where the goods of a signed-in buyer go, by his profile; null for guests and without an address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = await sessionUser(request, context);
  const profile = user && (await profileOf(context.get(shopContext).db, user.id));
  return Response.json({ place: profile && profilePlace(profile) }, { headers: { "Cache-Control": "no-store" } });
}

/** Remembers a place that a signed-in buyer chose, unless his profile has an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const refused = await refuseTooMany(context, "cart_check", "Too many requests. Please wait a moment.");
  if (refused) return refused;
  const body = await readJson(request);
  if (!body.ok) return body.response;
  const user = await sessionUser(request, context);
  const result = await rememberProfilePlace(context.get(shopContext), user, body.value);
  if (result.ok) return new Response(null, { status: 204 });
  return result.reason === "forbidden"
    ? errorResponse("unauthorized", "Please log in.")
    : errorResponse("bad_request", "Send the code of a state or of an area.");
}
