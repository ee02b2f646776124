import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setRole } from "#app/features/accounts/commands.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { signInWithGoogle } from "../fixtures/google.ts";
import { textOf } from "../fixtures/html.ts";
import { totpOf } from "../fixtures/totp.ts";
import { newDigits, tradersOf } from "../fixtures/traders.ts";
import {
  BEHIND_PROXY,
  codeIn,
  linkIn,
  makeCustomer,
  messageTo,
  newEmail,
  signedIn,
  type Visitor,
} from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** The page that finishes a sign-in: links from mails, providers and the second factor. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const BAD_LINK = "This link is invalid or has expired. Please request a new one.";
const WRONG_CODE = "This code is wrong or has expired.";
const { rows, trader, visitor } = tradersOf(() => shop);
const sessionsOf = (id: string) => rows("select auth_method from sessions where user_id = $1", id);

/** The code in a new recovery mail to `email`. */
async function recoveryCode(email: string): Promise<string> {
  expect((await visitor().form("/forgot-password", { email })).status).toBe(200);
  return (
    linkIn((await messageTo(shop, email, 0, "type=recovery")).text, "type=recovery").searchParams.get("code") ?? ""
  );
}

/** Opens a link of the service and returns the text of the page that it ends at. */
async function open(who: Visitor, href: string): Promise<string> {
  const { headers } = await who.get(href);
  return textOf((await who.get(headers.get("Location") ?? "")).text);
}

describe("a link from a mail", () => {
  test.each([
    ["a customer", false],
    ["a customer who became an admin", true],
  ])("without type=recovery signs %s in with the current role", async (_, isAdmin) => {
    const { id, email } = await makeCustomer(shop);
    const code = await recoveryCode(email);
    if (isAdmin) expect(await setRole(shop.shop.db, email, "admin")).toEqual({ ok: true });
    const who = visitor();
    const done = await who.form(`/auth/callback?code=${code}`, { exchange: code });
    expect(done.headers.get("Location")).toBe("/");
    expect((await who.session())?.user).toMatchObject({ id, role: isAdmin ? "admin" : "customer" });
    expect(await sessionsOf(id)).toEqual([{ auth_method: "recovery" }]);
    expect(await rows("select 1 from verifications where value = $1", id)).toEqual([]);
  });

  test("with a code that has expired or was issued for another purpose opens no session", async () => {
    const { id, email } = await makeCustomer(shop);
    const code = await recoveryCode(email);
    await rows("update verifications set expires_at = now() - interval '1 second' where value = $1", id);
    const ticket = (await visitor().auth("/sign-up/phone", { ...NAMES, phoneNumber: `0${newDigits()}` })).json[
      "ticket"
    ];
    const session = await signedIn(shop, { email, password: "right-password" });
    const token = (await session.get("/api/auth/token")).json["token"];
    await session.auth("/sign-out");
    const who = visitor();
    const empty = await who.form("/auth/callback?type=recovery&code=", { exchange: "", recovery: "yes" });
    expect(empty.text).toContain("No code detected.");
    for (const issued of [code, String(ticket), String(token)]) {
      expect(issued.length).toBeGreaterThan(15);
      const forms: Record<string, string>[] = [{ exchange: issued }, { exchange: issued, recovery: "yes" }];
      for (const form of forms) {
        const refused = await who.form(`/auth/callback?code=${issued}`, form);
        expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(BAD_LINK)]);
      }
      const link = `/api/auth/verify-email?token=${encodeURIComponent(issued)}&callbackURL=/auth/callback`;
      expect(await open(who, link)).toContain(BAD_LINK);
    }
    expect([await who.session(), await sessionsOf(id)]).toEqual([null, []]);
  });

  test("opens no second session with a used code, and leaves the first one", async () => {
    const { id, email } = await makeCustomer(shop);
    const code = await recoveryCode(email);
    const [first, second] = [visitor(), visitor()];
    const exchange = (who: Visitor) => who.form(`/auth/callback?code=${code}`, { exchange: code });
    expect((await exchange(first)).status).toBe(302);
    expect((await exchange(second)).text).toContain(BAD_LINK);
    expect([await second.session(), (await first.session())?.user["id"]]).toEqual([null, id]);
    expect(await sessionsOf(id)).toHaveLength(1);
  });
});

const NAMES = { password: "first-password", firstName: "Ada", lastName: "Obi" };

test("an expired, forged or foreign confirmation link confirms no address; the right one confirms once", async () => {
  const email = newEmail("linked");
  await visitor().form("/signup", { ...NAMES, who: email });
  const link = linkIn((await messageTo(shop, email)).text, "verify-email");
  const [user] = await rows("select id from users where email = $1", email);
  const id = String(user?.["id"]);
  const isConfirmed = async () =>
    (await rows("select email_verified from users where id = $1", id))[0]?.["email_verified"];
  /** The link with changed claims, signed with `secret`, by default the shop's own. */
  const resigned = async (change: object = {}, secret?: string) => {
    const key = new TextEncoder().encode(secret ?? (await shop.auth.$context).secret);
    const claims = { ...decodeJwt(link.searchParams.get("token") ?? ""), ...change };
    const changed = new URL(link);
    changed.searchParams.set("token", await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(key));
    return changed.href;
  };
  expect(await resigned()).toBe(link.href);
  const who = visitor();
  for (const href of [
    await resigned({ exp: Math.floor(Date.now() / 1000) - 1 }),
    await resigned({}, "another-secret-of-at-least-32-characters"),
    "/api/auth/verify-email?token=abc&callbackURL=/auth/callback",
  ]) {
    expect(await open(who, href)).toContain(BAD_LINK);
    expect([await isConfirmed(), await sessionsOf(id), await who.session()]).toEqual([false, [], null]);
  }
  expect((await who.get(link.href)).headers.get("Location")).toBe("/auth/callback?confirmed=yes");
  expect([await isConfirmed(), (await sessionsOf(id)).length]).toEqual([true, 1]);
  const stranger = visitor();
  expect(await open(stranger, link.href)).toContain("This link has been used already.");
  expect([await stranger.session(), (await sessionsOf(id)).length]).toEqual([null, 1]);
});

test.each([
  ["?type=recovery", "No code detected."],
  ["?error=INVALID_TOKEN", BAD_LINK],
  ["?provider=google&error=access_denied", "The sign-in was cancelled."],
  ["?provider=google&error=%3Cscript%3E", "Google sign-in failed. Please try again."],
  ["?error=unable_to_get_user_info&provider=google", "Google did not confirm your email address."],
  ["?error=state_mismatch&provider=google", "This sign-in was started in another browser or took too long."],
  ["?error=sso_removed&provider=sso", "Single sign-on for this domain was switched off."],
  ["?error=sso_other_domain&provider=sso", "Your company's login named an address of another domain."],
  ["?error=sso_unconfirmed&provider=sso", "Your company's login has not confirmed your email address."],
])("the callback %s is an Authentication Error with a link to the login: %s", async (query, message) => {
  const { text } = await visitor().get(`/auth/callback${query}`);
  expect(textOf(text)).toContain(message);
  expect(text).toContain("Authentication Error");
  expect(textOf(text)).toMatch(/<a [^>]*href="\/login"[^>]*>Return to login<\/a>/);
});

describe("the second factor", () => {
  type Account = { email: string; phone: string; password: string };

  const byPassword = async (who: Visitor, { email, password }: Account) =>
    (await who.form("/login", { who: email, password })).headers.get("Location");
  async function byCode(who: Visitor, { email }: Account) {
    await who.form("/login", { who: email, "one-time": "yes" });
    const code = codeIn((await messageTo(shop, email, 0, "Enter this code")).text);
    return (await who.form("/login", { who: email, "one-time": "yes", code })).headers.get("Location");
  }
  async function byLink(who: Visitor, { email }: Account) {
    const code = await recoveryCode(email);
    return (await who.form("/auth/callback", { exchange: code, recovery: "yes" })).headers.get("Location");
  }
  async function bySms(who: Visitor, { phone }: Account) {
    await who.form("/forgot-password", { email: phone });
    const code = codeIn((await messageTo(shop, phone, 2, "code is")).text);
    return (await who.form("/forgot-password", { email: phone, recovery: "yes", code })).headers.get("Location");
  }
  const byGoogle = async (who: Visitor, { email }: Account) =>
    (await signInWithGoogle(who, { email, given_name: "Ada", family_name: "Obi" })).headers.get("Location");

  test.each([
    ["a password", byPassword, "/auth/callback?mfa=required", "/"],
    ["a one-time code by mail", byCode, "/auth/callback?mfa=required", "/"],
    ["a recovery link", byLink, "/auth/callback?mfa=required&type=recovery", "/profile?reset=true"],
    ["a recovery code by SMS", bySms, "/auth/callback?mfa=required&type=recovery", "/profile?reset=true"],
    ["Google", byGoogle, "/auth/callback?provider=google&mfa=required", "/"],
  ])("is required after %s: no session before the right code", async (way, signIn, page, end) => {
    const account = way.includes("SMS") ? await trader() : { ...(await makeCustomer(shop)), phone: "" };
    const [user] = await rows("select id, email from users where id = $1", account.id);
    const known = { password: "right-password", phone: account.phone, email: String(user?.["email"]) };
    const owner = "session" in account ? account.session : await signedIn(shop, known);
    const { json } = await owner.auth("/two-factor/enable", { password: known.password });
    const [uri, backup] = [String(json["totpURI"]), json["backupCodes"] as string[]];
    expect((await owner.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    await owner.auth("/sign-out");

    const who = visitor();
    expect(await signIn(who, known)).toBe(page);
    expect((await who.get(page)).text).toContain("Enter the code that your authenticator app shows now.");
    const recovery = page.includes("recovery") ? { recovery: "yes" } : null;
    const refused = await who.form(page, { "second-factor": "000000", ...recovery });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(WRONG_CODE)]);
    expect([await who.session(), await sessionsOf(account.id)]).toEqual([null, []]);
    const code = way === "a password" ? (backup[0] ?? "") : totpOf(uri, 1);
    const done = await who.form(page, { "second-factor": code, ...recovery });
    expect(done.headers.get("Location")).toBe(end);
    expect(await sessionsOf(account.id)).toEqual([{ auth_method: "second-factor" }]);
  });

  test("new backup codes replace the old ones", async () => {
    const account = await makeCustomer(shop);
    const owner = await signedIn(shop, account);
    const { json } = await owner.auth("/two-factor/enable", { password: account.password });
    await owner.auth("/two-factor/verify-totp", { code: totpOf(String(json["totpURI"])) });
    const old = json["backupCodes"] as string[];
    const { password } = account;
    const codes = (await owner.auth("/two-factor/generate-backup-codes", { password })).json["backupCodes"] as string[];
    expect(new Set([...codes, ...old]).size).toBe(20);
    const who = visitor();
    await byPassword(who, { ...account, phone: "" });
    for (const [code = "", status] of [
      [old[0], 422],
      [old[9], 422],
      [codes[9], 302],
    ] as const)
      expect((await who.form("/auth/callback?mfa=required", { "second-factor": code })).status).toBe(status);
    expect((await who.session())?.user["id"]).toBe(account.id);
  });
});
