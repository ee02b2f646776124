import { useActionData } from "react-router";
import { openHistory, readRecordEdit } from "#app/blocks/admin-history.server.ts";
import { orderWithRefunds } from "#app/blocks/admin-order.server.ts";
import { AdminOrder } from "#app/blocks/admin-order.tsx";
import { answerShipment, isShipmentForm } from "#app/blocks/admin-shipments.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { Neighbours } from "#app/features/orders/components/admin/neighbours.tsx";
import { ORDERS } from "#app/features/orders/components/admin/orders-list.ts";
import { adminOrder } from "#app/features/orders/queries/admin-order.server.ts";
import { ORDER_STATUSES, orderNumber } from "#app/features/orders/rules.ts";
import { orderPayments } from "#app/features/payments/queries/order-payments.server.ts";
import { paidBackOf } from "#app/features/payments/queries/refunds.server.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { orderAction, restoreStatus } from "#app/flows/order-forms.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { Refusal, useAnswer } from "#app/ui/admin/answer.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import type { Route } from "./+types/order.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.view")];

const TASKS = ["cancel", "refund", ...ORDER_STATUSES] as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const actor = context.get(userContext);
  const { details, refundable } = found(await orderWithRefunds(db, actor, params.id));
  const { order, money } = details;
  const { email } = await currentSettings({ db, log });
  const wanted = new URL(request.url).searchParams.get("do");
  return {
    details,
    history: await openHistory(context, order.id, orderHistory(order)),
    refundable,
    requestId: crypto.randomUUID(),
    notifyByDefault: email.sendShippingUpdates,
    paidBackKobo: money ? ((await paidBackOf(db, [order.id])).get(order.id) ?? 0) : 0,
    task: TASKS.find((task) => task === wanted) ?? null,
  } as const;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request, FORM_BYTES);
  if (isShipmentForm(form)) return await answerShipment(context, form);
  if (form.get("intent") !== "restore") return await orderAction(context, params.id, form);
  const edit = await readRecordEdit(context, params.id, form, async () => {
    const details = await adminOrder(context.get(shopContext).db, context.get(userContext), params.id, orderPayments);
    return details && orderHistory(details.order);
  });
  return await restoreStatus(context, params.id, form, edit);
}

/** The order's values for comparison with the history; only the status can be restored. */
const orderHistory = ({ order_status }: { order_status: string }) => ({ values: { status: order_status } });

/** Large enough for the lines of the largest order. */
const FORM_BYTES = 131_072;

/** Also after a refusal: another admin changed the order meanwhile, or a fifth wrong code closed a shipment's. */
export const shouldRevalidate = () => true;

export default function Order({ loaderData }: Route.ComponentProps) {
  const answer = useActionData<typeof action>();
  useAnswer(answer, "Error updating status");
  const title = `Order #${orderNumber(loaderData.details.order.id)}`;
  return (
    <RouteDialog
      key={loaderData.details.order.id}
      title={title}
      closeTo={ORDERS}
      wide
      actions={<Neighbours id={loaderData.details.order.id} />}
    >
      <Refusal answer={answer} className="mb-4" />
      <AdminOrder {...loaderData} />
      <RecordHistory lines={loaderData.history} subject={loaderData.details.order.id} version={0} />
    </RouteDialog>
  );
}

export const ErrorBoundary = loadErrorBoundary("{message}", { title: "Error loading order details" });
