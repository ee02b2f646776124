import { redirect } from "react-router";
import { onlyForms } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { previewBulkForm } from "#app/features/imports/commands/bulk-action.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/products-bulk.ts";

export const meta = noIndexMeta("Bulk change");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit"), onlyForms(PRODUCTS.path)];

/** Makes the guard above run for this address. */
export const loader = () => null;

/** Creates the preview of a bulk edit and redirects to it, or shows the error. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, 2_000_000);
  const made = await previewBulkForm(context.get(shopContext), context.get(userContext), form);
  return made.ok ? redirect(`/admin/runs/${made.id}`, 303) : answerRefused(form, made, { echo: false });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "Nothing was compared. Please try again.");
}

/** The errors of a form that was posted without JavaScript; otherwise the form shows them in place. */
export default function ProductsBulk({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Bulk change" />
      <p role="alert" className="mb-4 font-semibold text-clay-deep">
        {firstError(actionData)}
      </p>
      <Link to={PRODUCTS.path} className={buttonClass("outline")}>
        Back to products
      </Link>
    </>
  );
}
