import { z } from "zod";
import { checkCart } from "#app/features/cart/queries.server.ts";
import { cartLinesSchema } from "#app/features/cart/schema.ts";
import { quoteDelivery } from "#app/features/delivery/queries.server.ts";
import { isPlace } from "#app/lib/lgas.ts";
import { stateOf } from "#app/lib/nigeria.ts";
import { readJson } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/delivery-quote.ts";

const quoteSchema = z.object(
  { place: z.string().refine(isPlace, "Send the code of a state or of an area."), lines: cartLinesSchema },
  "Send a place and the lines of the cart.",
);

/** What delivery of a browser's cart to a place costs and when it comes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const refused = await refuseTooMany(context, "cart_check", "Too many requests. Please wait a moment.");
  if (refused) return refused;
  const body = await readJson(request);
  if (!body.ok) return body.response;
  const input = quoteSchema.safeParse(body.value);
  if (!input.success) return errorResponse("bad_request", input.error.issues[0]?.message ?? "Send a place and lines.");
  const { place, lines } = input.data;
  const state_code = stateOf(place) ?? "";
  const cart = await checkCart(db, lines);
  const items_kobo = cart.lines.reduce((sum, line) => sum + line.total_kobo, 0);
  const where = { state_code, lga_code: place === state_code ? null : place };
  const quote = await quoteDelivery(db, where, lines, items_kobo, new Date());
  return Response.json(quote, { headers: { "Cache-Control": "no-store" } });
}

export function loader() {
  return errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
