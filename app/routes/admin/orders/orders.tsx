import { Download, RefreshCw } from "lucide-react";
import { Outlet, useRevalidator } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { OrderBulkControls } from "#app/features/orders/components/admin/bulk-controls.tsx";
import { ORDERS, ORDERS_WITHOUT_AMOUNTS } from "#app/features/orders/components/admin/orders-list.ts";
import { orderCells } from "#app/features/orders/components/admin/orders-table.tsx";
import { useRefresh } from "#app/features/orders/components/admin/use-refresh.ts";
import { ordersPage, ordersSum } from "#app/features/orders/queries/admin-list.server.ts";
import { orderNumber } from "#app/features/orders/rules.ts";
import { ordersInReview } from "#app/features/payments/queries/order-payments.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { can } from "#app/features/permissions/rules.ts";
import { currentSettings } from "#app/features/settings/queries.server.ts";
import { listHref, listQuery } from "#app/lib/list.ts";
import { formatNaira } from "#app/lib/money.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/orders.ts";

export const meta = noIndexMeta("Orders");

export const middleware: Route.MiddlewareFunction[] = [requireRight("orders.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(shopContext);
  const { state, views } = await openList(request, context, ORDERS);
  const actor = context.get(userContext);
  const list = await ordersPage(db, actor, state);
  const ids = list.rows.map(({ id }) => id);
  const { email } = await currentSettings({ db, log });
  // The orders behind the overview's revenue, which links here with a payment status.
  const sum_kobo = state.filters.payment && can(actor, "money.view") ? await ordersSum(db, actor, state) : null;
  return {
    state,
    views,
    list,
    inReview: await ordersInReview(db, ids),
    sum_kobo,
    notifyByDefault: email.sendShippingUpdates,
  };
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { state, views, list, inReview, sum_kobo, notifyByDefault } = loaderData;
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
      <PageHeading title="Orders" text="New orders appear here automatically.">
        {again}
        {may("export") ? <ExportLinks query={listQuery(ORDERS, state)} /> : null}
      </PageHeading>
      <SearchNote state={state} found={list.found} />
      {sum_kobo === null ? null : (
        <p className="mb-3 text-[0.9375rem]">
          Sum of these orders, less refunds: <b className="price">{formatNaira(sum_kobo)}</b>
        </p>
      )}
      <AdminList
        spec={may("orders.amounts") ? ORDERS : ORDERS_WITHOUT_AMOUNTS}
        state={state}
        list={list}
        above={<SavedViews spec={ORDERS} state={state} views={views} />}
        bulk={{
          action: "/admin/orders/bulk",
          label: ({ id }) => `Order ${orderNumber(id)}`,
          controls: <OrderBulkControls mayCancel={may("orders.cancel")} mayChange={may("orders.status")} />,
        }}
        empty={
          <EmptyState title="No orders found" action={again}>
            Orders appear here when they are paid.
          </EmptyState>
        }
        emptyAction={again}
        cells={orderCells({ state, inReview, notifyByDefault, mayCancel: may("orders.cancel") })}
      />
      <Outlet />
    </>
  );
}

/** What the rows have in common with the search text, if it is no buyer's; else a link to look for products. */
function SearchNote({ state, found }: Pick<Route.ComponentProps["loaderData"], "state"> & { found: string }) {
  if (found !== "exact")
    return (
      <p role="status" className="mb-3 rounded-xl bg-leaf px-4 py-2.5 text-[0.9375rem]">
        {found === "goods"
          ? `No buyer or number is like “${state.q}”. These orders have such products.`
          : `Nothing has “${state.q}” as typed. These names are similar.`}
      </p>
    );
  if (!state.q || state.filters.by) return null;
  return (
    <p className="mb-3 text-[0.9375rem]">
      <Link
        to={listHref(ORDERS, state, { filters: { by: "goods" } })}
        className="inline-flex min-h-6 items-center text-forest underline underline-offset-3"
      >
        Orders with products like “{state.q}”
      </Link>
    </p>
  );
}

/** The list's exports. */
function ExportLinks({ query }: { query: string }) {
  return (["csv", "xlsx"] as const).map((format) => (
    <a key={format} href={`/admin/orders/export?format=${format}&${query}`} className={buttonClass("soft", "sm")}>
      <Download aria-hidden className="size-4" />
      Export {format.toUpperCase()}
    </a>
  ));
}

export const ErrorBoundary = loadErrorBoundary("{message}", { title: "Error loading orders" });
