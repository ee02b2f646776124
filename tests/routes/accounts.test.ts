import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import {
  BEHIND_PROXY,
  codeIn,
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
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const visitor = () => new Visitor(shop.url);
const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
/** A recovery code for the address, from its mail. */
async function recoveryCode(email: string, after = 0): Promise<string> {
  expect((await visitor().auth("/request-password-reset", { email })).status).toBe(200);
  const { text } = await messageTo(shop, email, after);
  return linkIn(text, "type=recovery").searchParams.get("code") ?? "";
}

describe("sign-up and confirmation", () => {
  test("opens no session before the link; the link opens one, once, on any device", async () => {
    const email = newEmail("new");
    const ada = visitor();
    expect((await signUp(ada, email)).status).toBe(200);
    expect(await ada.session()).toBeNull();
    expect((await ada.signIn(email, "wrong-password")).status).toBe(401);
    const refused = await ada.signIn(email, "first-password");
    expect([refused.status, refused.json["code"]]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
    const link = linkIn((await messageTo(shop, email)).text, "verify-email");
    const phone = visitor();
    const first = await phone.get(link.href);
    expect([first.status, first.headers.get("Location")]).toEqual([302, "/auth/callback?confirmed=yes"]);
    expect((await phone.session())?.user["email"]).toBe(email);
    const again = visitor();
    const second = await again.get(link.href);
    expect([second.status, second.headers.get("Location")]).toEqual([302, "/auth/callback?error=link_used"]);
    expect(await again.session()).toBeNull();
    expect((await phone.get(link.href)).headers.get("Location")).toBe("/auth/callback?confirmed=yes");
    expect((await ada.signIn(email, "first-password")).status).toBe(200);
  });

  test.each([
    ["role", { role: "admin" }],
    ["emailVerified", { emailVerified: true }],
    ["banned", { banned: false }],
    ["twoFactorEnabled", { twoFactorEnabled: true }],
    ["phoneNumberVerified", { phoneNumberVerified: true }],
    ["id", { id: crypto.randomUUID() }],
  ])("a user cannot set own %s", async (name, field) => {
    const email = newEmail("mass");
    await signUp(visitor(), email, field);
    const [made] = await rows("select * from users where email = $1", email);
    expect(made ?? { role: "customer", email_verified: false }).toMatchObject({
      role: "customer",
      email_verified: false,
    });
    const customer = await makeCustomer(shop);
    const session = await signedIn(shop, customer);
    for (const path of ["/update-user", "/update-session"]) await session.auth(path, { ...field, name: "Still Me" });
    const [after] = await rows("select * from users where email = $1", customer.email);
    expect(after, `for ${name}`).toMatchObject({
      id: customer.id,
      role: "customer",
      banned: false,
      two_factor_enabled: false,
    });
    expect(after?.["phone_number_verified"]).toBe(false);
  });

  test("no path of the admin plugin changes a role", async () => {
    const customer = await makeCustomer(shop);
    const admin = await makeCustomer(shop, { role: "admin" });
    const target = await makeCustomer(shop);
    const paths = ["set-role", "update-user", "create-user", "set-user-password", "impersonate-user", "remove-user"];
    for (const who of [visitor(), await signedIn(shop, customer), await signedIn(shop, admin)]) {
      for (const path of paths) {
        const body = {
          userId: target.id,
          role: "admin",
          data: { role: "admin" },
          newPassword: "x".repeat(9),
          ...admin,
        };
        expect((await who.auth(`/admin/${path}`, body)).status, `for ${path}`).toBe(404);
      }
    }
    const asCustomer = await signedIn(shop, customer);
    for (const path of ["ban-user", "unban-user", "revoke-user-sessions", "revoke-user-session"]) {
      const { status } = await asCustomer.auth(`/admin/${path}`, { userId: target.id, sessionToken: "x" });
      expect([401, 403, 404], `for ${path}`).toContain(status);
    }
    const [after] = await rows("select role, banned from users where id = $1", target.id);
    expect(after).toEqual({ role: "customer", banned: false });
    expect((await rows("select 1 from users where role = 'admin' and id = $1", customer.id)).length).toBe(0);
  });
});

describe("known and unknown accounts look the same", () => {
  const expectSame = async (path: string, known: object, unknown: object, clean = (text: string) => text) => {
    const { password } = await shop.auth.$context;
    const hashing = [vi.spyOn(password, "hash"), vi.spyOn(password, "verify")];
    const answers = [];
    for (const body of [known, unknown]) {
      for (const spy of hashing) spy.mockClear();
      const answer = await visitor().auth(path, body);
      // Hashing takes most of the time, so its absence would reveal an unknown account.
      const hashed = hashing.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      answers.push([answer.status, clean(answer.text), answer.headers.getSetCookie().length, hashed]);
    }
    expect(answers[0]).toEqual(answers[1]);
  };
  const fields = (text: string) => text.replaceAll(/"(id|email|createdAt|updatedAt)":"[^"]*"/g, '"$1":""');

  test.each([
    ["/sign-in/email", { password: "wrong-password" }],
    ["/request-password-reset", {}],
    ["/send-verification-email", { callbackURL: "/auth/callback" }],
    ["/email-otp/send-verification-otp", { type: "sign-in" }],
    ["/sign-in/email-otp", { otp: "000000" }],
  ])("%s", async (path, body) => {
    const { email } = await makeCustomer(shop);
    await expectSame(path, { ...body, email }, { ...body, email: newEmail("unknown") });
  });

  test("sign-up of a taken address, confirmed or not; its owner gets a mail", async () => {
    const { email } = await makeCustomer(shop);
    const unconfirmed = newEmail("unconfirmed");
    await signUp(visitor(), unconfirmed);
    const form = { password: "first-password", name: "Ada Obi", firstName: "Ada", lastName: "Obi" };
    await expectSame("/sign-up/email", { ...form, email }, { ...form, email: newEmail("free") }, fields);
    await expectSame("/sign-up/email", { ...form, email: unconfirmed }, { ...form, email: newEmail("free") }, fields);
    expect((await messageTo(shop, email)).text).not.toContain("verify-email");
    expect((await messageTo(shop, unconfirmed, 1)).text).toContain("verify-email");
  });

  test("phone paths", async () => {
    const phoneNumber = "+2348031110001";
    const first = await visitor().auth("/sign-up/phone", {
      phoneNumber,
      password: "first-password",
      firstName: "A",
      lastName: "B",
    });
    const code = codeIn((await messageTo(shop, phoneNumber)).text);
    await visitor().auth("/sign-up/phone/verify", { ticket: first.json["ticket"], code });
    expect((await rows("select 1 from users where phone_number = $1", phoneNumber)).length).toBe(1);
    const free = { phoneNumber: "0803 111 0002" };
    const known = { phoneNumber };
    const ticket = (text: string) => text.replace(/"ticket":"[^"]+"/, "");
    const form = { password: "first-password", firstName: "A", lastName: "B" };
    await expectSame("/sign-up/phone", { ...form, ...known }, { ...form, ...free }, ticket);
    await expectSame(
      "/sign-in/phone-number",
      { ...known, password: "wrong-one" },
      { phoneNumber: "+2348031110003", password: "wrong-one" },
    );
    await expectSame("/phone-number/send-otp", known, { phoneNumber: "+2348031110004" });
  });
});

describe("recovery", () => {
  test("the link gives a session, sets a password without the old one, and signs out all other sessions", async () => {
    const customer = await makeCustomer(shop);
    const elsewhere = await signedIn(shop, customer);
    const other = await recoveryCode(customer.email);
    const code = await recoveryCode(customer.email, 1);
    const me = visitor();
    expect((await me.auth("/exchange-code", { code })).json).toEqual({ type: "recovery" });
    const before = me.cookieFor(new URL(shop.url));
    expect((await me.auth("/update-password", { newPassword: "five5" })).json["code"]).toBe("PASSWORD_TOO_SHORT");
    expect((await me.auth("/update-password", { newPassword: "second-password" })).status).toBe(200);
    expect(await me.session()).not.toBeNull();
    expect(await elsewhere.session()).toBeNull();
    const stolen = await visitor().get("/api/auth/get-session", { Cookie: before });
    expect(stolen.text).toBe("null");
    expect((await visitor().signIn(customer.email, customer.password)).status).toBe(401);
    expect((await visitor().signIn(customer.email, "second-password")).status).toBe(200);
    expect((await visitor().auth("/exchange-code", { code: other })).status).toBe(400);
  });

  test("a code works once, also when many ask at the same moment", async () => {
    const { email } = await makeCustomer(shop);
    const code = await recoveryCode(email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => visitor().auth("/exchange-code", { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await visitor().auth("/exchange-code", { code })).status).toBe(400);
  });

  test("expired, foreign and malformed codes open nothing", async () => {
    const { email, id } = await makeCustomer(shop);
    const code = await recoveryCode(email);
    await rows("update verifications set expires_at = now() - interval '1 second' where value = $1", id);
    const me = visitor();
    for (const wrong of [
      code,
      "x".repeat(32),
      "reset-password:x".repeat(2),
      "'; drop table users; --",
      "",
      null,
      7,
      ["a"],
    ]) {
      const answer = await me.auth("/exchange-code", { code: wrong });
      expect(answer.status, String(wrong)).toBe(400);
      expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|select /);
    }
    expect(await me.session()).toBeNull();
    expect(
      (await rows("select count(*)::int as n from verifications where identifier like '%' || $1 || '%'", code))[0],
    ).toEqual({ n: 0 });
  });
});

describe("one-time codes", () => {
  test("three wrong tries spend a code, also in a burst", async () => {
    const { email } = await makeCustomer(shop);
    await visitor().auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = codeIn((await messageTo(shop, email)).text);
    const wrong = otp === "111111" ? "222222" : "111111";
    const tryOut = (code: string) => visitor().auth("/sign-in/email-otp", { email, otp: code });
    // Concurrent requests are counted one after the other, or refused without a check.
    const burst = await Promise.all(Array.from({ length: 8 }, () => tryOut(wrong)));
    expect(burst.map(({ status }) => status)).not.toContain(200);
    await shop.shop.database.sql("delete from rate_limits");
    for (let more = 0; more < 3; more++) await tryOut(wrong);
    expect((await visitor().auth("/sign-in/email-otp", { email, otp })).status).toBe(400);
  });

  test("the right code works once", async () => {
    const { email } = await makeCustomer(shop);
    await visitor().auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = codeIn((await messageTo(shop, email)).text);
    const answers = await Promise.all([1, 2, 3].map(() => visitor().auth("/sign-in/email-otp", { email, otp })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [stored] = await rows("select value from verifications where value like $1", `%${otp}%`);
    expect(stored).toBeUndefined();
  });

  test("a code by mail replaces the password of an unconfirmed sign-up", async () => {
    const email = newEmail("prehijack");
    const thief = visitor();
    await signUp(thief, email, { password: "thief-password" });
    await messageTo(shop, email);
    await visitor().auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const otp = codeIn((await messageTo(shop, email, 1)).text);
    const owner = visitor();
    expect((await owner.auth("/sign-in/email-otp", { email, otp })).status).toBe(200);
    expect((await thief.signIn(email, "thief-password")).status).toBe(401);
  });

  test("an SMS code has three tries as well", async () => {
    const phoneNumber = "+2348031110009";
    await visitor().auth("/phone-number/send-otp", { phoneNumber: "0803 111 0009" });
    const code = codeIn((await messageTo(shop, phoneNumber)).text);
    const wrong = code === "111111" ? "222222" : "111111";
    const tries = [wrong, wrong, wrong, wrong, code];
    const answers = await Promise.all(
      tries.map((value) => visitor().auth("/phone-number/verify", { phoneNumber, code: value })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const value of [wrong, wrong, wrong])
      await visitor().auth("/phone-number/verify", { phoneNumber, code: value });
    expect((await visitor().auth("/phone-number/verify", { phoneNumber, code })).status).not.toBe(200);
  });
});
