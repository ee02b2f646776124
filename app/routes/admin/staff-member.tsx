import { data, Form, redirect } from "react-router";
import { useAdminUser } from "#app/blocks/admin-rights.ts";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { changeRole, removeMember } from "#app/features/staff/commands/members.server.ts";
import { RoleField } from "#app/features/staff/components/admin/role-field.tsx";
import { STAFF } from "#app/features/staff/links.ts";
import { staffMember } from "#app/features/staff/queries.server.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import { mergedText, readEdit, refuseConflicts, refuseGone, type EditResult } from "#app/lib/merge.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/staff-member.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("staff.edit")];

const LAST_OWNER = "This is the shop's last owner. Make somebody else an owner first.";
const FORBIDDEN = "Only the shop's owner changes the staff.";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const member = await staffMember(context.get(shopContext).db, params.id);
  if (!member) throw data(null, { status: 404 });
  return { member, closeTo: listHref(STAFF, readList(STAFF, new URL(request.url).searchParams)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readFormData(request, 16_384);
  if (form.get("intent") === "remove") {
    const removed = await removeMember(ctx, actor, params.id);
    if (removed.ok || removed.reason === "gone") return redirect(STAFF.path, 303);
    const message = removed.reason === "last_owner" ? LAST_OWNER : FORBIDDEN;
    return data(refuseForm(form, {}, { message }), { status: removed.reason === "forbidden" ? 403 : 422 });
  }
  const edit = readEdit(form);
  const saved = await changeRole(ctx, actor, params.id, edit);
  if (saved.ok) {
    return {
      ok: true,
      version: saved.version,
      message: "Role changed",
      ...mergedText(saved.others),
    } satisfies EditResult;
  }
  switch (saved.reason) {
    case "conflict":
      return data(refuseConflicts(edit, saved.conflicts, saved.version, saved.by), { status: 409 });
    case "gone":
      return data(refuseGone(edit), { status: 409 });
    case "invalid":
      return data(refuseForm(form, saved.errors), { status: 422 });
    case "last_owner":
      return data(refuseForm(form, { staff_role: LAST_OWNER }), { status: 422 });
    default:
      return data(refuseForm(form, {}, { message: FORBIDDEN }), { status: 403 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function StaffMember({ loaderData, actionData }: Route.ComponentProps) {
  const { member, closeTo } = loaderData;
  const isMe = useAdminUser()?.id === member.id;
  const values = { staff_role: member.staff_role ?? "" };
  return (
    <RouteDialog title={member.name || member.email} closeTo={closeTo}>
      <p className="mb-4 break-words text-muted">
        {member.email}. Second factor {member.has_second_factor ? "on" : "off"}.
      </p>
      <RecordForm
        record={{ id: `staff.${member.id}`, version: member.version, values }}
        answer={actionData}
        labels={{ save: "Save", busy: "Saving..." }}
      >
        <RoleField />
      </RecordForm>
      {isMe ? null : (
        <Form method="post" className="mt-6 border-t border-line pt-3" preventScrollReset>
          <Button type="submit" name="intent" value="remove" variant="ghost" size="sm" className="text-clay-deep">
            Remove from the staff
          </Button>
        </Form>
      )}
    </RouteDialog>
  );
}
