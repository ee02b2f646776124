export type Role = "customer" | "admin";

/** What an admin is in the shop's staff. The specification's admin is the owner. */
export const STAFF_ROLES = ["owner", "manager", "sales", "packer"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * What a session says of role and second factor: `mfa_verified` when this session showed it. `staff_role` is null for
 * customers, and where the session still owes the second factor that the shop requires of admins.
 */
export type Claims = { role: Role; staff_role: StaffRole | null; has_second_factor: boolean; mfa_verified: boolean };

/** Who acts: somebody signed in, or null for a guest. Guards read it from the session; commands take it and check again. */
export type Actor = (Claims & { id: string }) | null;

/** What acts where nobody is signed in: the operator at a command line, or a job. */
export type SystemActor = { system: string };

const ALL_STAFF = ["manager", "sales", "packer"] as const;
const DESK = ["manager", "sales"] as const;
const MANAGER = ["manager"] as const;
const OWNER_ONLY = [] as const;

/**
 * THE PERMISSIONS: every right of the back office and who has it beside the owner, who has all. A right to change
 * something includes no right to see it: screens and commands name what they need.
 */
export const RIGHTS = {
  "overview.view": ALL_STAFF,
  /** Revenue, totals, averages, what a customer spent. */
  "money.view": MANAGER,
  /** What goods cost the shop, and margins. */
  "costs.view": MANAGER,
  "products.view": ALL_STAFF,
  "products.edit": MANAGER,
  "stock.edit": ["manager", "packer"],
  "categories.edit": MANAGER,
  "orders.view": ALL_STAFF,
  "orders.status": ALL_STAFF,
  "orders.cancel": DESK,
  "orders.refund": MANAGER,
  "payments.view": DESK,
  "payments.settle": MANAGER,
  "customers.view": DESK,
  "custom-orders.view": DESK,
  "custom-orders.edit": DESK,
  "suppliers.view": DESK,
  "suppliers.edit": MANAGER,
  "messages.view": DESK,
  "messages.edit": DESK,
  "blog.view": DESK,
  "blog.edit": MANAGER,
  /** Pictures and files: whoever may write something that shows them. */
  "files.upload": MANAGER,
  "notes.edit": ALL_STAFF,
  import: MANAGER,
  export: MANAGER,
  "views.share": MANAGER,
  "activity.view": MANAGER,
  "trash.restore": MANAGER,
  /** Mails and jobs that fail: what they are, and trying again or giving up. */
  "system.view": MANAGER,
  "failures.edit": MANAGER,
  "settings.edit": OWNER_ONLY,
  "staff.edit": OWNER_ONLY,
  "sign-in.edit": OWNER_ONLY,
} as const satisfies Record<string, readonly Exclude<StaffRole, "owner">[]>;

export type Right = keyof typeof RIGHTS;

/** Whether the actor has this right; false for guests, customers and sessions that owe a second factor. */
export function can(actor: Pick<Claims, "role" | "staff_role"> | null, right: Right): boolean {
  if (actor?.role !== "admin" || actor.staff_role === null) return false;
  return actor.staff_role === "owner" || (RIGHTS[right] as readonly StaffRole[]).includes(actor.staff_role);
}

/** The rights of the actor, for a screen to know what to show; commands ask `can` again. */
export function rightsOf(actor: Pick<Claims, "role" | "staff_role"> | null): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => can(actor, right));
}

/** Reads a stored staff role; null for anything else. */
export function staffRoleOf(value: unknown): StaffRole | null {
  return STAFF_ROLES.find((role) => role === value) ?? null;
}

/** Whether the actor is an admin of any staff role, with the second factor shown where the shop requires one. */
export function mayAdminister<Who extends Pick<Claims, "role" | "has_second_factor" | "mfa_verified">>(
  actor: Who | null,
  needsSecondFactor: boolean,
): actor is Who {
  if (actor?.role !== "admin") return false;
  return !needsSecondFactor || (actor.has_second_factor && actor.mfa_verified);
}

/** The role that a session may use: that of an admin only where `mayAdminister` says so. */
export function roleFor(claims: Claims, needsSecondFactor: boolean): Role {
  return mayAdminister(claims, needsSecondFactor) ? "admin" : "customer";
}

/** Whether this session may end its account: it showed the second factor, where its owner has or needs one. */
export function mayEndAccount(claims: Claims, needsSecondFactor: boolean): boolean {
  if (claims.has_second_factor && !claims.mfa_verified) return false;
  return claims.role !== "admin" || mayAdminister(claims, needsSecondFactor);
}
