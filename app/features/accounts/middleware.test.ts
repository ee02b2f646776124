import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { shopContext, type Shop } from "#app/platform/context.server.ts";
import {
  authContext,
  guestsOnly,
  requireAdmin,
  requireCustomer,
  requireAdminBeforeMfa,
  userContext,
} from "./middleware.server.ts";
import { returnPathIn } from "./rules/return-path.ts";

type Who = { role: string; twoFactorEnabled?: boolean; authMethod?: string } | null;

const guest: Who = null;
const customer: Who = { role: "customer" };
const admin: Who = { role: "admin" };
const enrolled: Who = { role: "admin", twoFactorEnabled: true };
const recovered: Who = { role: "admin", twoFactorEnabled: true, authMethod: "recovery" };
const verified: Who = { role: "admin", twoFactorEnabled: true, authMethod: "second-factor" };
/** The session mark remains after the factor was disabled. */
const disabled: Who = { role: "admin", twoFactorEnabled: false, authMethod: "second-factor" };

async function visit(
  guard: typeof requireAdmin,
  who: Who,
  ADMIN_SECOND_FACTOR: boolean,
  path = "/admin",
): Promise<string> {
  const context = new RouterContextProvider();
  const user = who && {
    id: "u",
    email: "a@b.example",
    name: "",
    firstName: "",
    lastName: "",
    phoneNumber: null,
    ...who,
  };
  const found = user && { user, session: { id: "s", authMethod: who.authMethod ?? null } };
  context.set(authContext, { api: { getSession: async () => found } } as never);
  context.set(shopContext, { env: { ADMIN_SECOND_FACTOR } } as Shop);
  const request = new Request(`http://shop.example${path}`);
  const args = { request, context, params: {} } as unknown as Parameters<typeof guard>[0];
  try {
    const response = (await guard(args, async () => new Response("secret"))) as Response;
    if (who) expect(context.get(userContext).role).toBe(who.role);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return await response.text();
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return thrown.headers.get("Location") ?? "";
  }
}

describe("without the requirement", () => {
  test.each([
    ["requireCustomer", requireCustomer, guest, "/login"],
    ["requireCustomer", requireCustomer, customer, "secret"],
    ["requireCustomer", requireCustomer, admin, "/admin"],
    ["requireAdmin", requireAdmin, guest, "/login"],
    ["requireAdmin", requireAdmin, customer, "/"],
    ["requireAdmin", requireAdmin, admin, "secret"],
    ["requireAdminBeforeMfa", requireAdminBeforeMfa, guest, "/login"],
    ["requireAdminBeforeMfa", requireAdminBeforeMfa, customer, "/"],
    ["requireAdminBeforeMfa", requireAdminBeforeMfa, admin, "/admin"],
    ["guestsOnly", guestsOnly, guest, "secret"],
    ["guestsOnly", guestsOnly, customer, "/profile"],
    ["guestsOnly", guestsOnly, admin, "/admin"],
  ] as const)("%s %#", async (_, guard, who, answer) => {
    expect(await visit(guard, who, false)).toBe(answer);
  });
});

test.each([
  [guest, "/login"],
  [customer, "secret"],
  [admin, "/admin/security?reset=true"],
] as const)("a recovery link's page %#", async (who, answer) => {
  expect(await visit(requireCustomer, who, false, "/profile?reset=true")).toBe(answer);
});

describe("with a second factor required of admins", () => {
  test.each([
    ["guest", guest, "/login", "/login"],
    ["customer", customer, "/", "/"],
    ["admin without one", admin, "/admin/second-factor", "secret"],
    ["admin who did not show it", enrolled, "/admin/second-factor", "secret"],
    ["admin from a recovery link", recovered, "/admin/second-factor", "secret"],
    ["admin who showed it", verified, "secret", "/admin"],
    ["admin who switched it off", disabled, "/admin/second-factor", "secret"],
  ] as const)("%s", async (_, who, page, enrol) => {
    expect(await visit(requireAdmin, who, true)).toBe(page);
    expect(await visit(requireAdminBeforeMfa, who, true)).toBe(enrol);
  });
});

describe("a guest redirected to /login", () => {
  test.each([
    [requireCustomer, "/profile/orders?page=2", "/profile/orders?page=2"],
    [requireAdmin, "/admin/security", "/admin/security"],
    [requireCustomer, "/profile/data.json", null],
  ])("returns to %s %s afterwards: %s", async (guard, path, back) => {
    const context = new RouterContextProvider();
    context.set(authContext, { api: { getSession: async () => null } } as never);
    context.set(shopContext, { env: {} } as Shop);
    const request = new Request(`http://shop.example${path}`);
    const args = { request, context, params: {} } as unknown as Parameters<typeof guard>[0];
    const thrown = await Promise.resolve(guard(args, async () => new Response("secret"))).catch(
      (error: Response) => error,
    );
    const answer = thrown as Response;
    expect(answer.headers.get("Location")).toBe("/login");
    const cookie = answer.headers.get("Set-Cookie");
    expect(cookie && returnPathIn(cookie)).toBe(back);
  });
});

test("a signed-in user is redirected to the page in the link to /login, if it belongs to the shop", async () => {
  expect(await visit(guestsOnly, customer, false, "/login?next=/checkout")).toBe("/checkout");
  expect(await visit(guestsOnly, customer, false, "/login?next=//evil.example")).toBe("/profile");
});
