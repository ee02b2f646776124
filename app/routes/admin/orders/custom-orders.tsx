import { useEffect } from "react";
import { Outlet } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { RequestCard } from "#app/features/custom-orders/components/admin/request-card.tsx";
import { useFreshOnReturn } from "#app/features/custom-orders/components/use-fresh-on-return.ts";
import { customOrdersSource } from "#app/features/custom-orders/queries/list.server.ts";
import { FETCH_FAILED } from "#app/features/custom-orders/rules.ts";
import { CUSTOM_ORDERS } from "#app/features/custom-orders/rules/list.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { customOrderAction } from "#app/flows/custom-order-forms.server.ts";
import { recordHref } from "#app/lib/list.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { tryListPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/custom-orders.ts";

export const meta = noIndexMeta("Custom Orders");

export const middleware: Route.MiddlewareFunction[] = [requireRight("custom-orders.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { state, views } = await openList(request, context, CUSTOM_ORDERS);
  return { state, views, ...(await tryListPage(context.get(shopContext), state, customOrdersSource(state))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = { ...context.get(shopContext), payments: context.get(paymentContext) };
  return await customOrderAction(ctx, context.get(userContext), await readFormData(request, 65_536));
}

/** Polling interval for new requests while the page is visible, in ms. */
const REFRESH_MS = 10_000;

export default function CustomOrders({ loaderData }: Route.ComponentProps) {
  const { state, views, list, failed } = loaderData;
  const may = useRights();
  useFreshOnReturn(REFRESH_MS);

  useEffect(() => {
    if (failed) toast.error("Error", FETCH_FAILED);
  }, [failed]);

  return (
    <>
      <PageHeading title="Custom Orders" text="What people asked for, and the offers they got." />
      <AdminList
        spec={CUSTOM_ORDERS}
        state={state}
        list={list}
        above={<SavedViews spec={CUSTOM_ORDERS} state={state} views={views} />}
        failed={failed ? FETCH_FAILED : undefined}
        empty={
          <EmptyState title="No custom orders found">Requests appear here as soon as somebody sends one.</EmptyState>
        }
        renderCard={(row) => (
          <RequestCard
            request={row}
            href={recordHref(CUSTOM_ORDERS, state, row.id)}
            mayEdit={may("custom-orders.edit")}
          />
        )}
      />
      <Outlet />
    </>
  );
}
