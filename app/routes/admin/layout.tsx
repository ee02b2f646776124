import { Outlet } from "react-router";
import { AdminShell } from "#app/blocks/admin-shell.tsx";
import { ErrorScreen } from "#app/blocks/error-screen.tsx";
import { requireAdmin, userContext } from "#app/features/auth/middleware.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/layout.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** The storefront's header and footer stay away. */
export const handle = { hasOwnShell: true };

export function loader({ context }: Route.LoaderArgs) {
  const { name, email } = context.get(userContext);
  return { user: { name, email }, hasSso: context.get(shopContext).env.SSO };
}

export default function Office({ loaderData }: Route.ComponentProps) {
  return (
    <AdminShell {...loaderData}>
      <Outlet />
    </AdminShell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const screen = <ErrorScreen error={error} />;
  return loaderData ? <AdminShell {...loaderData}>{screen}</AdminShell> : screen;
}
