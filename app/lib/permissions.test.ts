import { expect, test } from "vitest";
import { mayAdminister, mayEndAccount, roleFor, type Claims } from "./permissions.ts";

const CUSTOMER: Claims = { role: "customer", has_second_factor: false, mfa_verified: false };
const ADMIN: Claims = { ...CUSTOMER, role: "admin" };
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
  expect(mayAdminister(claims, required)).toBe(admin);
  expect(roleFor(claims, required)).toBe(admin ? "admin" : "customer");
  expect(mayEndAccount(claims, required)).toBe(mayEnd);
});

test("a guest administers nothing", () => {
  expect(mayAdminister(null, false)).toBe(false);
});
