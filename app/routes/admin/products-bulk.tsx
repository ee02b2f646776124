import { data, Link, redirect } from "react-router";
import { noIndexMeta } from "#app/blocks/root-data.ts";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { previewBulkForm } from "#app/features/catalog/commands/bulk-action.server.ts";
import { PRODUCTS } from "#app/features/catalog/rules/product-list.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/products-bulk.ts";

export const meta = noIndexMeta("Bulk change");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

/** Makes the guard above run for this address. */
export const loader = () => null;

/** Creates the preview of a bulk edit and redirects to it, or shows the error. */
export async function action({ request, context }: Route.ActionArgs) {
  const made = await previewBulkForm(
    context.get(shopContext).db,
    context.get(userContext),
    await readForm(request, 2_000_000),
  );
  if (made.ok) return redirect(`/admin/runs/${made.id}`, 303);
  return data({ message: made.message }, { status: made.status });
}

/** The errors of a form that was posted without JavaScript; otherwise the form shows them in place. */
export default function ProductsBulk({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Bulk change" />
      <p role="alert" className="mb-4 font-semibold text-clay-deep">
        {actionData?.message ?? "Tick the products to change, and choose what becomes of them."}
      </p>
      <Link to={PRODUCTS.path} className={buttonClass("outline")}>
        Back to products
      </Link>
    </>
  );
}
