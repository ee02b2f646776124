import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { updateCategory } from "#app/features/products/commands/category.server.ts";
import { CategoryFields } from "#app/features/products/components/admin/category-fields.tsx";
import { CategoryMerge } from "#app/features/products/components/admin/category-merge.tsx";
import { categoryHref } from "#app/features/products/links.ts";
import { allCategories } from "#app/features/products/queries.server.ts";
import { categoryRecord, contentOf } from "#app/features/products/queries/admin-categories.server.ts";
import { categoryOptions } from "#app/features/products/queries/admin-products.server.ts";
import { CATEGORIES_PATH, contentWords } from "#app/features/products/rules/category-form.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { SUPPLIERS_BY_CATEGORY } from "#app/features/suppliers/queries.server.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/category.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("categories.edit")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const category = found(await categoryRecord(db, params.id));
  const content = await contentOf(db, category.id, SUPPLIERS_BY_CATEGORY);
  const all = await allCategories(db);
  const parentOf = new Map(all.map(({ id, parent_id }) => [id, parent_id]));
  const hasChildren = content.children > 0;
  const isTop = (id: string) => parentOf.get(id) === null;
  const options = await categoryOptions(db);
  const names = Object.fromEntries(options.map(({ value, label }) => [value, label]));
  const others = options.filter(({ value }) => value !== category.id && parentOf.get(value) !== category.id);
  return {
    category,
    hasChildren,
    content: contentWords(content),
    parents: hasChildren ? [] : others.filter(({ value }) => isTop(value)),
    targets: hasChildren ? others.filter(({ value }) => isTop(value)) : others,
    history: await openHistory(context, category.id, { values: category.values, names }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, params.id, form, () => categoryRecord(db, params.id));
  if (!edit) return refuseLine(form);
  const saved = await updateCategory(context.get(shopContext), context.get(userContext), params.id, edit);
  return answerEdit(form, edit, saved, { done: "Category updated", forbidden: "Your role does not allow this." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Category({ loaderData, actionData }: Route.ComponentProps) {
  const { category, parents, hasChildren, targets, content, history } = loaderData;
  const { id, name, slug, version, values } = category;
  return (
    <RouteDialog title={name} closeTo={CATEGORIES_PATH}>
      <p className="mb-4 flex flex-wrap gap-2">
        <a href={categoryHref(slug)} className={buttonClass("soft", "sm")}>
          View in the shop
        </a>
      </p>
      <RecordForm
        record={{ id: `category.${id}`, version, values }}
        answer={actionData}
        labels={{ save: "Update Category", busy: "Updating Category..." }}
      >
        <CategoryFields parents={parents} hasChildren={hasChildren} />
      </RecordForm>
      <CategoryMerge id={id} name={name} targets={targets} content={content} />
      <RecordHistory lines={history} subject={id} version={version} />
    </RouteDialog>
  );
}
