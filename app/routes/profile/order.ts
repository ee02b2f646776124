import { requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { orderOf } from "#app/features/orders/queries.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import type { Route } from "./+types/order.ts";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** One order of the signed-in user as JSON, amounts in kobo. Another user's order answers 404. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await orderOf(context.get(shopContext).db, context.get(userContext).id, params.id);
  return order ? Response.json(order) : errorResponse("not_found", "There is no such order.");
}
