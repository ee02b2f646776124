import { redirect, useSearchParams } from "react-router";
import { answerSend } from "#app/blocks/admin-shipments.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { NextOrders } from "#app/features/orders/components/admin/next-orders.tsx";
import { ORDERS, ordersBehind } from "#app/features/orders/components/admin/orders-list.ts";
import { ShipForm } from "#app/features/orders/components/admin/ship-form.tsx";
import { ordersToSend } from "#app/features/orders/queries/shipments.server.ts";
import { readPart } from "#app/features/orders/rules/selection.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { readList, recordHref } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import type { Route } from "./+types/orders-ship.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.status")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const { ids } = readPart(new URL(request.url).searchParams);
  const orders = await ordersToSend(db, context.get(userContext), ids);
  if (orders.length === 0) throw redirect(ORDERS.path);
  const { email } = await currentSettings({ db, log });
  return { orders, notifyByDefault: email.sendShippingUpdates };
}

/** Large enough for the lines of a hundred orders. */
const FORM_BYTES = 524_288;

export async function action({ request, context }: Route.ActionArgs) {
  return await answerSend(context, await readForm(request, FORM_BYTES));
}

export default function OrdersShip({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const [first, second] = loaderData.orders;
  const from = params.get("back") === "order" ? first : undefined;
  const closeHref = from ? recordHref(ORDERS, readList(ORDERS, params), from.id) : ordersBehind(params);
  return (
    <RouteDialog title={second ? "Send the goods of several orders" : "Send goods"} closeTo={closeHref} wide>
      <NextOrders action={["ship", "1"]} />
      <ShipForm key={params.toString()} {...loaderData} answer={actionData} closeHref={closeHref} />
    </RouteDialog>
  );
}
