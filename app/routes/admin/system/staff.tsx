import { UserPlus } from "lucide-react";
import { Form, Outlet, redirect } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { withdrawInvitation } from "#app/features/staff/commands/invitations.server.ts";
import { STAFF } from "#app/features/staff/links.ts";
import { openInvitations, staffSource } from "#app/features/staff/queries.server.ts";
import { ROLE_LABELS } from "#app/features/staff/rules.ts";
import { formatDate } from "#app/lib/dates.ts";
import { recordHref } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { listPage } from "#app/platform/list.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { OpenLink, RowLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/staff.ts";

export const meta = noIndexMeta("Staff");

export const middleware: Route.MiddlewareFunction[] = [requireRight("staff.edit")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { state } = await openList(request, context, STAFF);
  return { state, list: await listPage(db, state, staffSource(state)), invitations: await openInvitations(db) };
}

/** Revokes an invitation. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  await withdrawInvitation(context.get(shopContext), context.get(userContext), form.get("withdraw") ?? "");
  return redirect(STAFF.path, 303);
}

export default function Staff({ loaderData }: Route.ComponentProps) {
  const { state, list, invitations } = loaderData;
  return (
    <>
      <PageHeading title="Staff" text="Who works here, and what each of them may do.">
        <OpenLink to={recordHref(STAFF, state, "new")} className={buttonClass("primary", "sm")}>
          <UserPlus aria-hidden className="size-4.5" />
          Invite
        </OpenLink>
      </PageHeading>
      <AdminList
        spec={STAFF}
        state={state}
        list={list}
        cells={({ id, name, email, staff_role, has_second_factor }) => ({
          name: (
            <RowLink spec={STAFF} state={state} id={id}>
              {name || email}
            </RowLink>
          ),
          email: <span className="break-all">{email}</span>,
          role: staff_role ? ROLE_LABELS[staff_role] : "None",
          factor: has_second_factor ? "On" : "Off",
        })}
      />
      {invitations.length > 0 ? (
        <section aria-labelledby="invited" className="card mt-6">
          <h2 id="invited" className="border-b border-line px-4 py-3 font-display text-lg font-bold">
            Invited
          </h2>
          <ul className="divide-y divide-line">
            {invitations.map(({ id, email, staff_role, expires_at }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
                <p className="min-w-0 break-words">
                  {email}, {ROLE_LABELS[staff_role]}, until {formatDate(expires_at)}
                </p>
                <Form method="post" action={STAFF.path}>
                  <Button type="submit" name="withdraw" value={id} variant="ghost" size="sm">
                    Withdraw<span className="sr-only"> the invitation of {email}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Outlet />
    </>
  );
}
