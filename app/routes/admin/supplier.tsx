import { data } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { updateSupplier } from "#app/features/suppliers/commands.server.ts";
import { SupplierFields } from "#app/features/suppliers/components/admin/supplier-fields.tsx";
import { SUPPLIERS } from "#app/features/suppliers/links.ts";
import { freeDistributors, supplierById, supplierCategories } from "#app/features/suppliers/queries.server.ts";
import { supplierValues } from "#app/features/suppliers/rules.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import { readEdit, refuseConflicts, refuseGone, type EditResult } from "#app/lib/merge.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/supplier.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("suppliers.edit")];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const supplier = await supplierById(db, params.id);
  if (!supplier) throw data(null, { status: 404 });
  return {
    supplier,
    categories: await supplierCategories(db),
    distributors: await freeDistributors(db),
    closeTo: listHref(SUPPLIERS, readList(SUPPLIERS, new URL(request.url).searchParams)),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  const edit = readEdit(form);
  const saved = await updateSupplier(context.get(shopContext), context.get(userContext), params.id, edit);
  if (saved.ok) return { ok: true, version: saved.version, message: "Supplier updated" } satisfies EditResult;
  switch (saved.reason) {
    case "conflict":
      return data(refuseConflicts(edit, saved.conflicts, saved.version, null), { status: 409 });
    case "unknown":
      return data(refuseGone(edit), { status: 409 });
    case "invalid":
      return data(refuseForm(form, saved.errors), { status: 422 });
    default:
      return data(refuseForm(form, {}, { message: "You may not change suppliers." }), { status: 403 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function Supplier({ loaderData, actionData }: Route.ComponentProps) {
  const { supplier, closeTo, ...choices } = loaderData;
  return (
    <RouteDialog title={supplier.name} closeTo={closeTo}>
      <RecordForm
        record={{ id: `supplier.${supplier.id}`, version: supplier.version, values: supplierValues(supplier) }}
        answer={actionData}
        labels={{ save: "Update Supplier", busy: "Updating Supplier..." }}
      >
        <SupplierFields {...choices} />
      </RecordForm>
    </RouteDialog>
  );
}
