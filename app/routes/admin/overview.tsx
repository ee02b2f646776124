import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { data, Form, useNavigation, useRevalidator } from "react-router";
import { logOut } from "#app/features/accounts/commands/admin-actions.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { RecentOrders } from "#app/features/dashboard/components/admin/recent-orders.tsx";
import { RevenueChart } from "#app/features/dashboard/components/admin/revenue-chart.tsx";
import { StatCards } from "#app/features/dashboard/components/admin/stat-cards.tsx";
import { ToDoList } from "#app/features/dashboard/components/admin/to-do.tsx";
import { dashboard, toDo } from "#app/features/dashboard/queries.server.ts";
import { healthProblems } from "#app/features/health/queries.server.ts";
import { useRefresh } from "#app/features/orders/components/admin/use-refresh.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { hrefTo } from "#app/shell/admin/pages.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/overview.ts";

export const meta = noIndexMeta("Overview");

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view")];

const FAILED = "Error loading dashboard data";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { db, log } = shop;
  const user = context.get(userContext);
  const payments = context.get(paymentContext);
  const problems = (await healthProblems({ ...shop, payments }, user)).map(({ part, title, text }) => ({
    part,
    text: `${title}: ${text}`,
  }));
  try {
    return { figures: await dashboard(db, user), toDo: await toDo(db, user), problems };
  } catch (error) {
    log.error({ err: error }, "the overview failed");
    return { figures: null, toDo: null, problems };
  }
}

/** The menu's Logout, posted before hydration. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.get("intent") !== "sign-out") throw data(null, { status: 400 });
  return await logOut(request, context);
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { figures, toDo: tasks, problems } = loaderData;
  const may = useRights();
  const { revalidate } = useRevalidator();
  useRefresh(() => void revalidate());
  const linkTo = (address: string) => hrefTo(address, may);
  useEffect(() => {
    if (!figures) toast.error(FAILED);
  }, [figures]);
  return (
    <>
      <PageHeading title="Overview">
        <RefreshButton />
      </PageHeading>
      {figures ? null : (
        <p role="alert" className="card px-4 py-6 font-medium text-clay-deep">
          {FAILED}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {tasks ? <ToDoList toDo={tasks} problems={problems} hrefTo={linkTo} /> : null}
        {figures ? <StatCards data={figures} hrefTo={linkTo} /> : null}
        {figures?.business?.days ? (
          <section aria-labelledby="revenue" className="card overflow-hidden">
            <h2 id="revenue" className="border-b border-line px-4 py-3 font-display text-lg font-bold">
              Revenue
            </h2>
            <RevenueChart days={figures.business.days} hrefTo={linkTo} />
          </section>
        ) : null}
        {figures ? <RecentOrders orders={figures.recent} hrefTo={linkTo} /> : null}
      </div>
    </>
  );
}

function RefreshButton() {
  const { state, formData, location } = useNavigation();
  const busy = state !== "idle" && !formData && location?.pathname === "/admin/overview";
  return (
    <Form method="get" action="/admin/overview" replace preventScrollReset>
      <Button type="submit" variant="outline" size="sm" aria-busy={busy}>
        <RefreshCw aria-hidden className={busy ? "size-4 motion-safe:animate-[spin_1s_linear_infinite]" : "size-4"} />
        Refresh Data
      </Button>
    </Form>
  );
}
