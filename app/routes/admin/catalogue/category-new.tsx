import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { addCategory } from "#app/features/products/commands/category.server.ts";
import { CategoryFields } from "#app/features/products/components/admin/category-fields.tsx";
import { allCategories } from "#app/features/products/queries.server.ts";
import { CATEGORIES_PATH, NEW_CATEGORY } from "#app/features/products/rules/category-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/category-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("categories.edit")];

export async function loader({ context }: Route.LoaderArgs) {
  const all = await allCategories(context.get(shopContext).db);
  const tops = all.filter(({ parent_id }) => parent_id === null);
  return { parents: tops.map(({ id, name }) => ({ value: id, label: name })) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...NEW_CATEGORY, ...Object.fromEntries(form) };
  const added = await addCategory(context.get(shopContext), context.get(userContext), input);
  return answerAdded(form, added, { done: "Category created", forbidden: "Your role does not allow this." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function CategoryNew({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Add Category" closeTo={CATEGORIES_PATH}>
      <RecordForm
        record={{ id: "category.new", version: 0, values: NEW_CATEGORY }}
        answer={actionData}
        labels={{ save: "Add Category", busy: "Adding Category..." }}
      >
        <CategoryFields {...loaderData} />
      </RecordForm>
    </RouteDialog>
  );
}
