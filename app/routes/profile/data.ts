import { requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { exportCustomer } from "#app/features/customers/queries.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import type { Route } from "./+types/data.ts";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** "Download my data": all data that the shop stores about the signed-in user, as a JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
  const customer = found(await exportCustomer(context.get(shopContext).db, context.get(userContext).id));
  return new Response(`${JSON.stringify(customer, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="oja-my-data.json"',
    },
  });
}
