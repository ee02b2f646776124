import { checkCart } from "#app/features/cart/queries.server.ts";
import { cartCheckSchema } from "#app/features/cart/schema.ts";
import { heldProducts } from "#app/features/payments/queries/holds.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/cart-check.ts";

/** Current prices and availability of a browser's cart lines. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const refused = await refuseTooMany(context, "cart_check", "Too many cart checks. Please wait a moment.");
  if (refused) return refused;
  const body = await readJson(request);
  if (!body.ok) return body.response;
  const input = cartCheckSchema.safeParse(body.value);
  if (!input.success)
    return errorResponse("bad_request", input.error.issues[0]?.message ?? "The cart could not be read.");
  const { lines, checkout_id } = input.data;
  const holds = checkout_id ? await heldProducts(db, checkout_id) : [];
  const held = new Map(holds.map(({ id, quantity }) => [id, quantity]));
  return Response.json(await checkCart(db, lines, held), { headers: { "Cache-Control": "no-store" } });
}

export function loader() {
  return errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
