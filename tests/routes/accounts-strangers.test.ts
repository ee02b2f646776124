import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { signInWithGoogle } from "../fixtures/google.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** Attacks of strangers: blocking owners, finding out who has an account, sending messages in the shop's name. */
let shop: RunningShop;
let numbers = 0;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const visitor = () => new Visitor(shop.url);
const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
const newPhone = () => `+2348061${String(500_000 + (numbers += 1))}`;
const form = { password: "first-password", name: "Ada Obi", firstName: "Ada", lastName: "Obi" };
const texts = async (to: string) => (await rows("select 1 from mailbox_messages where to_address = $1", to)).length;

/** Requests an account with a number; returns the ticket, and the code in its SMS. */
async function ticketFor(phoneNumber: string) {
  const before = await texts(phoneNumber);
  const { json } = await visitor().auth("/sign-up/phone", { ...form, name: undefined, phoneNumber });
  return { ticket: String(json["ticket"]), code: codeIn((await messageTo(shop, phoneNumber, before)).text) };
}

describe("the domain of accounts without an address", () => {
  test.each(["@phone.invalid", "@PHONE.INVALID", "@shop.phone.invalid", "@anything.invalid"])(
    "%s cannot be an account's address",
    async (domain) => {
      const email = `2348061112717${domain}`;
      const bodies: [string, object][] = [
        ["/sign-up/email", { ...form, email }],
        ["/sign-in/email", { email, password: "first-password" }],
        ["/email-otp/send-verification-otp", { email, type: "sign-in" }],
        ["/sign-in/email-otp", { email, otp: "000000" }],
        ["/send-verification-email", { email, callbackURL: "/auth/callback" }],
        ["/request-password-reset", { email }],
      ];
      for (const [path, body] of bodies) {
        const { status, json } = await visitor().auth(path, body);
        expect([status, json["code"]], `for ${path}`).toEqual([400, "INVALID_EMAIL"]);
      }
      const google = visitor();
      await signInWithGoogle(google, { email, given_name: "Eve", family_name: "Squatter" });
      expect(await google.session()).toBeNull();
      expect(await rows("select 1 from users where email like '2348061112717@%'")).toEqual([]);
      expect(await rows("select 1 from mails where to_address ilike '2348061112717@%'")).toEqual([]);
    },
  );

  test("a number can sign up after attempts of strangers", async () => {
    const phone = newPhone();
    await visitor().auth("/sign-up/email", { ...form, email: `${phone.slice(1)}@phone.invalid` });
    const { ticket, code } = await ticketFor(phone);
    expect((await visitor().auth("/sign-up/phone/verify", { ticket, code })).status).toBe(200);
    const other = newPhone();
    await visitor().auth("/sign-up/email", { ...form, email: `${other.slice(1)}@phone.invalid` });
    await visitor().auth("/phone-number/send-otp", { phoneNumber: other });
    const otp = codeIn((await messageTo(shop, other)).text);
    expect((await visitor().auth("/phone-number/verify", { phoneNumber: other, code: otp })).status).toBe(200);
  });
});

describe("two sign-ups for one number", () => {
  test("one after the other: the second code opens the account that the first one made", async () => {
    const phone = newPhone();
    const [first, second] = [await ticketFor(phone), await ticketFor(phone)];
    expect((await visitor().auth("/sign-up/phone/verify", first)).status).toBe(200);
    const me = visitor();
    expect((await me.auth("/sign-up/phone/verify", second)).status).toBe(200);
    expect((await me.session())?.user["phoneNumber"]).toBe(phone);
    expect(await rows("select 1 from users where phone_number = $1", phone)).toHaveLength(1);
  });

  test("at the same moment: one account, and both are in it", async () => {
    const phone = newPhone();
    const tickets = [await ticketFor(phone), await ticketFor(phone), await ticketFor(phone)];
    const people = tickets.map(() => visitor());
    const answers = await Promise.all(
      people.map((person, turn) => person.auth("/sign-up/phone/verify", tickets[turn])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const seen = await Promise.all(people.map((person) => person.session()));
    expect(new Set(seen.map((session) => session?.user["id"])).size).toBe(1);
    const [user] = await rows("select id from users where phone_number = $1", phone);
    expect(await rows("select 1 from accounts where user_id = $1", user?.["id"])).toHaveLength(1);
  });

  test("the third wrong code is said to be the last, for free and taken numbers alike", async () => {
    const taken = newPhone();
    await visitor().auth("/sign-up/phone/verify", await ticketFor(taken));
    const codes = [];
    for (const phoneNumber of [newPhone(), taken]) {
      const { json } = await visitor().auth("/sign-up/phone", { ...form, name: undefined, phoneNumber });
      const answers = [];
      for (let turn = 0; turn < 4; turn++) {
        const answer = await visitor().auth("/sign-up/phone/verify", { ticket: json["ticket"], code: "00000" });
        answers.push(answer.json["code"]);
      }
      codes.push(answers);
    }
    expect(codes[0]).toEqual(["INVALID_OTP", "INVALID_OTP", "TOO_MANY_ATTEMPTS", "INVALID_OTP"]);
    expect(codes[1]).toEqual(codes[0]);
  });
});

describe("who has an account", () => {
  test("sign-up takes as long for an unconfirmed address as for a new one", async () => {
    const took = async (email: string) => {
      const began = performance.now();
      expect((await visitor().auth("/sign-up/email", { ...form, email })).status).toBe(200);
      return performance.now() - began;
    };
    const [known, fresh]: [number[], number[]] = [[], []];
    const once = async () => {
      const email = newEmail("waiting");
      fresh.push(await took(email));
      known.push(await took(email));
      // The fastest of each: a busy machine slows some requests, but speeds up none.
      return Math.abs(Math.min(...known) - Math.min(...fresh));
    };
    for (let turn = 0; turn < 3; turn++) await once();
    // More requests bring the two closer, unless one of them is always slower.
    await expect.poll(once).toBeLessThan(250);
  });

  test("an unconfirmed address that signs up again gets a link that works", async () => {
    const email = newEmail("again");
    await visitor().auth("/sign-up/email", { ...form, email, callbackURL: "/auth/callback" });
    await visitor().auth("/sign-up/email", { ...form, email, callbackURL: "/auth/callback" });
    const { text } = await messageTo(shop, email, 1);
    const me = visitor();
    const opened = await me.get(/https?:\/\/\S+verify-email\S+/.exec(text)?.[0] ?? "");
    expect([opened.status, opened.headers.get("Location")]).toEqual([302, "/auth/callback?confirmed=yes"]);
    expect((await me.session())?.user["email"]).toBe(email);
  });
});

describe("names", () => {
  const BAD: [string, string][] = [
    ["empty", ""],
    ["blank", " \t "],
    ["long", "x".repeat(61)],
    ["very long", "x".repeat(20_000)],
    ["a control character", "Ada\u0007"],
    ["a line break", "Ada\nClick here"],
    ["zero width only", "\u200B\u2060"],
    ["a letter that shows nothing", "\u3164\u2800"],
    ["a web address", "CLAIM N500,000 at http://evil.example/win now"],
    ["a web address without its beginning", "win at evil.example now"],
    ["www", "www.evil"],
    ["an e-mail address", "ask boss@evil"],
    ["piled marks", `a${"\u0301".repeat(20)}`],
  ];

  test.each(BAD)("%s is refused in every name field", async (_, text) => {
    const me = await signedIn(shop, await makeCustomer(shop));
    for (const field of ["firstName", "lastName"]) {
      const names = { firstName: "Ada", lastName: "Obi", [field]: text };
      const email = newEmail("named");
      const answers = [
        await visitor().auth("/sign-up/email", { ...form, ...names, email }),
        await visitor().auth("/sign-up/phone", { password: form.password, ...names, phoneNumber: newPhone() }),
        await me.auth("/update-user", names),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(answers.map(({ json }) => json["code"])).toEqual(Array(3).fill("INVALID_NAME"));
      expect(await rows("select 1 from users where email = $1", email)).toEqual([]);
    }
    expect((await me.session())?.user).toMatchObject({ firstName: "Test", lastName: "Person", name: "Test Person" });
  });

  test.each(["Ọlásúnkànmí", "O'Neill-Obi", "J.B.", "A", "Ade & Sons", "李", "Nwáchukwu  Okeke", "\u202EA\u200Bda "])(
    "%j is taken",
    async (firstName) => {
      const me = await signedIn(shop, await makeCustomer(shop));
      expect((await me.auth("/update-user", { firstName, lastName: "Obi" })).status).toBe(200);
      const tidy = firstName
        .replace(/[\u202E\u200B]/g, "")
        .replace("  ", " ")
        .trim();
      expect((await me.session())?.user).toMatchObject({ firstName: tidy, lastName: "Obi", name: `${tidy} Obi` });
      expect((await me.auth("/update-user", { lastName: "Eze" })).status).toBe(200);
      expect((await me.session())?.user).toMatchObject({ firstName: tidy, name: `${tidy} Eze` });
    },
  );

  test("are sanitized when a provider sends them", async () => {
    const me = visitor();
    const email = newEmail("odd-google");
    await signInWithGoogle(me, {
      email,
      given_name: `A\u200Bda\u202E ${"x".repeat(300)}`,
      family_name: "http://evil.example/win",
    });
    const user = (await me.session())?.user as { firstName: string; lastName: string; name: string };
    expect(user.firstName).toMatch(/^Ada x{40,56}$/);
    expect(user.lastName).toBe("");
    expect(user.name).not.toMatch(/evil|[\u200B\u202E]/);
    expect(user.name.length).toBeLessThanOrEqual(121);
  });

  test("of an unconfirmed account are in no mail", async () => {
    const email = newEmail("victim");
    const call = { ...form, name: "CLAIM N500,000", firstName: "CLAIM N500,000", lastName: "call 0803 now", email };
    await visitor().auth("/sign-up/email", call);
    await visitor().auth("/request-password-reset", { email });
    await visitor().auth("/sign-up/email", call);
    await messageTo(shop, email, 2);
    const sent = await rows("select text, html from mailbox_messages where to_address = $1", email);
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toMatch(/CLAIM|500,000|0803/);
  });

  test("of a confirmed account greet its owner, and old ones that are unfit do not", async () => {
    const { email, id } = await makeCustomer(shop);
    await visitor().auth("/request-password-reset", { email });
    expect((await messageTo(shop, email)).text).toContain("Hello Test Person");
    await rows("update users set name = 'Win at http://evil.example' where id = $1", id);
    await visitor().auth("/request-password-reset", { email });
    expect((await messageTo(shop, email, 1)).text).not.toContain("evil");
  });
});
