import { Form, redirect } from "react-router";
import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { useAdminUser } from "#app/features/permissions/components/admin/use-rights.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { changeRole, removeMember } from "#app/features/staff/commands/members.server.ts";
import { RoleField } from "#app/features/staff/components/admin/role-field.tsx";
import { STAFF } from "#app/features/staff/links.ts";
import { staffMember } from "#app/features/staff/queries.server.ts";
import { LAST_OWNER } from "#app/features/staff/rules.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit, answerRefused } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/staff-member.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("staff.edit")];

const FORBIDDEN = "Only the shop's owner changes the staff.";

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = found(await staffMember(context.get(shopContext).db, params.id));
  const history = await openHistory(context, member.id, { values: roleValues(member) });
  return { member, history };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readFormData(request, 16_384);
  if (form.get("intent") === "remove") {
    const removed = await removeMember(ctx, actor, params.id);
    if (removed.ok || removed.reason === "gone") return redirect(STAFF.path, 303);
    return answerRefused(form, removed, { messages: { last_owner: LAST_OWNER, forbidden: FORBIDDEN } });
  }
  const edit = await readRecordEdit(context, params.id, form, async () => {
    const member = await staffMember(ctx.db, params.id);
    return member && { values: roleValues(member) };
  });
  if (!edit) return refuseLine(form);
  const saved = await changeRole(ctx, actor, params.id, edit);
  return answerEdit(form, edit, saved, { done: "Role changed", forbidden: FORBIDDEN });
}

const roleValues = (member: { staff_role: string | null }) => ({ staff_role: member.staff_role ?? "" });

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function StaffMember({ loaderData, actionData }: Route.ComponentProps) {
  const { member, history } = loaderData;
  const isMe = useAdminUser()?.id === member.id;
  return (
    <RouteDialog title={member.name || member.email} closeTo={STAFF}>
      <p className="mb-4 break-words text-muted">
        {member.email}. Second factor {member.has_second_factor ? "on" : "off"}.
      </p>
      <RecordForm
        record={{ id: `staff.${member.id}`, version: member.version, values: roleValues(member) }}
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
      <RecordHistory lines={history} subject={member.id} version={member.version} />
    </RouteDialog>
  );
}
