export type Role = "customer" | "admin";

/** The staff role of an admin. An owner has every right, as `npm run admin` gives it to the first admin of a shop. */
export const STAFF_ROLES = ["owner", "manager", "sales", "packer"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * Role and second factor of a session: `mfa_verified` if this session verified it. `staff_role` is null for customers,
 * and while the session lacks the second factor that the shop requires of admins.
 */
export type Claims = { role: Role; staff_role: StaffRole | null; has_second_factor: boolean; mfa_verified: boolean };

/**
 * The actor of a request: a signed-in user, or null for a guest. Guards read it from the session; commands take it and
 * check again.
 */
export type Actor = (Claims & { id: string }) | null;

/** The actor without a user: the operator at a command line, or a job. */
export type SystemActor = { system: string };

const ALL_STAFF = ["manager", "sales", "packer"] as const;
const DESK = ["manager", "sales"] as const;
const MANAGER = ["manager"] as const;
const OWNER_ONLY = [] as const;

/**
 * The permissions: every admin right and its staff roles besides the owner, who has all. A right to change something
 * does not include the right to view it: screens and commands check both.
 */
export const RIGHTS = {
  "overview.view": ALL_STAFF,
  /** Numbers of customers and orders, growth, conversion. */
  "figures.view": DESK,
  /** Revenue, totals, averages, customers' spending. */
  "money.view": MANAGER,
  /** Cost prices and margins. */
  "costs.view": MANAGER,
  "products.view": ALL_STAFF,
  "products.edit": MANAGER,
  "stock.edit": ["manager", "packer"],
  "categories.edit": MANAGER,
  "orders.view": ALL_STAFF,
  /** Prices, totals, payments and refunds of an order, and the customer's other orders. */
  "orders.amounts": DESK,
  "orders.status": ALL_STAFF,
  /** Cancelling an order, and setting a cancelled one to another status. */
  "orders.cancel": DESK,
  "orders.refund": MANAGER,
  "payments.view": DESK,
  "payments.settle": MANAGER,
  "customers.view": DESK,
  "custom-orders.view": DESK,
  "custom-orders.edit": DESK,
  /** Zones, prices and days of delivery. */
  "delivery.edit": MANAGER,
  "suppliers.view": DESK,
  "suppliers.edit": MANAGER,
  "messages.view": DESK,
  "messages.edit": DESK,
  "blog.view": DESK,
  "blog.edit": MANAGER,
  /** Pictures and files: staff who may edit records that use them. */
  "files.upload": MANAGER,
  "notes.edit": ALL_STAFF,
  import: MANAGER,
  export: MANAGER,
  "views.share": MANAGER,
  "activity.view": MANAGER,
  "trash.restore": MANAGER,
  /** Health, and failed mails and jobs: view; retry and dismiss these; make and test a backup. */
  "system.view": MANAGER,
  "failures.edit": MANAGER,
  "backups.make": MANAGER,
  "settings.edit": OWNER_ONLY,
  "staff.edit": OWNER_ONLY,
  "sign-in.edit": OWNER_ONLY,
} as const satisfies Record<string, readonly Exclude<StaffRole, "owner">[]>;

export type Right = keyof typeof RIGHTS;

/** Whether the actor has this right; false for guests, customers and sessions without the required second factor. */
export function can(actor: Pick<Claims, "role" | "staff_role"> | null, right: Right): boolean {
  if (actor?.role !== "admin" || actor.staff_role === null) return false;
  return actor.staff_role === "owner" || (RIGHTS[right] as readonly StaffRole[]).includes(actor.staff_role);
}

/** The rights of the actor, for a screen to choose what to show; commands call `can` again. */
export function rightsOf(actor: Pick<Claims, "role" | "staff_role"> | null): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => can(actor, right));
}

/** Parses a stored staff role; null for anything else. */
export function staffRoleOf(value: unknown): StaffRole | null {
  return STAFF_ROLES.find((role) => role === value) ?? null;
}

/** Whether the actor is an admin of any staff role, with the second factor verified if the shop requires one. */
export function isVerifiedAdmin<Who extends Pick<Claims, "role" | "has_second_factor" | "mfa_verified">>(
  actor: Who | null,
  needsSecondFactor: boolean,
): actor is Who {
  if (actor?.role !== "admin") return false;
  return !needsSecondFactor || (actor.has_second_factor && actor.mfa_verified);
}

/** The effective role of a session: admin only if `isVerifiedAdmin` is true. */
export function roleFor(claims: Claims, needsSecondFactor: boolean): Role {
  return isVerifiedAdmin(claims, needsSecondFactor) ? "admin" : "customer";
}

/** Whether this session may delete its account: it verified the second factor, if the account has or needs one. */
export function canDeleteAccount(claims: Claims, needsSecondFactor: boolean): boolean {
  if (claims.has_second_factor && !claims.mfa_verified) return false;
  return claims.role !== "admin" || isVerifiedAdmin(claims, needsSecondFactor);
}
