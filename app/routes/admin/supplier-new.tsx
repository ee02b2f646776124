import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { createSupplier } from "#app/features/suppliers/commands.server.ts";
import { SupplierFormFields } from "#app/features/suppliers/components/admin/supplier-fields.tsx";
import { SUPPLIERS } from "#app/features/suppliers/links.ts";
import { freeDistributors, supplierCategories } from "#app/features/suppliers/queries.server.ts";
import { NEW_SUPPLIER } from "#app/features/suppliers/rules.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/supplier-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("suppliers.edit")];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  return {
    categories: await supplierCategories(db),
    distributors: await freeDistributors(db),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...NEW_SUPPLIER, ...Object.fromEntries(form) };
  const added = await createSupplier(context.get(shopContext), context.get(userContext), input);
  return answerAdded(form, added, { done: "Supplier created", forbidden: "You may not add suppliers." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

/** A supplier that an admin adds is approved at once. */
export default function SupplierNew({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Add Supplier" closeTo={SUPPLIERS}>
      <RecordForm
        record={{ id: "supplier.new", version: 0, values: NEW_SUPPLIER }}
        answer={actionData}
        labels={{ save: "Add Supplier", busy: "Adding Supplier..." }}
      >
        <SupplierFormFields {...loaderData} />
      </RecordForm>
    </RouteDialog>
  );
}
