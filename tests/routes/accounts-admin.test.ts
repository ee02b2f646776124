import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { serve } from "../fixtures/sign-in-forms.ts";
import { totpOf } from "../fixtures/totp.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, linkIn, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

const ENROL = "/admin/second-factor";

describe("a second factor required of admins", () => {
  let shop: RunningShop;

  beforeAll(async () => {
    shop = await testShop({ env: { ...BEHIND_PROXY, ADMIN_SECOND_FACTOR: "1", SSO: "1" } });
  });
  afterAll(() => shop.close());

  /** Sets one up as a signed-in visitor; returns the otpauth address. */
  async function enrol(admin: Visitor, password: string): Promise<{ uri: string; backupCodes: string[] }> {
    const enrolment = await admin.auth("/two-factor/enable", { password });
    expect(enrolment.status).toBe(200);
    const uri = String(enrolment.json["totpURI"]);
    expect((await admin.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    return { uri, backupCodes: enrolment.json["backupCodes"] as string[] };
  }

  const adminAccess = async (admin: Visitor) => ({
    page: (await admin.get(ENROL)).status,
    elsewhere: (await admin.get(ENROL)).headers.get("Location"),
    start: (await admin.get("/admin")).headers.get("Location"),
    sso: (await admin.form("/admin/single-sign-on", { intent: "add" })).headers.get("Location"),
  });
  const shut = { page: 200, elsewhere: null, start: ENROL, sso: ENROL };

  test("without one only the page to set it up opens; with it the rest does", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const admin = await signedIn(shop, who);
    expect(await adminAccess(admin)).toEqual(shut);
    expect((await admin.get(ENROL)).text).toContain("Set up a second factor");
    await enrol(admin, who.password);
    const open = await adminAccess(admin);
    expect([open.page, open.elsewhere]).toEqual([302, "/admin"]);
    expect([open.start, open.sso]).toEqual(["/admin/overview", null]);
  });

  test("an older session has to show it; one code opens it", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const older = await signedIn(shop, who);
    const { uri } = await enrol(older, who.password);
    // A session from before the shop required the factor: signed in with the password alone.
    await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [who.id]);
    expect(await adminAccess(older)).toEqual(shut);
    expect((await older.get(ENROL)).text).toContain("Confirm it is you");
    for (const [path, body] of [
      ["/two-factor/disable", { password: who.password }],
      ["/two-factor/generate-backup-codes", { password: who.password }],
      ["/update-password", { newPassword: "another-password" }],
    ] as const) {
      const answer = await older.auth(path, body);
      expect([answer.status, answer.json["code"]], `for ${path}`).toEqual([403, "SECOND_FACTOR_NEEDED"]);
    }
    expect((await older.auth("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect((await older.get(ENROL)).status).toBe(200);
    // The code of the set-up cannot be used again.
    expect((await older.auth("/two-factor/verify-totp", { code: totpOf(uri, 1) })).status).toBe(200);
    expect((await older.get(ENROL)).headers.get("Location")).toBe("/admin");
  });

  test("without it tokens name no admin, and the account cannot be ended", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    await makeCustomer(shop, { role: "admin" });
    const admin = await signedIn(shop, who);
    const roleIn = async () => {
      const { json } = await admin.get("/api/auth/token");
      return (
        (JSON.parse(Buffer.from(String(json["token"]).split(".")[1] ?? "", "base64url").toString()) as object) ?? {}
      );
    };
    const end = (code?: string) =>
      admin.send("/functions/v1/delete-user-account", {
        method: "POST",
        headers: { Origin: shop.url, "Content-Type": "application/json" },
        body: JSON.stringify({ code }),
      });
    expect(await roleIn()).toMatchObject({ role: "customer" });
    expect((await end()).status).toBe(403);
    const { uri } = await enrol(admin, who.password);
    expect(await roleIn()).toMatchObject({ role: "admin" });
    await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [who.id]);
    expect(await roleIn()).toMatchObject({ role: "customer" });
    expect((await end()).status).toBe(403);
    await shop.shop.database.sql("update sessions set auth_method = 'second-factor' where user_id = $1", [who.id]);
    expect((await end(totpOf(uri, 1))).status).toBe(200);
  });

  test("is asked for after a password, a code by mail and a recovery link; a password change keeps it", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const { uri, backupCodes } = await enrol(await signedIn(shop, who), who.password);
    const password = await signedIn(shop, who);
    expect(await password.session()).toBeNull();
    expect((await password.get(ENROL)).headers.get("Location")).toBe("/login");
    expect((await password.auth("/two-factor/verify-totp", { code: totpOf(uri, 1) })).status).toBe(200);
    expect((await password.get(ENROL)).headers.get("Location")).toBe("/admin");

    const { email } = who;
    await new Visitor(shop.url).auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const mailed = new Visitor(shop.url);
    const otp = codeIn((await messageTo(shop, email, 0, "Enter this code")).text);
    const asked = await mailed.auth("/sign-in/email-otp", { email, otp });
    expect([asked.status, asked.json["twoFactorRedirect"]]).toEqual([200, true]);
    expect(await mailed.session()).toBeNull();
    expect((await mailed.get(ENROL)).headers.get("Location")).toBe("/login");
    expect((await mailed.auth("/two-factor/verify-backup-code", { code: backupCodes[1] })).status).toBe(200);
    expect((await mailed.get(ENROL)).headers.get("Location")).toBe("/admin");

    await new Visitor(shop.url).auth("/request-password-reset", { email });
    const code = linkIn((await messageTo(shop, email, 0, "type=recovery")).text, "type=recovery").searchParams.get(
      "code",
    );
    const recovered = new Visitor(shop.url);
    expect((await recovered.auth("/exchange-code", { code })).json["twoFactorRedirect"]).toBe(true);
    expect(await recovered.session()).toBeNull();
    expect((await recovered.auth("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(200);
    expect((await recovered.auth("/update-password", { newPassword: "another-password" })).status).toBe(200);
    expect((await recovered.get(ENROL)).headers.get("Location")).toBe("/admin");
    const again = await signedIn(shop, { ...who, password: "another-password" });
    expect((await again.auth("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(401);
  });

  test("a password set on the way keeps its session when the next step fails", async () => {
    const who = await makeCustomer(shop, { role: "admin" });
    const admin = await signedIn(shop, who);
    await shop.shop.database.sql("update accounts set password = null where user_id = $1", [who.id]);
    expect((await admin.get(ENROL)).text).toContain("Set password and begin");
    serve(shop, "/two-factor/enable", () => Response.json({}, { status: 500 }));
    const refused = await admin.form(ENROL, { "sets-password": "yes", password: "a-new-password" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Authentication failed.")]);
    expect((await admin.session())?.user["email"]).toBe(who.email);
    expect((await admin.get(ENROL)).text).not.toContain("Set password and begin");
  });

  test("customers are not affected", async () => {
    const customer = await signedIn(shop, await makeCustomer(shop));
    expect((await customer.get(ENROL)).headers.get("Location")).toBe("/");
    expect((await customer.get("/profile")).headers.get("Location")).toBeNull();
  });
});
