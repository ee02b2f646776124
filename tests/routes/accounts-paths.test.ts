import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { BEHIND_PROXY, makeCustomer, newEmail, signedIn, Visitor, type Answer } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** The endpoints that screens use. One more here is one more for attackers. */
const OPEN = [
  "GET /.well-known/jwks.json",
  "GET /callback/:id",
  "POST /email-otp/send-verification-otp",
  "POST /exchange-code",
  "GET /get-session",
  "POST /link-social",
  "GET /methods",
  "POST /own-email",
  "POST /own-email/confirm",
  "POST /own-phone",
  "POST /own-phone/confirm",
  "POST /own-phone/remove",
  "POST /passkey/delete-passkey",
  "GET /passkey/generate-authenticate-options",
  "GET /passkey/generate-register-options",
  "POST /passkey/verify-authentication",
  "POST /passkey/verify-registration",
  "POST /phone-number/send-otp",
  "POST /phone-number/verify",
  "POST /reauthenticate",
  "POST /request-password-reset",
  "POST /revoke-other-sessions",
  "POST /revoke-sessions",
  "POST /send-verification-email",
  "POST /sign-in/email",
  "POST /sign-in/email-otp",
  "POST /sign-in/phone-number",
  "POST /sign-in/social",
  "POST /sign-in/sso",
  "POST /sign-out",
  "POST /sign-up/email",
  "POST /sign-up/phone",
  "POST /sign-up/phone/verify",
  "GET /sso/callback",
  "GET /token",
  "POST /two-factor/disable",
  "POST /two-factor/enable",
  "POST /two-factor/generate-backup-codes",
  "POST /two-factor/verify-backup-code",
  "POST /two-factor/verify-totp",
  "POST /unlink-account",
  "POST /update-password",
  "POST /update-user",
  "GET /verify-email",
];

/** Endpoints of the library that no screen needs. A new version with more fails here until they are classified. */
const CLOSED = [
  "GET /account-info",
  "POST /admin/ban-user",
  "POST /admin/create-user",
  "GET /admin/get-user",
  "POST /admin/has-permission",
  "POST /admin/impersonate-user",
  "POST /admin/list-user-sessions",
  "GET /admin/list-users",
  "POST /admin/remove-user",
  "POST /admin/revoke-user-session",
  "POST /admin/revoke-user-sessions",
  "POST /admin/set-role",
  "POST /admin/set-user-password",
  "POST /admin/stop-impersonating",
  "POST /admin/unban-user",
  "POST /admin/update-user",
  "POST /callback/:id",
  "POST /change-email",
  "POST /change-password",
  "POST /delete-user",
  "GET /delete-user/callback",
  "POST /email-otp/change-email",
  "POST /email-otp/check-verification-otp",
  "POST /email-otp/request-email-change",
  "POST /email-otp/request-password-reset",
  "POST /email-otp/reset-password",
  "POST /email-otp/verify-email",
  "GET /error",
  "POST /forget-password/email-otp",
  "POST /get-access-token",
  "POST /get-session",
  "GET /list-accounts",
  "GET /list-sessions",
  "GET /ok",
  "GET /passkey/list-user-passkeys",
  "POST /passkey/update-passkey",
  "POST /phone-number/request-password-reset",
  "POST /phone-number/reset-password",
  "POST /refresh-token",
  "POST /reset-password",
  "GET /reset-password/:token",
  "POST /revoke-session",
  "POST /two-factor/get-totp-uri",
  "POST /two-factor/send-otp",
  "POST /two-factor/verify-otp",
  "POST /update-session",
  "POST /verify-password",
];

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { ...BEHIND_PROXY, SSO: "1" } });
});
afterAll(() => shop.close());

type Endpoint = { path?: string; options?: { method?: string | string[] } };

/** Every endpoint of the sign-in service with its methods: the library's, its plugins' and ours. */
function paths(): string[] {
  const endpoints = Object.values(shop.auth.api as unknown as Record<string, Endpoint>);
  const named = endpoints.flatMap(({ path, options }) =>
    path ? [options?.method ?? []].flat().map((method) => `${method} ${path}`) : [],
  );
  return [...new Set(named)].toSorted();
}

const ask = async (who: Visitor, name: string) => {
  const [method, path = ""] = name.split(" ");
  const address = path.replace(":id", "google").replace(":token", "x".repeat(24));
  return method === "GET" ? await who.get(`/api/auth${address}`) : await who.auth(address, {});
};
const isThere = ({ status, json }: Answer) => status !== 404 || json["code"] !== "NO_SUCH_PATH";
const ENDS_SESSIONS = ["POST /sign-out", "POST /revoke-sessions"];

describe("the paths of the sign-in service", () => {
  test("are all known: each is open, or it is closed", () => {
    expect(paths()).toEqual([...OPEN, ...CLOSED].toSorted());
    expect(paths().length).toBeGreaterThan(80);
  });

  test("answer only where a screen asks, to guests, customers and admins alike", async () => {
    for (const role of ["guest", "customer", "admin"] as const) {
      const enter = async () =>
        role === "guest" ? new Visitor(shop.url) : await signedIn(shop, await makeCustomer(shop, { role }));
      const first = await enter();
      for (const name of paths()) {
        const who = ENDS_SESSIONS.includes(name) ? await enter() : first;
        expect(isThere(await ask(who, name)), `${name} for a ${role}`).toBe(OPEN.includes(name));
      }
    }
  });

  test.each([
    "/delete-user/",
    "//delete-user",
    "/Delete-User",
    "/delete%2Duser",
    "/delete-user?x=1",
    "/sign-in/../delete-user",
    "/sign-out/..%2Fdelete-user",
    "/delete-user;x",
    "/no-such-path",
  ])("%s is closed too", async (path) => {
    const customer = await makeCustomer(shop);
    const me = await signedIn(shop, customer);
    expect((await me.auth(path)).status).toBe(404);
    expect(await me.session()).not.toBeNull();
  });

  test("the last admin cannot be deleted here", async () => {
    await shop.shop.database.sql("update users set role = 'customer'");
    const admin = await makeCustomer(shop, { role: "admin" });
    const me = await signedIn(shop, admin);
    expect((await me.auth("/delete-user")).status).toBe(404);
    expect((await me.auth("/delete-user", { password: admin.password })).status).toBe(404);
    const { rows } = await shop.shop.database.sql("select id from users where role = 'admin'");
    expect(rows).toEqual([{ id: admin.id }]);
  });
});

describe("a path takes what its screen sends, and nothing else", () => {
  test.each([
    ["/sign-in/email", { password: "right-password", rememberMe: false }],
    ["/sign-in/phone-number", { phoneNumber: "08031234567", password: "x", email: "decoy@example.com" }],
    ["/phone-number/send-otp", { phoneNumber: "08031234567", email: "decoy@example.com" }],
    ["/phone-number/verify", { phoneNumber: "08031234567", code: "000000", firstName: "A" }],
    ["/sign-in/email-otp", { email: "x@example.com", otp: "000000", name: "A" }],
    ["/sign-up/email", { email: "x@example.com", password: "x", firstName: "A", lastName: "B", image: "data:," }],
    ["/sign-in/social", { provider: "google", idToken: { token: "x" } }],
    ["/link-social", { provider: "google", idToken: { token: "x" } }],
    ["/request-password-reset", { email: "x@example.com", redirectTo: "/cart" }],
    ["/two-factor/verify-totp", { code: "000000", trustDevice: true }],
    ["/two-factor/enable", { password: "right-password", issuer: "Another shop" }],
    ["/update-user", { firstName: "A", lastName: "B", image: "javascript:1" }],
    ["/update-user", { name: "Somebody Else" }],
  ])("%s refuses %j", async (path, body) => {
    const me = await signedIn(shop, await makeCustomer(shop));
    const answer = await me.auth(path, body);
    expect([answer.status, answer.json["code"]]).toEqual([400, "FIELD_NOT_ALLOWED"]);
  });

  test("a body is JSON and small", async () => {
    const me = await signedIn(shop, await makeCustomer(shop));
    const email = newEmail("large");
    expect((await me.auth("/request-password-reset", { email, x: "y".repeat(70_000) })).status).toBe(413);
    expect((await me.form("/api/auth/sign-in/email", { email, password: "x" })).status).toBe(415);
    expect((await new Visitor(shop.url).auth("/sign-in/email", [email])).status).toBe(400);
  });

  test.each(["email-verification", "forget-password", "change-email"])("no mail with a code for %s", async (type) => {
    const { email } = await makeCustomer(shop);
    const answer = await new Visitor(shop.url).auth("/email-otp/send-verification-otp", { email, type });
    expect(answer.status).toBe(400);
  });
});
