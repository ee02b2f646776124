import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { updateSupplier } from "#app/features/suppliers/commands.server.ts";
import { SupplierFormFields } from "#app/features/suppliers/components/admin/supplier-fields.tsx";
import { SUPPLIERS } from "#app/features/suppliers/links.ts";
import { freeDistributors, supplierById, supplierCategories } from "#app/features/suppliers/queries.server.ts";
import { supplierValues } from "#app/features/suppliers/rules.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/supplier.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("suppliers.edit")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const supplier = found(await supplierById(db, params.id));
  const values = supplierValues(supplier);
  const categories = await supplierCategories(db);
  const names = Object.fromEntries(categories.map(({ id, name }) => [id, name]));
  return {
    supplier,
    values,
    history: await openHistory(context, supplier.id, { values, names }),
    categories,
    distributors: await freeDistributors(db),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, params.id, form, async () => {
    const supplier = await supplierById(db, params.id);
    return supplier && { values: supplierValues(supplier) };
  });
  if (!edit) return refuseLine(form);
  const saved = await updateSupplier(context.get(shopContext), context.get(userContext), params.id, edit);
  return answerEdit(form, edit, saved, { done: "Supplier updated", forbidden: "You may not change suppliers." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Supplier({ loaderData, actionData }: Route.ComponentProps) {
  const { supplier, values, history, ...choices } = loaderData;
  return (
    <RouteDialog title={supplier.name} closeTo={SUPPLIERS}>
      <RecordForm
        record={{ id: `supplier.${supplier.id}`, version: supplier.version, values }}
        answer={actionData}
        labels={{ save: "Update Supplier", busy: "Updating Supplier..." }}
      >
        <SupplierFormFields {...choices} />
      </RecordForm>
      <RecordHistory lines={history} subject={supplier.id} version={supplier.version} />
    </RouteDialog>
  );
}
