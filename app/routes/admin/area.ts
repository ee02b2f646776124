import { data } from "react-router";
import { requireAdmin } from "#app/features/auth/middleware.server.ts";
import type { Route } from "./+types/area.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** The back office is guarded before its first screen: who is no admin is sent away, an admin finds no page yet. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function Area() {
  return null;
}
