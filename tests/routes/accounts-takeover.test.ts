import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { SecurityKey } from "../fixtures/security-key.ts";
import { totpOf } from "../fixtures/totp.ts";
import {
  BEHIND_PROXY,
  linkIn,
  makeCustomer,
  messageTo,
  newEmail,
  signedIn,
  signUp,
  Visitor,
} from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  // Passkeys need a host name.
  shop = await testShop({ env: { ...BEHIND_PROXY, HOST: "localhost" } });
});
afterAll(() => shop.close());

const visitor = () => new Visitor(shop.url);
const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
const nth = async (email: string, n: number) => linkIn((await messageTo(shop, email, n)).text, "verify-email").href;

/** Enables the second factor in a session; returns the otpauth address. */
async function enrol(who: Visitor, password: string): Promise<string> {
  const uri = String((await who.auth("/two-factor/enable", { password })).json["totpURI"]);
  expect((await who.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  return uri;
}

describe("an address that a stranger signed up with first", () => {
  const NAMES = {
    firstName: "Mallory",
    lastName: "Stranger",
    name: "Mallory Stranger",
    password: "strangers-password",
  };

  test("opens with what its owner gave, by the owner's link, in any browser", async () => {
    const email = newEmail("owner");
    await signUp(visitor(), email, NAMES);
    await messageTo(shop, email);
    await signUp(visitor(), email);
    const elsewhere = visitor();
    await elsewhere.get(await nth(email, 1));
    expect((await elsewhere.session())?.user).toMatchObject({ email, name: "Ada Obi", firstName: "Ada" });
    expect((await visitor().signIn(email, "first-password")).status).toBe(200);
    expect((await visitor().signIn(email, NAMES.password)).status).toBe(401);
  });

  test("opens with what its owner gave, even by the stranger's link, in the browser that signed up", async () => {
    const email = newEmail("owner");
    await signUp(visitor(), email, NAMES);
    const link = await nth(email, 0);
    const owner = visitor();
    await signUp(owner, email);
    await owner.get(link);
    expect((await owner.session())?.user).toMatchObject({ email, name: "Ada Obi" });
    expect((await visitor().signIn(email, "first-password")).status).toBe(200);
    expect((await visitor().signIn(email, NAMES.password)).status).toBe(401);
  });

  test("the stranger's own sign-up elsewhere counts for nothing here", async () => {
    const [mine, theirs] = [newEmail("mine"), newEmail("theirs")];
    const stranger = visitor();
    await signUp(visitor(), mine);
    await signUp(stranger, theirs, NAMES);
    const opened = await stranger.get(await nth(mine, 0));
    expect(opened.headers.get("Location")).toBe("/auth/callback?confirmed=yes");
    expect((await visitor().signIn(mine, "first-password")).status).toBe(200);
  });

  test("a taken address gets the same cookie as a free one", async () => {
    const { email } = await makeCustomer(shop);
    for (const address of [email, newEmail("free")]) {
      const who = visitor();
      await signUp(who, address);
      expect(who.attributes("oja.sign_up")).toMatch(/max-age=86400.*httponly.*samesite=lax/);
    }
  });
});

test("a confirmation link does not take the place of the account in use", async () => {
  const person = await makeCustomer(shop);
  const me = await signedIn(shop, person);
  const email = newEmail("bait");
  await signUp(visitor(), email);
  await me.get(await nth(email, 0));
  expect((await me.session())?.user["email"]).toBe(person.email);
  expect(await rows("select email_verified from users where email = $1", email)).toEqual([{ email_verified: true }]);
});

describe("where the service sends people back to", () => {
  const FOREIGN = [
    "https://evil.example/x",
    "//evil.example",
    "/\\evil.example",
    "/..//evil.example/login",
    "/.//evil.example",
    "/%2e%2e//evil.example",
    "/auth/callback//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/auth/callback?next=//evil.example",
    "",
  ];

  test.each(FOREIGN)("is never %j", async (callbackURL) => {
    const who = visitor();
    const query = new URLSearchParams({ token: "x", callbackURL });
    const link = await who.get(`/api/auth/verify-email?${query}`);
    expect([link.status, link.headers.get("Location")]).toEqual([403, null]);
    for (const [path, body] of [
      ["/sign-in/social", { provider: "google" }],
      ["/sign-up/email", { email: newEmail("sent"), password: "first-password", firstName: "A", lastName: "B" }],
      ["/send-verification-email", { email: newEmail("sent") }],
    ] as const) {
      expect((await who.auth(path, { ...body, callbackURL })).status, path).toBe(403);
    }
    expect((await who.auth("/sign-in/social", { provider: "google", errorCallbackURL: callbackURL })).status).toBe(403);
  });

  test("is a page of the shop", async () => {
    const query = new URLSearchParams({ token: "x", callbackURL: "/auth/callback" });
    const link = await visitor().get(`/api/auth/verify-email?${query}`);
    expect([link.status, link.headers.get("Location")]).toEqual([302, "/auth/callback?error=INVALID_TOKEN"]);
  });
});

describe("a second factor", () => {
  test("ends other sessions when it is turned on", async () => {
    const person = await makeCustomer(shop);
    const [thief, owner] = [await signedIn(shop, person), await signedIn(shop, person)];
    await enrol(owner, person.password);
    expect(await thief.session()).toBeNull();
    expect((await owner.session())?.user["email"]).toBe(person.email);
    expect(await rows("select auth_method from sessions where user_id = $1", person.id)).toEqual([
      { auth_method: "second-factor" },
    ]);
  });

  test("is not taken off, nor the account ended, by a session that did not show it", async () => {
    const person = await makeCustomer(shop);
    const me = await signedIn(shop, person);
    await enrol(me, person.password);
    await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [person.id]);
    for (const [path, body] of [
      ["/update-password", { newPassword: "another-password" }],
      ["/two-factor/disable", { password: person.password }],
      ["/two-factor/generate-backup-codes", { password: person.password }],
      ["/own-phone", { phoneNumber: "08031234999" }],
    ] as const) {
      const answer = await me.auth(path, body);
      expect([answer.status, answer.json["code"]], path).toEqual([403, "SECOND_FACTOR_NEEDED"]);
    }
    const headers = { Origin: shop.url };
    const end = await me.send("/functions/v1/delete-user-account", { method: "POST", headers });
    expect(end.status).toBe(403);
    const form = await me.form("/profile", { intent: "delete-account", confirmed: "yes" });
    expect(form.text).toContain("Please confirm your second factor first.");
    expect(await rows("select 1 from users where id = $1", person.id)).toHaveLength(1);
  });

  test("a used code stays used when the password changes", async () => {
    const person = await makeCustomer(shop);
    const me = await signedIn(shop, person);
    const uri = await enrol(me, person.password);
    const code = totpOf(uri, 1);
    expect((await (await signedIn(shop, person)).auth("/two-factor/verify-totp", { code })).status).toBe(200);
    expect((await me.auth("/update-password", { newPassword: "another-password" })).status).toBe(200);
    const again = await signedIn(shop, { ...person, password: "another-password" });
    expect((await again.auth("/two-factor/verify-totp", { code })).status).toBe(401);
  });

  test.each([true, false])(
    "a security key that checks the person (%s) counts for both factors, or for one",
    async (checksPerson) => {
      const person = await makeCustomer(shop);
      const me = await signedIn(shop, person);
      const key = new SecurityKey({ checksPerson });
      expect(await key.register(me)).toBe(200);
      const before = visitor();
      expect((await key.signIn(before)).status).toBe(200);
      expect((await before.session())?.user["email"]).toBe(person.email);

      const uri = await enrol(me, person.password);
      const who = visitor();
      const answer = await key.signIn(who);
      expect(answer.json["twoFactorRedirect"]).toBe(checksPerson ? undefined : true);
      if (!checksPerson) {
        expect(await who.session()).toBeNull();
        expect((await who.auth("/two-factor/verify-totp", { code: totpOf(uri, 1) })).status).toBe(200);
      }
      expect((await who.session())?.session["authMethod"]).toBe("second-factor");
    },
  );
});

describe("a session that is due for renewal", () => {
  test("is renewed with a new cookie, whatever page is asked for first", async () => {
    const person = await makeCustomer(shop);
    const me = await signedIn(shop, person);
    await shop.shop.database.sql(
      "update sessions set expires_at = now() + interval '20 days', updated_at = now() - interval '10 days' where user_id = $1",
      [person.id],
    );
    const page = await me.get("/profile");
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    const asked = await me.get("/api/auth/get-session");
    expect(asked.headers.getSetCookie().join()).toMatch(/oja\.session_token=[^;]+;.*Max-Age=2592000/);
    const [row] = await rows(
      "select expires_at > now() + interval '29 days' as renewed from sessions where user_id = $1",
      person.id,
    );
    expect(row).toEqual({ renewed: true });
  });
});

describe("the published keys", () => {
  test("may be kept, and are limited by the visitor's own address", async () => {
    const answer = await visitor().get("/.well-known/jwks.json");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
    const named = "203.0.113.77";
    await visitor().get("/.well-known/jwks.json", { "X-Client-IP": named });
    expect(await rows("select 1 from auth_rate_limits where key like $1", `%${named}%`)).toEqual([]);
  });
});

test("a proxy that names the port counts visitors one by one", async () => {
  const [one, other] = [new Visitor(shop.url, "198.51.100.7:4711"), new Visitor(shop.url, "198.51.100.8:4711")];
  for (let turn = 0; turn < 20; turn++) await one.auth("/request-password-reset", { email: newEmail("port") });
  expect((await one.auth("/request-password-reset", { email: newEmail("port") })).status).toBe(429);
  expect((await other.auth("/request-password-reset", { email: newEmail("port") })).status).toBe(200);
});

test.each(["/login", "/signup", "/forgot-password", "/auth/callback"])(
  "%s takes no form of any length",
  async (path) => {
    const answer = await visitor().form(path, { who: "x".repeat(200_000) });
    expect(answer.status).toBe(413);
  },
);
