import { data } from "react-router";
import { requireAdmin } from "#app/features/accounts/middleware.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/no-access.ts";

export const meta = noIndexMeta("No access");

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** Guards redirect staff without the required right here; the layout's boundary shows the message. */
export function loader() {
  throw data(null, { status: 403 });
}

export const action = loader;

export default function NoAccess() {
  return null;
}
