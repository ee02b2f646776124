import { FolderTree, Plus } from "lucide-react";
import { useEffect } from "react";
import { data, Outlet, useFetcher } from "react-router";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { orderCategory } from "#app/features/products/commands/category-tree.server.ts";
import { CategoryRows } from "#app/features/products/components/admin/category-rows.tsx";
import { categoryTree } from "#app/features/products/queries/admin-categories.server.ts";
import { CATEGORIES_PATH, MERGE_REFUSALS } from "#app/features/products/rules/category-form.ts";
import { productsByCategory } from "#app/features/search/queries/category-products.server.ts";
import { SUPPLIERS_BY_CATEGORY } from "#app/features/suppliers/queries.server.ts";
import { deleteCategory } from "#app/flows/delete-category.server.ts";
import { mergeCategory } from "#app/flows/merge-category.server.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
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
  const { db } = context.get(shopContext);
  return { tree: await categoryTree(db, await productsByCategory(db), SUPPLIERS_BY_CATEGORY) };
}

const MESSAGES = { messages: MERGE_REFUSALS };

const done = (title: string) => data<FormResult<{ title: string }>>({ ok: true, title });

/** A form of the list: `intent` is order, merge or delete. */
export async function action({ request, context }: Route.ActionArgs) {
  const [shop, actor, form] = [context.get(shopContext), context.get(userContext), await readForm(request)];
  const id = form.get("id") ?? "";
  const intent = form.get("intent");
  if (intent === "order") {
    const to = Number(form.get("to") || "x");
    if (!Number.isSafeInteger(to)) return answerRefused(form, { reason: "unreadable" });
    const ordered = await orderCategory(shop, actor, id, to);
    if (!ordered.ok) return answerRefused(form, ordered, MESSAGES);
    return done(`${ordered.name} is now at place ${ordered.place + 1}.`);
  }
  if (intent === "merge") {
    const merged = await mergeCategory(shop, actor, id, form.get("into") ?? "");
    return merged.ok ? done(`${merged.name} was merged into ${merged.into}`) : answerRefused(form, merged, MESSAGES);
  }
  if (intent !== "delete") return answerRefused(form, { reason: "unreadable" });
  const deleted = await deleteCategory(shop, actor, id);
  if (deleted.ok) return done("Category deleted");
  if (deleted.reason !== "not_empty") return answerRefused(form, deleted, MESSAGES);
  const text = `${deleted.content} belong to it. Merge it into another category, so that nothing is lost.`;
  return answerRefused(form, deleted, { messages: { not_empty: { text, status: 409 } } });
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
