import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { CustomerDetails } from "#app/features/customers/components/admin/customer-details.tsx";
import { CUSTOMERS } from "#app/features/customers/components/admin/customers-list.ts";
import { adminCustomer } from "#app/features/customers/queries/admin.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import NoteForm from "#app/features/records/components/admin/note-form.tsx";
import { recordNotes } from "#app/features/records/queries/notes.server.ts";
import { addOrderNote } from "#app/flows/order-forms.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import type { Route } from "./+types/customer.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("customers.view")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const customer = found(await adminCustomer(context.get(shopContext).db, context.get(userContext), params.id));
  return { customer, notes: await recordNotes(context.get(shopContext).db, "customer", customer.id) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return await addOrderNote(context, "customer", params.id, await readForm(request));
}

export default function Customer({ loaderData: { customer, notes } }: Route.ComponentProps) {
  const may = useRights();
  return (
    <RouteDialog key={customer.id} title={customer.name} closeTo={CUSTOMERS} wide>
      <CustomerDetails customer={customer} mayOrders={may("orders.view")} />
      <section aria-labelledby="notes" className="mt-6 grid gap-3">
        <h3 id="notes" className="font-display text-lg font-bold">
          Notes
        </h3>
        {notes.map(({ id, text, created_at, who }) => (
          <div key={id}>
            <p className="rounded-lg bg-sand px-2.5 py-1.5 break-words whitespace-pre-wrap">{text}</p>
            <p className="text-sm text-muted">
              {formatDateTime(created_at)}
              {who ? `, ${who}` : ""}
            </p>
          </div>
        ))}
        {may("notes.edit") ? <NoteForm action={`/admin/customers/${customer.id}`} id={customer.id} /> : null}
      </section>
    </RouteDialog>
  );
}

export const ErrorBoundary = loadErrorBoundary("{message}", { title: "Error loading customers" });
