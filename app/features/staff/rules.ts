import type { StaffRole } from "#app/features/permissions/rules.ts";

export const ROLE_LABELS: Record<StaffRole, string> = {
  owner: "Owner",
  manager: "Manager",
  sales: "Sales",
  packer: "Packer",
};

/** Short description of each role; app/features/permissions/rules.ts defines the rights. */
export const ROLE_HINTS: Record<StaffRole, string> = {
  owner: "Everything, also settings, staff and sign-in.",
  manager: "Runs the shop: goods, orders, refunds, figures, exports. No settings, no staff.",
  sales: "Orders, customers, requests and messages. No figures, refunds, exports or prices.",
  packer: "Sees orders, packs and ships them, counts stock.",
};

/** Message of a change that would leave the shop without an owner. */
export const LAST_OWNER = "This is the shop's last owner. Make somebody else an owner first.";

/** Validity of an invitation, in days. */
export const INVITATION_DAYS = 7;
