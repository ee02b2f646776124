import { STAFF_ROLES } from "#app/features/permissions/rules.ts";
import { SelectField } from "#app/ui/admin/record-fields.tsx";
import { ROLE_HINTS, ROLE_LABELS } from "../../rules.ts";

/** Role selector with a description of each role. */
export function RoleField() {
  return (
    <>
      <SelectField
        name="staff_role"
        label="Role"
        required
        options={STAFF_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
      />
      <dl className="grid gap-1 text-sm">
        {STAFF_ROLES.map((role) => (
          <div key={role} className="grid grid-cols-[5rem_1fr] gap-2">
            <dt className="font-semibold">{ROLE_LABELS[role]}</dt>
            <dd className="text-muted">{ROLE_HINTS[role]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
