import { FolderTree, Plus } from "lucide-react";
import { useEffect } from "react";
import { Outlet, useFetcher } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { categoryAction } from "#app/features/products/commands/category-action.server.ts";
import { CategoryRows } from "#app/features/products/components/admin/category-rows.tsx";
import { categoryTree } from "#app/features/products/queries/admin-categories.server.ts";
import { CATEGORIES_PATH } from "#app/features/products/rules/category-form.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal, useAnswer } from "#app/ui/admin/answer.tsx";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/categories.ts";

export const meta = noIndexMeta("Categories");

export const middleware: Route.MiddlewareFunction[] = [requireRight("categories.edit")];

export async function loader({ context }: Route.LoaderArgs) {
  return { tree: await categoryTree(context.get(shopContext).db) };
}

/** Order, merge and delete. */
export async function action({ request, context }: Route.ActionArgs) {
  return await categoryAction(context.get(shopContext), context.get(userContext), await readForm(request));
}

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  const order = useFetcher<typeof action>();
  const orderAnswer = order.data;
  useAnswer(actionData);
  useEffect(() => {
    if (orderAnswer?.ok === false) toast.error(orderAnswer.message ?? "");
  }, [orderAnswer]);
  const { tree } = loaderData;
  return (
    <>
      <PageHeading title="Categories" text="In the order in which the shop shows them.">
        <OpenLink to={`${CATEGORIES_PATH}/new`} className={buttonClass("primary", "sm")}>
          <Plus aria-hidden className="size-4" /> Add Category
        </OpenLink>
      </PageHeading>
      <Refusal answer={actionData} className="mb-4" />
      <p role="status" className="sr-only">
        {orderAnswer?.ok ? orderAnswer.title : ""}
      </p>
      <div aria-busy={order.state !== "idle"}>
        {tree.length === 0 ? (
          <EmptyState icon={<FolderTree />} title="No categories available">
            Products without a category are found by search only.
          </EmptyState>
        ) : (
          <CategoryRows
            rows={tree}
            onOrder={(id, to) =>
              void order.submit({ intent: "order", id, to: String(to) }, { method: "post", action: CATEGORIES_PATH })
            }
          />
        )}
      </div>
      <Outlet />
    </>
  );
}
