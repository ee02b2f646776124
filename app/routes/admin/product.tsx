import { data, Link, useLocation } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { updateProduct } from "#app/features/catalog/commands/product.server.ts";
import { PriceCurve } from "#app/features/catalog/components/admin/price-curve.tsx";
import { ProductFields } from "#app/features/catalog/components/admin/product-fields.tsx";
import { productHref } from "#app/features/catalog/links.ts";
import { categoryOptions } from "#app/features/catalog/queries/admin-products.server.ts";
import { priceCurve, productRecord } from "#app/features/catalog/queries/product-record.server.ts";
import { PRODUCTS } from "#app/features/catalog/rules/product-list.ts";
import { activityOf } from "#app/features/records/links.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { formatDate } from "#app/lib/dates.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList, recordHref } from "#app/lib/list.ts";
import { readEdit, refuseConflicts, refuseGone, type EditResult } from "#app/lib/merge.ts";
import { can } from "#app/lib/permissions.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/product.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const withCosts = can(actor, "costs.view");
  const product = await productRecord(db, params.id, withCosts);
  if (!product) throw data(null, { status: 404 });
  const curve = await priceCurve(db, product.id);
  const list = readList(PRODUCTS, new URL(request.url).searchParams);
  return {
    product,
    withCosts,
    mayLook: can(actor, "activity.view"),
    curve: curve.map(({ at, price_kobo }) => ({ price_kobo, day: formatDate(at) })),
    categories: await categoryOptions(db),
    closeTo: listHref(PRODUCTS, list),
    variantsHref: recordHref(PRODUCTS, list, `${product.id}/variants`),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 200_000);
  const edit = readEdit(form);
  const saved = await updateProduct(context.get(shopContext), context.get(userContext), params.id, edit);
  if (saved.ok) return { ok: true, version: saved.version, message: "Product updated" } satisfies EditResult;
  switch (saved.reason) {
    case "conflict":
      return data(refuseConflicts(edit, saved.conflicts, saved.version, null), { status: 409 });
    case "unknown":
      return data(refuseGone(edit), { status: 409 });
    case "invalid":
      return data(refuseForm(form, saved.errors), { status: 422 });
    default:
      return data(refuseForm(form, {}, { message: "Your role does not allow this." }), { status: 403 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { product, curve, mayLook, closeTo, variantsHref, ...fields } = loaderData;
  const { state } = useLocation() as { state: unknown };
  const { id, version, values } = product;
  return (
    <RouteDialog title={product.name} closeTo={closeTo} wide>
      <p className="mb-4 flex flex-wrap gap-2">
        <a href={productHref(product.slug)} className={buttonClass("soft", "sm")}>
          See it in the shop
        </a>
        <Link to={`${PRODUCTS.path}/new?copy=${id}`} className={buttonClass("ghost", "sm")}>
          Duplicate
        </Link>
        <Link to={variantsHref} state={state} replace className={buttonClass("ghost", "sm")}>
          Variants
        </Link>
        {mayLook ? (
          <Link to={activityOf(id)} className={buttonClass("ghost", "sm")}>
            History
          </Link>
        ) : null}
      </p>
      <RecordForm
        record={{ id: `product.${id}`, version, values }}
        answer={actionData}
        labels={{ save: "Update Product", busy: "Updating Product..." }}
      >
        <ProductFields {...fields} isNew={false} />
      </RecordForm>
      <PriceCurve points={curve} />
    </RouteDialog>
  );
}
