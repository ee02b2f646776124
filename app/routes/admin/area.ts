import { redirect } from "react-router";
import { requireAdmin } from "#app/features/accounts/middleware.server.ts";
import type { Route } from "./+types/area.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Redirects /admin itself and unknown addresses below it. */
export function loader() {
  return redirect("/admin/overview");
}

export function action() {
  return redirect("/admin/overview");
}
