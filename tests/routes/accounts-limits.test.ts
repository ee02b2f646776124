import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { BEHIND_PROXY, makeCustomer, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

type Body = Record<string, unknown>;

/** Posts `times` bodies, each from an address of its own; the statuses, and the last answer. */
async function repeat(path: string, times: number, body: (turn: number) => Body) {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await new Visitor(shop.url).auth(path, body(turn)));
  const last = answers.at(-1);
  if (!last) throw new Error("nothing was asked");
  return { answers, statuses: answers.map(({ status }) => status), last };
}

describe("by account, from ever new addresses", () => {
  const person = { password: "first-password", name: "A B", firstName: "A", lastName: "B" };
  test.each([
    ["/sign-in/email", 10, { password: "wrong-password" }],
    ["/sign-in/email-otp", 10, { otp: "000000" }],
    ["/email-otp/send-verification-otp", 5, { type: "sign-in" }],
    ["/request-password-reset", 5, {}],
    ["/send-verification-email", 5, { callbackURL: "/auth/callback" }],
    ["/sign-up/email", 5, person],
  ])("%s takes %i, for known and unknown addresses alike", async (path, allowed, body) => {
    const { email } = await makeCustomer(shop);
    const spellings = [email, email.toUpperCase(), `${email[0]?.toUpperCase()}${email.slice(1)}`];
    const known = await repeat(path, allowed + 1, (turn) => ({ ...body, email: spellings[turn % 3] }));
    const stranger = newEmail("unknown");
    const unknown = await repeat(path, allowed + 1, () => ({ ...body, email: stranger }));
    expect(known.statuses.slice(0, -1)).not.toContain(429);
    expect(known.statuses).toEqual(unknown.statuses);
    for (const { last } of [known, unknown]) {
      expect([last.status, last.json["code"]]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(800);
      expect(Number(last.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
    }
    expect(known.last.text).toBe(unknown.last.text);
  });

  test.each([
    ["/sign-in/phone-number", 10, { password: "wrong-password" }, "8031112001"],
    ["/phone-number/verify", 10, { code: "000000" }, "8031112002"],
    ["/phone-number/send-otp", 5, {}, "8031112003"],
    ["/sign-up/phone", 5, { password: "first-password", firstName: "A", lastName: "B" }, "8031112004"],
  ])("%s takes %i for a number in any spelling", async (path, allowed, body, digits) => {
    const spellings = [`0${digits}`, `+234${digits}`, `234 ${digits}`, `00234${digits}`];
    const { statuses, last } = await repeat(path, allowed + 1, (turn) => ({
      ...body,
      phoneNumber: spellings[turn % 4],
    }));
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect([last.status, Number(last.headers.get("Retry-After")) > 800]).toEqual([429, true]);
  });

  const DECOYS = ["email", "phoneNumber", "username", "newEmail", "identifier"];
  test.each([
    ["/sign-in/email", 10, "email", { password: "wrong-password" }],
    ["/sign-in/email-otp", 10, "email", { otp: "000000" }],
    ["/sign-in/phone-number", 10, "phoneNumber", { password: "wrong-password" }],
    ["/phone-number/verify", 10, "phoneNumber", { code: "000000" }],
    ["/sign-up/email", 5, "email", person],
    ["/sign-up/phone", 5, "phoneNumber", { password: "first-password", firstName: "A", lastName: "B" }],
    ["/send-verification-email", 5, "email", { callbackURL: "/auth/callback" }],
    ["/request-password-reset", 5, "email", {}],
    ["/email-otp/send-verification-otp", 5, "email", { type: "sign-in" }],
    ["/phone-number/send-otp", 5, "phoneNumber", {}],
  ])("%s takes %i, whatever other account the same request names", async (path, allowed, field, body) => {
    const name = field === "email" ? newEmail("besieged") : `0803${1_113_000 + allowed + path.length}`;
    const strangers = { email: () => newEmail("decoy"), phoneNumber: (turn: number) => `+23480311140${10 + turn}` };
    const { answers } = await repeat(path, allowed * 2 + DECOYS.length, (turn) => {
      const decoy = DECOYS[turn % DECOYS.length] ?? "";
      const value = (decoy === "phoneNumber" ? strangers.phoneNumber : strangers.email)(turn);
      return { ...body, ...(decoy === field ? {} : { [decoy]: value }), [field]: name };
    });
    const unseen = ["FIELD_NOT_ALLOWED", "TOO_MANY_REQUESTS"];
    const reached = answers.filter(({ json }) => !unseen.includes(String(json["code"])));
    expect(reached.length).toBeLessThanOrEqual(allowed);
    const plain = await repeat(path, allowed + 1, () => ({ ...body, [field]: name }));
    expect(plain.last.status).toBe(429);
  });

  test("a right password starts the count of its own account anew, and of no other", async () => {
    const [victim, thief] = [await makeCustomer(shop), await makeCustomer(shop)];
    await shop.shop.database.sql(
      "update users set phone_number = '+2348031115001', phone_number_verified = true where id = $1",
      [thief.id],
    );
    await repeat("/sign-in/email", 10, () => ({ email: victim.email, password: "wrong-password" }));
    const own = { phoneNumber: "+2348031115001", password: thief.password };
    expect([200, 400]).toContain(
      (await new Visitor(shop.url).auth("/sign-in/phone-number", { ...own, email: victim.email })).status,
    );
    expect((await new Visitor(shop.url).auth("/sign-in/phone-number", own)).status).toBe(200);
    expect((await new Visitor(shop.url).signIn(victim.email, victim.password)).status).toBe(429);
  });

  test("mails of all kinds count together, and another account is not touched", async () => {
    const [{ email }, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const send = (path: string, body: Body = {}) => new Visitor(shop.url).auth(path, { email, ...body });
    for (const turn of [1, 2]) {
      expect((await send("/request-password-reset")).status, String(turn)).toBe(200);
      expect((await send("/email-otp/send-verification-otp", { type: "sign-in" })).status).toBe(200);
    }
    expect((await send("/send-verification-email", { callbackURL: "/auth/callback" })).status).toBe(200);
    expect((await send("/request-password-reset")).status).toBe(429);
    expect((await send("/request-password-reset", { email: other.email })).status).toBe(200);
  });

  test("the right password is refused beyond the limit; one that came before it starts the count anew", async () => {
    const [customer, busy] = [await makeCustomer(shop), await makeCustomer(shop)];
    await repeat("/sign-in/email", 10, () => ({ email: customer.email, password: "wrong-password" }));
    expect((await new Visitor(shop.url).signIn(customer.email, customer.password)).status).toBe(429);
    for (let day = 0; day < 3; day++) {
      await repeat("/sign-in/email", 6, () => ({ email: busy.email, password: "wrong-password" }));
      expect((await new Visitor(shop.url).signIn(busy.email, busy.password)).status).toBe(200);
    }
  });

  test("the wait is said in words, also without a script", async () => {
    const { email } = await makeCustomer(shop);
    const post = () => new Visitor(shop.url).form("/login", { who: email, password: "wrong-password" });
    for (let turn = 0; turn < 10; turn++) expect((await post()).text).toContain("Invalid email or password.");
    expect((await post()).text).toContain("Too many attempts. Please try again in 15 minutes.");
    const me = await signedIn(shop, await makeCustomer(shop));
    for (let turn = 0; turn < 5; turn++) await me.auth("/reauthenticate");
    const page = await me.form("/profile", { intent: "send-code" });
    expect(page.text).toContain("Too many attempts. Please try again in 15 minutes.");
  });

  test("a burst gets no more than the limit", async () => {
    const { email } = await makeCustomer(shop);
    const tries = Array.from({ length: 25 }, () =>
      new Visitor(shop.url).auth("/sign-in/email", { email, password: "wrong-password" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test("codes asked for from within a session count as well", async () => {
    const me = await signedIn(shop, await makeCustomer(shop));
    for (let turn = 0; turn < 5; turn++) expect((await me.auth("/reauthenticate")).status).toBe(200);
    expect((await me.auth("/reauthenticate")).status).toBe(429);
    for (let turn = 0; turn < 10; turn++) await me.auth("/two-factor/enable", { password: "wrong-password" });
    const refused = await me.auth("/two-factor/enable", { password: "right-password" });
    expect(refused.status).toBe(429);
    expect(await me.session()).not.toBeNull();
  });

  test("the table holds neither addresses nor numbers", async () => {
    const { rows } = await shop.shop.database.sql("select key from rate_limits");
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|803111/i);
  });
});

describe("by address", () => {
  test("answers with Retry-After, whoever is named", async () => {
    const one = new Visitor(shop.url, "10.200.0.1");
    // What names nobody counts as well, and costs no hash.
    for (let turn = 0; turn < 59; turn++) expect((await one.auth("/sign-in/email", {})).status).toBe(400);
    expect((await one.signIn(newEmail(), "wrong-password")).status).toBe(401);
    const last = await one.signIn(newEmail(), "wrong-password");
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(last.headers.get("Retry-After")).toBe(last.headers.get("X-Retry-After"));
    expect((await new Visitor(shop.url, "10.200.0.2").signIn(newEmail(), "x")).status).toBe(401);
  });

  test("cannot be escaped by naming another address", async () => {
    const tries = Array.from({ length: 25 }, (_, turn) =>
      new Visitor(shop.url, `10.9.0.${turn}, 10.200.0.3`).auth(
        "/sign-up/phone/verify",
        { ticket: "x", code: "1" },
        { "X-Client-Ip": `10.8.0.${turn}` },
      ),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});
