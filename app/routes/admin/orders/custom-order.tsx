import { useLocation } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { RequestDetails } from "#app/features/custom-orders/components/admin/request-details.tsx";
import { customOrderById } from "#app/features/custom-orders/queries.server.ts";
import { requestNumber } from "#app/features/custom-orders/rules.ts";
import { CUSTOM_ORDERS } from "#app/features/custom-orders/rules/list.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { customOrderAction } from "#app/flows/custom-order-forms.server.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import { useAnswer } from "#app/ui/admin/answer.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import type { Route } from "./+types/custom-order.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("custom-orders.view")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const request = found(await customOrderById(context.get(shopContext).db, params.id));
  return { request: { ...request, access_token: "" }, dial: normalisePhone(request.phone) ?? request.phone };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = { ...context.get(shopContext), payments: context.get(paymentContext) };
  return await customOrderAction(ctx, context.get(userContext), await readFormData(request, 65_536));
}

/** A request in a dialog over the list that it was opened from. */
export default function CustomOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { request, dial } = loaderData;
  const may = useRights();
  const { search } = useLocation();

  useAnswer(actionData, "Error");
  return (
    <RouteDialog wide title={`Request ${requestNumber(request.id)}`} closeTo={CUSTOM_ORDERS.path + search}>
      <RequestDetails request={request} dial={dial} mayEdit={may("custom-orders.edit")} answer={actionData} />
    </RouteDialog>
  );
}
