import { Plus } from "lucide-react";
import { data, Outlet } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { deleteSupplier, reviewSupplier } from "#app/features/suppliers/commands.server.ts";
import { SupplierRow } from "#app/features/suppliers/components/admin/supplier-row.tsx";
import { SUPPLIERS } from "#app/features/suppliers/links.ts";
import { supplierCategories, suppliersSource } from "#app/features/suppliers/queries.server.ts";
import { recordHref } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/suppliers.ts";

export const meta = noIndexMeta("Suppliers");

export const middleware: Route.MiddlewareFunction[] = [requireRight("suppliers.view")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state, views } = await openList(request, context, SUPPLIERS);
  const categories = await supplierCategories(db);
  return {
    state,
    views,
    list: await listPage(db, state, suppliersSource(state)),
    options: { category: categories.map(({ id, name }) => ({ value: id, label: name })) },
  };
}

const DONE = { approved: "Supplier approved", declined: "Supplier declined", delete: "Supplier deleted" } as const;
const REFUSED = {
  forbidden: "You may not change suppliers.",
  unknown: "This supplier was deleted in the meantime.",
  invalid: "The form is not complete.",
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  const [id, intent] = [form.get("id") ?? "", form.get("intent") ?? ""];
  if (intent !== "approved" && intent !== "declined" && intent !== "delete") throw data(null, { status: 400 });
  const result =
    intent === "delete" ? await deleteSupplier(shop, actor, id) : await reviewSupplier(shop, actor, id, intent);
  if (result.ok) return data<Answer>({ ok: true, title: DONE[intent] });
  return answerRefused(form, result, { messages: REFUSED });
}

export default function Suppliers({ loaderData, actionData }: Route.ComponentProps) {
  const { state, views, list, options } = loaderData;
  const may = useRights();
  useAnswer(actionData, "Error");
  return (
    <>
      <PageHeading title="Suppliers" text="Who sells here, and who applied to.">
        {may("suppliers.edit") ? (
          <OpenLink to={recordHref(SUPPLIERS, state, "new")} className={buttonClass("primary", "sm")}>
            <Plus aria-hidden className="size-4.5" />
            Add Supplier
          </OpenLink>
        ) : null}
      </PageHeading>
      <AdminList
        spec={SUPPLIERS}
        state={state}
        list={list}
        options={options}
        above={<SavedViews spec={SUPPLIERS} state={state} views={views} />}
        renderCard={(row) => (
          <SupplierRow supplier={row} href={recordHref(SUPPLIERS, state, row.id)} mayEdit={may("suppliers.edit")} />
        )}
      />
      <Outlet />
    </>
  );
}
