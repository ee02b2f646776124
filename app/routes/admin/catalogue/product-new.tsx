import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { createProduct } from "#app/features/products/commands/product.server.ts";
import { ProductFields } from "#app/features/products/components/admin/product-fields.tsx";
import { categoryOptions } from "#app/features/products/queries/admin-products.server.ts";
import { distributorChoices } from "#app/features/products/queries/distributor-names.server.ts";
import { productCopy } from "#app/features/products/queries/product-record.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { NEW_PRODUCT } from "#app/features/products/schema.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { readEdit } from "#app/lib/merge.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/product-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  return {
    values: { ...NEW_PRODUCT, stock_quantity: "", ...(await productCopy(db, url.searchParams.get("copy"))) },
    categories: await categoryOptions(db),
    distributors: await distributorChoices(db),
    withCosts: can(context.get(userContext), "costs.view"),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const form = await readFormData(request, 200_000);
  // Unchanged fields are not sent: they have the form's initial values.
  const copied = await productCopy(db, url.searchParams.get("copy"));
  const values = { ...NEW_PRODUCT, ...copied, ...refuseForm(form, {}).values, ...readEdit(form).mine };
  const made = await createProduct({ db }, context.get(userContext), values);
  return answerAdded(form, made, { done: "Product created", forbidden: "Your role does not allow this." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function ProductNew({ loaderData, actionData }: Route.ComponentProps) {
  const { values, ...fields } = loaderData;
  return (
    <RouteDialog title="Add Product" closeTo={PRODUCTS} wide>
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
