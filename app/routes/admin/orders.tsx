import { RefreshCw } from "lucide-react";
import { Outlet, useRevalidator } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { useRights } from "#app/blocks/admin-rights.ts";
import { SavedViews } from "#app/blocks/admin-views.tsx";
import { LoadError } from "#app/blocks/load-error.tsx";
import { pageTitle } from "#app/blocks/root-data.ts";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { BulkControls } from "#app/features/orders/components/admin/bulk-controls.tsx";
import { ORDERS } from "#app/features/orders/components/admin/orders-list.ts";
import { orderCells } from "#app/features/orders/components/admin/orders-table.tsx";
import { useRefresh } from "#app/features/orders/components/admin/use-refresh.ts";
import { ordersPage } from "#app/features/orders/queries/admin-list.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Route } from "./+types/orders.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, "Orders") },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const { state, views } = await openList(request, context, ORDERS);
  const list = await ordersPage(db, context.get(userContext), state);
  const { email } = await currentSettings({ db, log });
  return { state, views, list, isTold: email.sendShippingUpdates };
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { state, views, list, isTold } = loaderData;
  const may = useRights();
  const { revalidate, state: refresh } = useRevalidator();
  useRefresh(() => void revalidate());

  const again = (
    <Button variant="outline" size="sm" onClick={() => void revalidate()} aria-disabled={refresh === "loading"}>
      <RefreshCw aria-hidden className="size-4" />
      Refresh Data
    </Button>
  );
  return (
    <>
      <PageHeading title="Orders" text="New orders appear here by themselves.">
        {again}
      </PageHeading>
      {list.isAlike ? (
        <p role="status" className="mb-3 rounded-xl bg-leaf px-4 py-2.5 text-[0.9375rem]">
          Nothing has “{state.q}” as typed. These names are like it.
        </p>
      ) : null}
      <AdminList
        spec={ORDERS}
        state={state}
        list={list}
        above={<SavedViews spec={ORDERS} state={state} views={views} />}
        bulk={{
          action: "/admin/orders/bulk",
          label: ({ id }) => `Order ${orderNumber(id)}`,
          controls: <BulkControls mayCancel={may("orders.cancel")} mayChange={may("orders.status")} />,
        }}
        empty={
          <EmptyState title="No orders found" action={again}>
            Orders appear here when they are paid.
          </EmptyState>
        }
        emptyAction={again}
        cells={orderCells({ state, isTold, mayCancel: may("orders.cancel") })}
      />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadError error={error} title="Error loading orders" message="{message}" />;
}
