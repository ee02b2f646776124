import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { answerGoogle } from "../fixtures/google.ts";
import { totpOf } from "../fixtures/totp.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, linkIn, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

const ENROL = "/admin/second-factor";

describe("a second factor required of admins", () => {
  let shop: RunningShop;

  beforeAll(async () => {
    shop = await testShop({ env: { ...BEHIND_PROXY, ADMIN_SECOND_FACTOR: "1", SSO: "1" } });
  });
  afterAll(() => shop.close());

  /** Sets one up from a signed-in visitor; the address that an app would scan. */
  async function enrol(admin: Visitor, password: string): Promise<{ uri: string; backupCodes: string[] }> {
    const begun = await admin.auth("/two-factor/enable", { password });
    expect(begun.status).toBe(200);
    const uri = String(begun.json["totpURI"]);
    expect((await admin.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    return { uri, backupCodes: begun.json["backupCodes"] as string[] };
  }

  const doors = async (admin: Visitor) => ({
    page: (await admin.get(ENROL)).status,
    elsewhere: (await admin.get(ENROL)).headers.get("Location"),
    ban: (await admin.auth("/admin/ban-user", { userId: crypto.randomUUID() })).json["code"],
    sso: (await admin.auth("/sso/register", {})).json["code"],
  });
  const shut = { page: 200, elsewhere: null, ban: "SECOND_FACTOR_NEEDED", sso: "SECOND_FACTOR_NEEDED" };

  test("without one only the page to set it up opens; with it the rest does", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const admin = await signedIn(shop, who);
    expect(await doors(admin)).toEqual(shut);
    expect((await admin.get(ENROL)).text).toContain("Set up a second factor");
    await enrol(admin, who.password);
    const open = await doors(admin);
    expect([open.page, open.elsewhere]).toEqual([302, "/admin"]);
    expect([open.ban, open.sso]).not.toContain("SECOND_FACTOR_NEEDED");
  });

  test("an older session has to show it; one code opens it", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const [older, admin] = [await signedIn(shop, who), await signedIn(shop, who)];
    const { uri } = await enrol(admin, who.password);
    expect(await doors(older)).toEqual(shut);
    expect((await older.get(ENROL)).text).toContain("Confirm it is you");
    for (const path of [
      "/two-factor/disable",
      "/two-factor/generate-backup-codes",
      "/update-password",
      "/delete-user",
    ]) {
      const answer = await older.auth(path, { password: who.password, newPassword: "another-password" });
      expect([answer.status, answer.json["code"]], `for ${path}`).toEqual([403, "SECOND_FACTOR_NEEDED"]);
    }
    expect((await older.auth("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect((await older.get(ENROL)).status).toBe(200);
    expect((await older.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    expect((await older.get(ENROL)).headers.get("Location")).toBe("/admin");
  });

  test("is asked for after a password, a code by mail and a recovery link; a password change keeps it", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const { uri, backupCodes } = await enrol(await signedIn(shop, who), who.password);
    const password = await signedIn(shop, who);
    expect(await password.session()).toBeNull();
    expect((await password.get(ENROL)).headers.get("Location")).toBe("/login");
    expect((await password.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    expect((await password.get(ENROL)).headers.get("Location")).toBe("/admin");

    await new Visitor(shop.url).auth("/request-password-reset", { email: who.email });
    const code = linkIn((await messageTo(shop, who.email)).text, "type=recovery").searchParams.get("code");
    const recovered = new Visitor(shop.url);
    expect((await recovered.auth("/exchange-code", { code })).json["twoFactorRedirect"]).toBe(true);
    expect(await recovered.session()).toBeNull();
    expect((await recovered.auth("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(200);
    expect((await recovered.auth("/update-password", { newPassword: "another-password" })).status).toBe(200);
    expect((await recovered.get(ENROL)).headers.get("Location")).toBe("/admin");
    const again = await signedIn(shop, { ...who, password: "another-password" });
    expect((await again.auth("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(401);
  });

  test("customers are not concerned", async () => {
    const customer = await signedIn(shop, await makeCustomer(shop));
    expect((await customer.get(ENROL)).headers.get("Location")).toBe("/");
    expect((await customer.get("/profile")).headers.get("Location")).toBeNull();
  });
});

describe("single sign-on", () => {
  let shop: RunningShop;
  beforeAll(async () => {
    shop = await testShop({ env: { ...BEHIND_PROXY, SSO: "1" } });
  });
  afterAll(() => shop.close());

  const registration = (more: object = {}) => {
    const settings = shop.demo?.googleSettings;
    if (!settings) throw new Error("The stand-in is not running.");
    return {
      providerId: "demo",
      domain: "acme.example",
      issuer: settings.issuer,
      oidcConfig: {
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        skipDiscovery: true,
        authorizationEndpoint: settings.authorizationUrl,
        tokenEndpoint: settings.tokenUrl,
        jwksEndpoint: settings.jwksUrl,
        tokenEndpointAuthentication: "client_secret_post",
        pkce: true,
        scopes: ["openid", "email", "profile"],
        ...more,
      },
    };
  };

  test("guests and customers cannot set one up", async () => {
    expect((await new Visitor(shop.url).auth("/sso/register", registration())).status).toBe(401);
    const customer = await signedIn(shop, await makeCustomer(shop));
    expect((await customer.auth("/sso/register", registration())).status).toBe(403);
    expect((await shop.shop.database.sql("select 1 from sso_providers")).rows).toEqual([]);
  });

  test("an admin sets it up; people of that domain come in through it and stay customers", async () => {
    const admin = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
    for (const inside of ["http://127.0.0.1:1/token", "http://169.254.169.254/latest", "http://10.0.0.1/token"]) {
      expect((await admin.auth("/sso/register", registration({ tokenEndpoint: inside }))).status, inside).toBe(400);
    }
    const registered = await admin.auth("/sso/register", registration());
    expect([registered.status, registered.text]).toEqual([200, expect.stringContaining("acme.example")]);
    const customer = await signedIn(shop, await makeCustomer(shop));
    for (const path of ["/sso/update-provider", "/sso/delete-provider"]) {
      expect([401, 403, 404]).toContain(
        (await customer.auth(path, { providerId: "demo", domain: "evil.example" })).status,
      );
    }
    const worker = new Visitor(shop.url);
    const email = newEmail("worker").replace("example.com", "acme.example");
    const begun = await worker.auth("/sign-in/sso", { email, callbackURL: "/auth/callback?provider=sso" });
    expect(begun.status).toBe(200);
    const back = await answerGoogle(worker, new URL(String(begun.json["url"])), {
      email,
      given_name: "Bola",
      family_name: "Ade",
    });
    expect((await worker.get(back.href)).headers.get("Location")).toContain("/auth/callback?provider=sso");
    expect((await worker.session())?.user).toMatchObject({ email, role: "customer" });
  });

  test("the provider of one domain opens no account of another", async () => {
    const victim = await makeCustomer(shop, { email: newEmail("victim") });
    const thief = new Visitor(shop.url);
    const begun = await thief.auth("/sign-in/sso", { email: "x@acme.example", callbackURL: "/auth/callback" });
    const person = { email: victim.email, given_name: "Eve", family_name: "X" };
    const back = await answerGoogle(thief, new URL(String(begun.json["url"])), person);
    await thief.get(back.href);
    expect((await thief.session())?.user["id"]).not.toBe(victim.id);
  });

  test("is off unless the shop wants it", async () => {
    const off = await testShop({ env: BEHIND_PROXY });
    const admin = await signedIn(off, await makeCustomer(off, { role: "admin" }));
    for (const path of ["/sso/register", "/sign-in/sso"]) expect((await admin.auth(path, {})).status).toBe(404);
    await off.close();
  });
});
