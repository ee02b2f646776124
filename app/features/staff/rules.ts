import type { StaffRole } from "#app/lib/permissions.ts";

export const ROLE_LABELS: Record<StaffRole, string> = {
  owner: "Owner",
  manager: "Manager",
  sales: "Sales",
  packer: "Packer",
};

/** What each role is for, in a sentence; the rights themselves stand in app/lib/permissions.ts. */
export const ROLE_HINTS: Record<StaffRole, string> = {
  owner: "Everything, also settings, staff and sign-in.",
  manager: "Runs the shop: goods, orders, refunds, figures, exports. No settings, no staff.",
  sales: "Orders, customers, requests and messages. No figures, refunds, exports or prices.",
  packer: "Sees orders, packs and ships them, counts stock.",
};

/** How long an invitation can be used. */
export const INVITATION_DAYS = 7;
