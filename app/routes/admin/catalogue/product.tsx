import { useLocation } from "react-router";
import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { updateProduct } from "#app/features/products/commands/product.server.ts";
import { PriceCurve } from "#app/features/products/components/admin/price-curve.tsx";
import { ProductFields } from "#app/features/products/components/admin/product-fields.tsx";
import { productHref } from "#app/features/products/links.ts";
import { categoryOptions } from "#app/features/products/queries/admin-products.server.ts";
import { distributorChoices } from "#app/features/products/queries/distributor-names.server.ts";
import { priceCurve, productRecord, type ProductRecord } from "#app/features/products/queries/product-record.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { productTexts, type ProductColumns } from "#app/features/products/schema.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { formatDate } from "#app/lib/dates.ts";
import { readList, recordHref } from "#app/lib/list.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/product.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.edit")];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const withCosts = can(actor, "costs.view");
  const product = found(await productRecord(db, params.id, withCosts));
  const curve = await priceCurve(db, product.id);
  const categories = await categoryOptions(db);
  const names = Object.fromEntries(categories.map(({ value, label }) => [value, label]));
  const list = readList(PRODUCTS, new URL(request.url).searchParams);
  return {
    product,
    withCosts,
    history: await openHistory(context, product.id, { ...historyOf(product, withCosts), names }),
    curve: curve.map(({ at, price_kobo }) => ({ price_kobo, day: formatDate(at) })),
    categories,
    distributors: await distributorChoices(db),
    variantsHref: recordHref(PRODUCTS, list, `${product.id}/variants`),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 200_000);
  const actor = context.get(userContext);
  const edit = await readRecordEdit(context, params.id, form, async () => {
    const withCosts = can(actor, "costs.view");
    const product = await productRecord(context.get(shopContext).db, params.id, withCosts);
    return product && historyOf(product, withCosts);
  });
  if (!edit) return refuseLine(form);
  const saved = await updateProduct(context.get(shopContext), actor, params.id, edit);
  return answerEdit(form, edit, saved, { done: "Product updated", forbidden: "Your role does not allow this." });
}

/** The current values for the history; stock has its own command and is not a field of the form. */
const historyOf = ({ values, image_alts }: ProductRecord, withCosts: boolean) => ({
  values,
  texts: (columns: Partial<ProductColumns>) => productTexts(columns, { image_alts }),
  hidden: withCosts ? [] : ["cost_kobo"],
});

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { product, curve, history, variantsHref, ...fields } = loaderData;
  const { state } = useLocation() as { state: unknown };
  const { id, version, values } = product;
  return (
    <RouteDialog title={product.name} closeTo={PRODUCTS} wide>
      <p className="mb-4 flex flex-wrap gap-2">
        <a href={productHref(product.slug)} className={buttonClass("soft", "sm")}>
          View in the shop
        </a>
        <Link to={`${PRODUCTS.path}/new?copy=${id}`} className={buttonClass("ghost", "sm")}>
          Duplicate
        </Link>
        <Link to={variantsHref} state={state} replace className={buttonClass("ghost", "sm")}>
          Variants
        </Link>
      </p>
      <RecordForm
        record={{ id: `product.${id}`, version, values }}
        answer={actionData}
        labels={{ save: "Update Product", busy: "Updating Product..." }}
      >
        <ProductFields {...fields} isNew={false} />
      </RecordForm>
      <PriceCurve points={curve} />
      <RecordHistory lines={history} subject={id} version={version} />
    </RouteDialog>
  );
}
