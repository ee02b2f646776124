import { data, redirect, useSearchParams } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { BulkPreview } from "#app/features/orders/components/admin/bulk-preview.tsx";
import { NextOrders } from "#app/features/orders/components/admin/next-orders.tsx";
import { ORDERS, ordersBehind } from "#app/features/orders/components/admin/orders-list.ts";
import { orderIds, ordersById } from "#app/features/orders/queries/admin-list.server.ts";
import { ORDER_STATUSES } from "#app/features/orders/rules.ts";
import { afterTaken, MOST_MATCHED, partQuery, readPart } from "#app/features/orders/rules/selection.ts";
import { TRANSITIONS, transitionMessage } from "#app/features/orders/rules/transitions.ts";
import { paidBackOf } from "#app/features/payments/queries/refunds.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { TRANSITION_STATUS } from "#app/flows/order-forms.server.ts";
import { setOrderStatuses, type RefusedOrder } from "#app/flows/set-order-status.server.ts";
import { readSelection, viewQuery } from "#app/lib/list.ts";
import { formatCount } from "#app/lib/money.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import type { Route } from "./+types/orders-bulk.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const actor = context.get(userContext);
  const { searchParams: params } = new URL(request.url);
  const { ids } = readPart(params);
  const status = ORDER_STATUSES.find((one) => one === params.get("set"));
  const orders = await ordersById(db, actor, ids);
  if (!status || orders.length === 0) throw redirect(ORDERS.path);
  const { email } = await currentSettings({ db, log });
  const reopened = orders.filter(({ order_status }) => TRANSITIONS[order_status][status]?.goods === "takes");
  const paidBack = await paidBackOf(db, can(actor, "orders.amounts") ? reopened.map(({ id }) => id) : []);
  return {
    orders,
    paidBack: Object.fromEntries(paidBack),
    mayCancel: can(actor, "orders.cancel"),
    status,
    notifyByDefault: email.sendShippingUpdates,
  };
}

/**
 * Opens the preview, the shipping form or the print view of the list's selected rows, a hundred at a time: of all matches
 * those after the `taken` ones. Applies the preview.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request, 65_536);
  const status = form.get("status") ?? "";
  if (form.get("intent") !== "apply") {
    const selection = readSelection(ORDERS, form);
    const ids =
      "ids" in selection
        ? selection.ids
        : afterTaken(await orderIds(shop.db, actor, selection.all, MOST_MATCHED), form.getAll("taken"));
    const params = partQuery(ids, {
      list: form.get("list") ?? "",
      all: "ids" in selection ? null : viewQuery(ORDERS, selection.all),
    });
    if (ids.length === 0) throw redirect(`${ORDERS.path}?${params}`);
    if (form.get("print") === "1") throw redirect(`/admin/orders/slips?${params}`);
    if (form.get("ship") === "1") throw redirect(`/admin/orders/ship?${params}`);
    params.set("set", status);
    throw redirect(`/admin/orders/bulk?${params}`);
  }
  const orders = form.getAll("order").map((value) => {
    const [id, seen] = value.split(":");
    return { id, seen };
  });
  const flags = { notify: form.get("notify") === "1", restock: form.get("restock") === "1" };
  const result = await setOrderStatuses(shop, actor, { orders, status, ...flags });
  if (!result.ok) return answerRefused(form, result);
  const left = Object.fromEntries(result.refused.map((order) => [order.id, refusedText(order)]));
  const [first] = result.refused;
  if (first && result.changed === 0) {
    const refusal = { reason: first.reason, message: "No order was changed.", errors: left };
    return answerRefused(form, refusal, { messages: TRANSITION_STATUS });
  }
  const parts = [
    `${formatCount(result.changed)} changed.`,
    result.notified > 0 ? `Customers told: ${formatCount(result.notified)}.` : "",
    result.refused.length > 0 ? `Not changed: ${formatCount(result.refused.length)}.` : "",
    result.skipped.length > 0
      ? `Left alone, because another admin changed them meanwhile: ${result.skipped.length}.`
      : "",
  ];
  const text = `Order status has been updated to ${status}. ${parts.filter(Boolean).join(" ")}`;
  return data({ ok: true as const, title: "Status updated", text, left });
}

function refusedText(order: RefusedOrder): string {
  return order.reason === "forbidden" ? "Your role does not allow this." : transitionMessage(order, true);
}

export default function OrdersBulk({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const closeHref = ordersBehind(params);
  return (
    <RouteDialog title="Set the status of several orders" closeTo={closeHref}>
      {actionData?.ok ? (
        <p role="status" className="mb-3 font-medium">
          {actionData.text}
        </p>
      ) : null}
      <NextOrders action={["status", loaderData.status]} />
      <BulkPreview key={params.toString()} {...loaderData} answer={actionData} closeHref={closeHref} />
    </RouteDialog>
  );
}
