import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { inviteStaff } from "#app/features/staff/commands/invitations.server.ts";
import { RoleField } from "#app/features/staff/components/admin/role-field.tsx";
import { STAFF } from "#app/features/staff/links.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { TextField } from "#app/ui/admin/record-fields.tsx";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/staff-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("staff.edit")];

const EMPTY = { id: "staff.new", version: 0, values: { email: "", staff_role: "sales" } };

/** Makes the guard above run for this address. */
export const loader = () => null;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...EMPTY.values, ...Object.fromEntries(form) };
  const invited = await inviteStaff(context.get(shopContext), context.get(userContext), input);
  return answerAdded(form, invited.ok ? { ok: true, text: invited.email } : invited, {
    done: "Invitation sent",
    forbidden: "Only the shop's owner invites staff.",
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function StaffNew({ actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Invite staff" closeTo={STAFF}>
      <RecordForm record={EMPTY} answer={actionData} labels={{ save: "Send invitation", busy: "Sending..." }}>
        <TextField
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="off"
          hint="They get a link, and join with an account of this address."
        />
        <RoleField />
      </RecordForm>
    </RouteDialog>
  );
}
