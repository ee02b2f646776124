import { data } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { createProduct } from "#app/features/catalog/commands/product.server.ts";
import { ProductFields } from "#app/features/catalog/components/admin/product-fields.tsx";
import { categoryOptions } from "#app/features/catalog/queries/admin-products.server.ts";
import { productCopy } from "#app/features/catalog/queries/product-record.server.ts";
import { NEW_PRODUCT } from "#app/features/catalog/rules/product-form.ts";
import { PRODUCTS } from "#app/features/catalog/rules/product-list.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import { readEdit, type EditResult } from "#app/lib/merge.ts";
import { can } from "#app/lib/permissions.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/product-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const query = new URL(request.url).searchParams;
  return {
    values: { ...NEW_PRODUCT, stock_quantity: "", ...(await productCopy(db, query.get("copy"))) },
    categories: await categoryOptions(db),
    withCosts: can(context.get(userContext), "costs.view"),
    closeTo: listHref(PRODUCTS, readList(PRODUCTS, query)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const form = await readFormData(request, 200_000);
  // Unchanged fields are not sent: they have the form's initial values.
  const copied = await productCopy(db, new URL(request.url).searchParams.get("copy"));
  const values = { ...NEW_PRODUCT, ...copied, ...refuseForm(form, {}).values, ...readEdit(form).mine };
  const made = await createProduct({ db }, context.get(userContext), values);
  if (made.ok) return { ok: true, version: 0, message: "Product created" } satisfies EditResult;
  if (made.reason === "invalid") return data(refuseForm(form, made.errors), { status: 422 });
  return data(refuseForm(form, {}, { message: "Your role does not allow this." }), { status: 403 });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function ProductNew({ loaderData, actionData }: Route.ComponentProps) {
  const { values, closeTo, ...fields } = loaderData;
  return (
    <RouteDialog title="Add Product" closeTo={closeTo} wide>
      <RecordForm
        record={{ id: "product.new", version: 0, values }}
        answer={actionData}
        labels={{ save: "Add Product", busy: "Creating Product..." }}
      >
        <ProductFields {...fields} isNew />
      </RecordForm>
    </RouteDialog>
  );
}
