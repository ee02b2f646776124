import { Download, FileUp, Plus, TrendingUp } from "lucide-react";
import { useEffect } from "react";
import { Outlet, type LoaderFunctionArgs } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { PRODUCT_MESSAGES, quickEditAction } from "#app/features/products/commands/quick-edit-action.server.ts";
import { ProductCells } from "#app/features/products/components/admin/product-cells.tsx";
import {
  categoryOptions,
  productsSource,
  type AdminProduct,
} from "#app/features/products/queries/admin-products.server.ts";
import { distributorChoices } from "#app/features/products/queries/distributor-names.server.ts";
import { PRODUCTS } from "#app/features/products/rules/product-list.ts";
import { deleteProduct } from "#app/flows/delete-product.server.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { listQuery, recordHref } from "#app/lib/list.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { NoForm } from "#app/ui/admin/no-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/products.ts";

const ProductBulkControls = lazyOr(() => import("#app/features/imports/components/admin/bulk-controls.tsx"), NoForm);

export const meta = noIndexMeta("Products");

export const middleware: Route.MiddlewareFunction[] = [requireRight("products.view")];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context.get(shopContext);
  const { state, views } = await openList(request, context, PRODUCTS);
  const categories = await categoryOptions(db);
  return {
    state,
    views,
    list: await listPage(db, state, await productsSource(db, state)),
    options: { category: categories, supplier: await distributorChoices(db) },
  };
}

/** Price and stock edits in the row, and Delete. */
export async function action({ request, context }: Route.ActionArgs) {
  const [shop, actor, form] = [context.get(shopContext), context.get(userContext), await readForm(request)];
  if (form.get("intent") !== "delete") return await quickEditAction(shop, actor, form);
  const deleted = await deleteProduct(shop, actor, form.get("id") ?? "");
  return deleted.ok ? { ok: true as const } : answerRefused(form, deleted, { messages: PRODUCT_MESSAGES });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "Nothing was saved. Please try again.");
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { state, views, list, options } = loaderData;
  const may = useRights();
  const query = listQuery(PRODUCTS, state);
  useEffect(() => {
    if (actionData?.ok) toast.success("Product deleted");
    else if (actionData) toast.error("Error", firstError(actionData));
  }, [actionData]);
  return (
    <>
      <PageHeading title="Products">
        {may("products.edit") ? (
          <OpenLink to={recordHref(PRODUCTS, state, "new")} className={buttonClass("primary", "sm")}>
            <Plus aria-hidden className="size-4" /> Add Product
          </OpenLink>
        ) : null}
        {may("products.edit") ? (
          <Link to="/admin/prices" className={buttonClass("soft", "sm")}>
            <TrendingUp aria-hidden className="size-4" /> Today’s prices
          </Link>
        ) : null}
        {may("import") ? (
          <Link to="/admin/imports" className={buttonClass("soft", "sm")}>
            <FileUp aria-hidden className="size-4" /> Import
          </Link>
        ) : null}
        {may("export") ? (
          <a href={`/admin/products/export?format=xlsx&${query}`} className={buttonClass("soft", "sm")}>
            <Download aria-hidden className="size-4" /> Export
          </a>
        ) : null}
      </PageHeading>
      <AdminList
        spec={PRODUCTS}
        state={state}
        list={list}
        options={options}
        above={<SavedViews spec={PRODUCTS} state={state} views={views} />}
        {...(may("products.edit")
          ? {
              bulk: {
                action: "/admin/products/bulk",
                label: ({ name }: AdminProduct) => `Product ${name}`,
                // Without a Suspense of its own the form is live at once with its controls.
                controls: <ProductBulkControls categories={options.category} />,
              },
            }
          : {})}
        cells={(row) => ProductCells({ row, state, may })}
      />
      <Outlet />
    </>
  );
}
