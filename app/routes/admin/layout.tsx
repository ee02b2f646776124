import { Outlet } from "react-router";
import { requireAdmin, userContext } from "#app/features/accounts/middleware.server.ts";
import { orderFeed } from "#app/features/orders/queries/order-feed.server.ts";
import { rightsOf } from "#app/features/permissions/rules.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { AdminError } from "#app/shell/admin/error.tsx";
import { AdminShell } from "#app/shell/admin/shell.tsx";
import { DENSITY_COOKIE, SIDEBAR_COOKIE } from "#app/shell/admin/sidebar.tsx";
import type { Route } from "./+types/layout.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Hides the storefront's header and footer. */
export const handle = { hasOwnShell: true };

/** Reloaded on every navigation, so that a role change shows at once. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const { db, env, log } = context.get(shopContext);
  const { id, name, email, staff_role } = user;
  const cookies = request.headers.get("Cookie") ?? "";
  return {
    user: { id, name, email, staff_role },
    rights: rightsOf(user),
    hasSso: env.SSO,
    // The shell stays usable if orders cannot be read: the page below shows the error.
    orders: await orderFeed(db, user).catch((error: unknown) => {
      log.error({ err: error }, "the feed of orders failed");
      return null;
    }),
    isCollapsed: cookies.includes(`${SIDEBAR_COOKIE}=collapsed`),
    isCompact: cookies.includes(`${DENSITY_COOKIE}=compact`),
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminShell {...loaderData}>
      <Outlet />
    </AdminShell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const screen = <AdminError error={error} />;
  return loaderData ? <AdminShell {...loaderData}>{screen}</AdminShell> : screen;
}
