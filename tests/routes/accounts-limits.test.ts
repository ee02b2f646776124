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

/** Posts `times` bodies, from `one` or each from a unique address; returns the statuses, and the last response. */
async function repeat(path: string, times: number, body: (turn: number) => Body, one?: Visitor) {
  const answers = [];
  for (let turn = 0; turn < times; turn++) answers.push(await (one ?? new Visitor(shop.url)).auth(path, body(turn)));
  const last = answers.at(-1);
  if (!last) throw new Error("nothing was asked");
  return { answers, statuses: answers.map(({ status }) => status), last };
}

const person = { password: "first-password", firstName: "A", lastName: "B" };
/**
 * Each endpoint, the limit of a stranger at one address, the answer to strangers at many, and the longest first wait.
 */
const NAMED: [path: string, own: number, all: number, wait: number, field: "email" | "phoneNumber", body: Body][] = [
  ["/sign-in/email", 10, 429, 30, "email", { password: "wrong-password" }],
  ["/sign-in/email-otp", 10, 400, 30, "email", { otp: "000000" }],
  ["/sign-in/phone-number", 10, 429, 30, "phoneNumber", { password: "wrong-password" }],
  ["/phone-number/verify", 10, 400, 30, "phoneNumber", { code: "000000" }],
  ["/sign-up/email", 5, 429, 60, "email", { ...person, name: "A B" }],
  ["/sign-up/phone", 5, 429, 60, "phoneNumber", person],
  ["/send-verification-email", 5, 200, 60, "email", { callbackURL: "/auth/callback" }],
  ["/request-password-reset", 5, 200, 60, "email", {}],
  ["/email-otp/send-verification-otp", 5, 200, 60, "email", { type: "sign-in" }],
  ["/phone-number/send-otp", 5, 200, 60, "phoneNumber", {}],
];
let numbers = 8031112000;
const newName = (field: "email" | "phoneNumber") => (field === "email" ? newEmail("besieged") : `0${(numbers += 1)}`);
/** The same account in different spellings. */
const spelt = (name: string, turn: number) =>
  (name.includes("@")
    ? [name, name.toUpperCase(), ` ${name} `.trimEnd()]
    : [name, `+234${name.slice(1)}`, `234 ${name.slice(1)}`, `00234${name.slice(1)}`]
  )[turn % 3] ?? name;

describe("by account and origin", () => {
  test.each(NAMED)("%s takes %i from one address, in any spelling, and then asks to wait", async (...row) => {
    const [path, own, , wait, field, body] = row;
    const name = newName(field);
    const stranger = new Visitor(shop.url);
    const { statuses, last } = await repeat(
      path,
      own + 1,
      (turn) => ({ ...body, [field]: spelt(name, turn).trim() }),
      stranger,
    );
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect([last.status, last.json["code"]]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(last.headers.get("Retry-After"))).toBeLessThanOrEqual(wait);
    // Visitors from other addresses do not wait.
    expect((await new Visitor(shop.url).auth(path, { ...body, [field]: name })).status).not.toBe(429);
  });

  test.each(["/sign-in/email", "/request-password-reset"])("%s tells nothing about the account", async (path) => {
    const { email } = await makeCustomer(shop);
    const ask = (name: string) =>
      repeat(
        path,
        11,
        () => ({ email: name, ...(path.startsWith("/sign-in") && { password: "wrong-password" }) }),
        new Visitor(shop.url),
      );
    const [known, unknown] = [await ask(email), await ask(newEmail("unknown"))];
    expect(known.statuses).toEqual(unknown.statuses);
    expect(known.last.text).toBe(unknown.last.text);
  });

  test("the wait grows with each further try", async () => {
    const [email, stranger] = [newEmail(), new Visitor(shop.url)];
    const waits: number[] = [];
    for (let turn = 0; turn < 13; turn++) {
      const answer = await stranger.signIn(email, "wrong-password");
      if (answer.status !== 429) continue;
      waits.push(Number(answer.headers.get("Retry-After")));
      // As if the delay had passed.
      await shop.shop.database.sql(
        "update rate_limits set expire = expire - 1000 * 1000 where key like 'sign_in:origin:%'",
      );
    }
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeLessThanOrEqual(30);
    expect(waits[1]).toBeGreaterThan(30);
    expect(waits[1]).toBeLessThanOrEqual(60);
  });

  test("a right password starts the count of its own account and origin anew, and of no other", async () => {
    const [victim, thief] = [await makeCustomer(shop), await makeCustomer(shop)];
    const one = new Visitor(shop.url);
    await repeat("/sign-in/email", 10, () => ({ email: victim.email, password: "wrong-password" }), one);
    expect((await one.signIn(thief.email, thief.password)).status).toBe(200);
    expect((await new Visitor(shop.url, one.address).signIn(victim.email, victim.password)).status).toBe(429);
    const busy = await makeCustomer(shop);
    const desk = new Visitor(shop.url);
    for (let day = 0; day < 3; day++) {
      await repeat("/sign-in/email", 6, () => ({ email: busy.email, password: "wrong-password" }), desk);
      expect((await desk.signIn(busy.email, busy.password)).status).toBe(200);
    }
  });

  test("mails of all kinds count together, and another account is not touched", async () => {
    const [{ email }, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    const one = new Visitor(shop.url);
    const send = (path: string, body: Body = {}) => one.auth(path, { email, ...body });
    for (const turn of [1, 2]) {
      expect((await send("/request-password-reset")).status, String(turn)).toBe(200);
      expect((await send("/email-otp/send-verification-otp", { type: "sign-in" })).status).toBe(200);
    }
    expect((await send("/send-verification-email", { callbackURL: "/auth/callback" })).status).toBe(200);
    expect((await send("/request-password-reset")).status).toBe(429);
    expect((await send("/request-password-reset", { email: other.email })).status).toBe(200);
  });

  test("the wait is shown as text, without JavaScript too", async () => {
    const { email } = await makeCustomer(shop);
    const one = new Visitor(shop.url);
    const post = () => one.form("/login", { who: email, password: "wrong-password" });
    for (let turn = 0; turn < 10; turn++) expect((await post()).text).toContain("Invalid email or password.");
    const last = await post();
    expect([last.status, last.text]).toEqual([429, expect.stringMatching(/Please try again in \d+ seconds?\./)]);
    const me = await signedIn(shop, await makeCustomer(shop));
    for (let turn = 0; turn < 5; turn++) await me.auth("/reauthenticate");
    const page = await me.form("/profile", { intent: "send-code" });
    expect(page.text).toContain("Too many attempts. Please try again in 15 minutes.");
  });

  test("a burst gets no more than the limit", async () => {
    const [{ email }, one] = [await makeCustomer(shop), new Visitor(shop.url)];
    const tries = Array.from({ length: 25 }, () => one.signIn(email, "wrong-password"));
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
});

describe("by account, from ever new addresses", () => {
  const DECOYS = ["email", "phoneNumber", "username", "newEmail", "identifier"];
  test.each(NAMED)("%s is never closed to a newcomer by a few, takes %i and in a flood answers %i", async (...row) => {
    const [path, , flood, , field, body] = row;
    const name = newName(field);
    const first = await repeat(path, 25, () => ({ ...body, [field]: name }));
    expect(first.statuses).not.toContain(429);
    await shop.shop.database.sql(
      "update rate_limits set points = 6000 where key like '%:all:%' or key like '%:open:%'",
    );
    const strangers = { email: () => newEmail("decoy"), phoneNumber: () => newName("phoneNumber") };
    const { answers } = await repeat(path, DECOYS.length + 1, (turn) => {
      const decoy = DECOYS[turn] ?? field;
      const value = (decoy === "phoneNumber" ? strangers.phoneNumber : strangers.email)();
      return { ...body, ...(decoy !== field && { [decoy]: value }), [field]: name };
    });
    const reached = answers.filter(({ json }) => json["code"] !== "FIELD_NOT_ALLOWED");
    expect(reached.length).toBeGreaterThan(1);
    for (const { status } of reached) expect(status).toBe(flood);
  });

  test.each([true, false])(
    "the owner elsewhere gets a code after two others asked ten times (account: %s)",
    async (is) => {
      const email = is ? (await makeCustomer(shop)).email : newEmail("unknown");
      const ask = (who: Visitor) => who.auth("/email-otp/send-verification-otp", { email, type: "sign-in" });
      const sent = async () =>
        (await shop.shop.database.sql("select count(*)::int as n from mails where to_address = $1", [email])).rows as {
          n: number;
        }[];
      for (const one of [new Visitor(shop.url), new Visitor(shop.url)])
        for (let turn = 0; turn < 5; turn++) expect((await ask(one)).status).toBe(200);
      const [{ n } = { n: 0 }] = await sent();
      const answer = await ask(new Visitor(shop.url));
      expect([answer.status, answer.json]).toEqual([200, { success: true }]);
      expect(await sent()).toEqual([{ n: n + 1 }]);
      expect(n).toBe(6);
    },
  );

  test.each(NAMED.filter(([, , flood]) => flood === 200))(
    "%s answers the same when it sends nothing new, and sends nothing",
    async (path, _own, _all, _wait, field, body) => {
      const name = field === "email" ? (await makeCustomer(shop)).email : newName(field);
      const ask = () => new Visitor(shop.url).auth(path, { ...body, [field]: name });
      const before = await ask();
      await shop.shop.database.sql("update rate_limits set points = 50 where key like '%:open:%'");
      const count = async () => (await shop.shop.database.sql("select count(*)::int from mails")).rows;
      const mails = await count();
      const after = await ask();
      expect([after.status, after.text]).toEqual([before.status, before.text]);
      expect(await count()).toEqual(mails);
    },
  );

  test("addresses of one IPv6 customer count as one", async () => {
    const email = newEmail();
    for (let turn = 0; turn < 10; turn++)
      expect((await new Visitor(shop.url, `2001:db8:7:${turn}::1`).signIn(email, "wrong-password")).status).toBe(401);
    expect((await new Visitor(shop.url, "2001:db8:7:ffff::9").signIn(email, "wrong-password")).status).toBe(429);
    expect((await new Visitor(shop.url, "2001:db8:8::1").signIn(email, "wrong-password")).status).toBe(401);
  });
});

test("the table holds neither addresses nor numbers", async () => {
  const { rows } = await shop.shop.database.sql("select key from rate_limits");
  expect(rows.length).toBeGreaterThan(5);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|803111|10\.1\./i);
});

describe("by address", () => {
  test("answers with Retry-After, whoever is named", async () => {
    const one = new Visitor(shop.url, "10.200.0.1");
    // Requests without an identifier are limited too, and cost no hash.
    for (let turn = 0; turn < 59; turn++) expect((await one.auth("/sign-in/email", {})).status).toBe(400);
    expect((await one.signIn(newEmail(), "wrong-password")).status).toBe(401);
    const last = await one.signIn(newEmail(), "wrong-password");
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(last.headers.get("Retry-After")).toBe(last.headers.get("X-Retry-After"));
    expect((await new Visitor(shop.url, "10.200.0.2").signIn(newEmail(), "x")).status).toBe(401);
  });

  test("is not evaded by another address header", async () => {
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
