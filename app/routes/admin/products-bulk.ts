import { data, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { previewBulkForm } from "#app/features/catalog/commands/bulk-action.server.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import type { Route } from "./+types/products-bulk.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export function loader() {
  return redirect("/admin/products");
}

/** Makes the preview of a bulk edit and leads to it. */
export async function action({ request, context }: Route.ActionArgs) {
  const made = await previewBulkForm(
    context.get(shopContext).db,
    context.get(userContext),
    await readForm(request, 2_000_000),
  );
  if (made.ok) return redirect(`/admin/runs/${made.id}`, 303);
  throw data({ message: made.message }, { status: made.status });
}
