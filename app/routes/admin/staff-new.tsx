import { data } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { inviteStaff } from "#app/features/staff/commands/invitations.server.ts";
import { RoleField } from "#app/features/staff/components/admin/role-field.tsx";
import { STAFF } from "#app/features/staff/links.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import type { EditResult } from "#app/lib/merge.ts";
import { TextField } from "#app/ui/admin/record-fields.tsx";
import { RecordForm } from "#app/ui/admin/record-form.tsx";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/staff-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("staff.edit")];

const EMPTY = { id: "staff.new", version: 0, values: { email: "", staff_role: "sales" } };

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listHref(STAFF, readList(STAFF, new URL(request.url).searchParams)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 16_384);
  // Unchanged fields are not sent: they have the empty form's values.
  const input = { ...EMPTY.values, ...Object.fromEntries(form) };
  const invited = await inviteStaff(context.get(shopContext), context.get(userContext), input);
  if (invited.ok) return { ok: true, version: 0, message: "Invitation sent", text: invited.email } satisfies EditResult;
  if (invited.reason === "invalid") return data(refuseForm(form, invited.errors), { status: 422 });
  return data(refuseForm(form, {}, { message: "Only the shop's owner invites staff." }), { status: 403 });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function StaffNew({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="Invite to the staff" closeTo={loaderData.closeTo}>
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
