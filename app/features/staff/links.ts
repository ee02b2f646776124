import { STAFF_ROLES } from "#app/features/permissions/rules.ts";
import { defineList } from "#app/lib/list.ts";
import { ROLE_LABELS } from "./rules.ts";

export const STAFF = defineList({
  name: "staff",
  path: "/admin/staff",
  noun: "staff",
  search: "Search by name or email",
  filters: {
    role: {
      kind: "choice",
      label: "Role",
      options: STAFF_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] })),
    },
  },
  columns: {
    name: { label: "Name", sort: "name" },
    email: { label: "Email" },
    role: { label: "Role" },
    factor: { label: "Second factor" },
  },
  sorts: { name: "Name" },
  sort: "name",
});

/** Target of invitation links. */
export const JOIN_PATH = "/join-staff";
