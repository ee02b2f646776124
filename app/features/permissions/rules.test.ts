import { expect, test } from "vitest";
import {
  can,
  isVerifiedAdmin,
  canDeleteAccount,
  RIGHTS,
  rightsOf,
  roleFor,
  STAFF_ROLES,
  staffRoleOf,
  type Claims,
  type Right,
} from "./rules.ts";

const CUSTOMER: Claims = { role: "customer", staff_role: null, has_second_factor: false, mfa_verified: false };
const ADMIN: Claims = { ...CUSTOMER, role: "admin", staff_role: "owner" };
const HAS = { has_second_factor: true };
const SHOWED = { has_second_factor: true, mfa_verified: true };

test.each<[who: string, claims: Claims, required: boolean, admin: boolean, mayEnd: boolean]>([
  ["a customer", CUSTOMER, false, false, true],
  ["a customer, where admins need a second factor", CUSTOMER, true, false, true],
  ["a customer who did not show the second factor they have", { ...CUSTOMER, ...HAS }, false, false, false],
  ["a customer who showed it", { ...CUSTOMER, ...SHOWED }, false, false, true],
  ["an admin", ADMIN, false, true, true],
  ["an admin without the second factor that is required", ADMIN, true, false, false],
  ["an admin who has one and did not show it", { ...ADMIN, ...HAS }, false, true, false],
  ["an admin who did not show the one that is required", { ...ADMIN, ...HAS }, true, false, false],
  ["an admin who showed it", { ...ADMIN, ...SHOWED }, true, true, true],
  ["an admin whose session showed one that is gone", { ...ADMIN, mfa_verified: true }, true, false, false],
])("%s", (_, claims, required, admin, mayEnd) => {
  expect(isVerifiedAdmin(claims, required)).toBe(admin);
  expect(roleFor(claims, required)).toBe(admin ? "admin" : "customer");
  expect(canDeleteAccount(claims, required)).toBe(mayEnd);
});

test("a guest administers nothing", () => {
  expect(isVerifiedAdmin(null, false)).toBe(false);
});

/** Every right, and the initials of those of owner, manager, sales, packer that have it. */
const TABLE: Record<Right, string> = {
  "overview.view": "omsp",
  "figures.view": "oms",
  "money.view": "om",
  "costs.view": "om",
  "products.view": "omsp",
  "products.edit": "om",
  "stock.edit": "omp",
  "categories.edit": "om",
  "orders.view": "omsp",
  "orders.amounts": "oms",
  "orders.status": "omsp",
  "orders.cancel": "oms",
  "orders.refund": "om",
  "payments.view": "oms",
  "payments.settle": "om",
  "customers.view": "oms",
  "custom-orders.view": "oms",
  "custom-orders.edit": "oms",
  "delivery.edit": "om",
  "suppliers.view": "oms",
  "suppliers.edit": "om",
  "messages.view": "oms",
  "messages.edit": "oms",
  "blog.view": "oms",
  "blog.edit": "om",
  "files.upload": "om",
  "notes.edit": "omsp",
  import: "om",
  export: "om",
  "views.share": "om",
  "activity.view": "om",
  "trash.restore": "om",
  "system.view": "om",
  "failures.edit": "om",
  "backups.make": "om",
  "settings.edit": "o",
  "staff.edit": "o",
  "sign-in.edit": "o",
};

test.each(Object.keys(RIGHTS) as Right[])("who has the right %s", (right) => {
  const letters = STAFF_ROLES.filter((staff_role) => can({ role: "admin", staff_role }, right)).map((role) => role[0]);
  expect(letters.join("")).toBe(TABLE[right]);
  for (const staff_role of STAFF_ROLES) {
    expect(rightsOf({ role: "admin", staff_role }).includes(right)).toBe(can({ role: "admin", staff_role }, right));
    // A leftover staff role gives a customer no rights.
    expect(can({ role: "customer", staff_role }, right)).toBe(false);
  }
  expect([can(null, right), can(CUSTOMER, right), can({ ...ADMIN, staff_role: null }, right)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a stored staff role is one of the four or none", () => {
  expect([...STAFF_ROLES, "admin", "", null, undefined, 1].map(staffRoleOf)).toEqual([
    ...STAFF_ROLES,
    null,
    null,
    null,
    null,
    null,
  ]);
});
