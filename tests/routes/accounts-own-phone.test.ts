import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { newDigits, outcome, tradersOf, wrongFor } from "../fixtures/traders.ts";
import { BEHIND_PROXY, codeIn, messageTo, newEmail } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** Adding a phone number to an account with an e-mail address. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const { addPhone, customer, messages, rows, signInByPhone, stale, trader, userOf, visitor } = tradersOf(() => shop);

describe("a number for an account with an address", () => {
  test.each([
    ["0", ""],
    ["+234 ", " "],
    ["00234-", "-"],
    ["234", ""],
  ])("written as %j... is added with its code, and signs in with the password", async (start, gap) => {
    const me = await customer();
    const digits = newDigits();
    const phone = `+234${digits}`;
    await addPhone(
      me.session,
      phone,
      `${start}${digits.slice(0, 3)}${gap}${digits.slice(3, 6)}${gap}${digits.slice(6)}`,
    );
    expect(await userOf(me.id)).toEqual({
      email: me.email,
      email_verified: true,
      phone_number: phone,
      phone_number_verified: true,
    });
    expect((await signInByPhone(`0${digits}`)).status).toBe(200);
    const mail = await messageTo(shop, me.email);
    expect(mail.text).toContain("phone number");
    expect(mail.text).not.toContain(digits);
  });

  test("is changed: the old one opens nothing any more and is free for others", async () => {
    const me = await customer();
    const [first, second] = [newDigits(), newDigits()];
    await addPhone(me.session, `+234${first}`);
    await addPhone(me.session, `+234${second}`);
    expect(await userOf(me.id)).toMatchObject({ email: me.email, phone_number: `+234${second}` });
    expect((await signInByPhone(`+234${first}`)).status).toBe(401);
    expect((await signInByPhone(`+234${second}`)).status).toBe(200);
    await trader(first);
  });

  test("is removed; the address stays", async () => {
    const me = await customer();
    const digits = newDigits();
    await addPhone(me.session, `+234${digits}`);
    expect((await me.session.auth("/own-phone/remove")).status).toBe(200);
    expect(await userOf(me.id)).toEqual({
      email: me.email,
      email_verified: true,
      phone_number: null,
      phone_number_verified: false,
    });
    expect((await signInByPhone(`+234${digits}`)).status).toBe(401);
    expect((await visitor().signIn(me.email, me.password)).status).toBe(200);
    await trader(digits);
  });

  test("that belongs to another account is answered like a free one, and never moves", async () => {
    const [owner, me] = [await trader(), await customer()];
    const free = newDigits();
    const answers = [];
    for (const phoneNumber of [owner.phone, `+234${free}`]) {
      const asked = await me.session.auth("/own-phone", { phoneNumber });
      const tried = await me.session.auth("/own-phone/confirm", { code: "000000" });
      answers.push([asked.status, asked.text.replace(phoneNumber, ""), tried.status, tried.text]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const { text } = await messageTo(shop, owner.phone, 1);
    expect(text).toContain("belongs to another");
    expect(text).not.toMatch(/\d{6}/);
    expect(await userOf(owner.id)).toMatchObject({ phone_number: owner.phone });
    expect(await userOf(me.id)).toMatchObject({ phone_number: null });
    // A pending entry for a taken number has no code: neither an empty one nor any guess matches.
    await me.session.auth("/own-phone", { phoneNumber: owner.phone });
    for (const code of ["", " "]) {
      expect((await me.session.auth("/own-phone/confirm", { code })).status).toBe(400);
    }
    expect(await userOf(owner.id)).toMatchObject({ phone_number: owner.phone });
  });

  test("that became another's before its code came back stays there", async () => {
    const me = await customer();
    const digits = newDigits();
    const phone = `+234${digits}`;
    await me.session.auth("/own-phone", { phoneNumber: phone });
    const code = codeIn((await messageTo(shop, phone)).text);
    const owner = await trader(digits);
    expect(outcome(await me.session.auth("/own-phone/confirm", { code }))).toEqual([409, "BELONGS_TO_ANOTHER"]);
    expect(await userOf(owner.id)).toMatchObject({ phone_number: phone });
    expect((await userOf(me.id))?.["phone_number"]).toBeNull();
  });

  test("goes to one of two accounts that answer at the same moment", async () => {
    const phone = `+234${newDigits()}`;
    const both = [await customer(), await customer()];
    const codes: string[] = [];
    for (const [turn, { session }] of both.entries()) {
      await session.auth("/own-phone", { phoneNumber: phone });
      codes.push(codeIn((await messageTo(shop, phone, turn)).text));
    }
    const answers = await Promise.all(
      both.map(({ session }, turn) => session.auth("/own-phone/confirm", { code: codes[turn] })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await rows("select 1 from users where phone_number = $1", phone)).toHaveLength(1);
  });

  test.each(["", "12345", "+------------", "not a number", "+1 202", "2348061112717@phone.invalid"])(
    "%j is no number",
    async (phoneNumber) => {
      const me = await customer();
      expect(outcome(await me.session.auth("/own-phone", { phoneNumber }))).toEqual([400, "INVALID_PHONE_NUMBER"]);
    },
  );
});

describe("codes", () => {
  test("of another account, or of another session's sign-in, fit nowhere else", async () => {
    const [me, other] = [await customer(), await customer()];
    const [mine, theirs] = [`+234${newDigits()}`, `+234${newDigits()}`];
    await me.session.auth("/own-phone", { phoneNumber: mine });
    await other.session.auth("/own-phone", { phoneNumber: theirs });
    const foreign = codeIn((await messageTo(shop, theirs)).text);
    const own = codeIn((await messageTo(shop, mine)).text);
    if (foreign !== own) {
      expect(outcome(await me.session.auth("/own-phone/confirm", { code: foreign }))).toEqual([400, "INVALID_OTP"]);
    }
    expect((await userOf(me.id))?.["phone_number"]).toBeNull();
    // A sign-in code for the same number is not valid here, and this one not for signing in.
    expect((await visitor().auth("/phone-number/verify", { phoneNumber: mine, code: own })).status).toBe(400);
    expect(await rows("select 1 from users where phone_number = $1", mine)).toEqual([]);
    expect((await me.session.auth("/own-phone/confirm", { code: own })).status).toBe(200);
  });

  test("work once, and not after five minutes", async () => {
    const me = await customer();
    const phone = `+234${newDigits()}`;
    await me.session.auth("/own-phone", { phoneNumber: phone });
    const code = codeIn((await messageTo(shop, phone)).text);
    const burst = await Promise.all([1, 2, 3].map(() => me.session.auth("/own-phone/confirm", { code })));
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await me.session.auth("/own-phone/confirm", { code }))).toEqual([400, "INVALID_OTP"]);

    const late = await customer();
    const other = `+234${newDigits()}`;
    await late.session.auth("/own-phone", { phoneNumber: other });
    const expired = codeIn((await messageTo(shop, other)).text);
    await rows("update verifications set expires_at = now() - interval '1 second' where value like $1", `%${other}%`);
    expect(outcome(await late.session.auth("/own-phone/confirm", { code: expired }))).toEqual([400, "INVALID_OTP"]);
    expect((await userOf(late.id))?.["phone_number"]).toBeNull();
  });

  test("die with the third wrong one and with the next code", async () => {
    const me = await customer();
    const phone = `+234${newDigits()}`;
    await me.session.auth("/own-phone", { phoneNumber: phone });
    const first = codeIn((await messageTo(shop, phone)).text);
    await me.session.auth("/own-phone", { phoneNumber: phone });
    const second = codeIn((await messageTo(shop, phone, 1)).text);
    const confirm = (code: string) => me.session.auth("/own-phone/confirm", { code });
    if (first !== second) expect(outcome(await confirm(first))).toEqual([400, "INVALID_OTP"]);
    else await confirm(wrongFor(second));
    expect(outcome(await confirm(wrongFor(second)))).toEqual([400, "INVALID_OTP"]);
    expect(outcome(await confirm(wrongFor(second)))).toEqual([400, "TOO_MANY_ATTEMPTS"]);
    expect(outcome(await confirm(second))).toEqual([400, "INVALID_OTP"]);
    expect((await userOf(me.id))?.["phone_number"]).toBeNull();
  });

  test("are not kept in clear", async () => {
    const me = await customer();
    const phone = `+234${newDigits()}`;
    await me.session.auth("/own-phone", { phoneNumber: phone });
    const code = codeIn((await messageTo(shop, phone)).text);
    expect(await rows("select 1 from verifications where value like $1", `%${phone}%`)).toHaveLength(1);
    expect(await rows("select 1 from verifications where value like $1", `%"${code}"%`)).toEqual([]);
  });
});

describe("who may", () => {
  test.each([
    ["/own-phone", { phoneNumber: "08031499999" }],
    ["/own-phone/confirm", { code: "123456" }],
    ["/own-phone/remove", {}],
    ["/own-email", { email: "somebody@example.com" }],
    ["/own-email/confirm", { code: "123456" }],
  ])("%s: no guest and no other site", async (path, body) => {
    expect((await visitor().auth(path, body)).status).toBe(401);
    const me = await customer();
    expect((await me.session.auth(path, body, { Origin: "https://evil.example" })).status).toBe(403);
  });

  test("a session that is not recent proves itself first, with a code that works once", async () => {
    const me = await customer();
    await stale(me.id);
    const phone = `+234${newDigits()}`;
    const ask = (nonce?: string) => me.session.auth("/own-phone", { phoneNumber: phone, nonce });
    expect(outcome(await ask())).toEqual([403, "REAUTHENTICATION_NEEDED"]);
    await me.session.auth("/reauthenticate");
    const nonce = codeIn((await messageTo(shop, me.email)).text);
    expect(outcome(await ask(wrongFor(nonce)))).toEqual([403, "REAUTHENTICATION_NEEDED"]);
    expect(outcome(await ask(nonce))).toEqual([403, "REAUTHENTICATION_NEEDED"]);
    expect(await messages(phone)).toBe(0);
    await rows("delete from rate_limits");
    await me.session.auth("/reauthenticate");
    expect(outcome(await ask(codeIn((await messageTo(shop, me.email, 1)).text)))).toEqual([200, null]);
    // A user who has just verified need not do so again for the next step.
    expect((await ask()).status).toBe(200);
  });

  test.each(["/own-phone/remove", "/own-email"])("%s asks for the same proof", async (path) => {
    const me = path === "/own-email" ? await trader() : await customer();
    await stale(me.id);
    expect(outcome(await me.session.auth(path, { email: newEmail("stale") }))).toEqual([
      403,
      "REAUTHENTICATION_NEEDED",
    ]);
  });

  test("the library's own way to move a number is closed", async () => {
    const me = await customer();
    const phone = `+234${newDigits()}`;
    await me.session.auth("/phone-number/send-otp", { phoneNumber: phone });
    const code = codeIn((await messageTo(shop, phone)).text);
    const body = { phoneNumber: phone, code, updatePhoneNumber: true };
    expect((await me.session.auth("/phone-number/verify", body)).status).toBe(400);
    expect((await userOf(me.id))?.["phone_number"]).toBeNull();
    expect((await me.session.auth("/update-user", { phoneNumber: phone })).status).toBe(400);
    expect((await me.session.auth("/update-user", { phoneNumber: null })).status).toBe(400);
  });
});

describe("limits", () => {
  test("five messages for an account, to whatever number or address", async () => {
    const me = await customer();
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) {
      statuses.push((await me.session.auth("/own-phone", { phoneNumber: `+234${newDigits()}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("a hundred messages a day to a number or an address, from whatever account and origin", async () => {
    const digits = newDigits();
    const email = newEmail("besieged");
    const byPhone = async (spelling: string) =>
      (await (await customer()).session.auth("/own-phone", { phoneNumber: spelling })).status;
    const byEmail = async (typed: string) =>
      (await (await trader()).session.auth("/own-email", { email: typed })).status;
    expect([await byPhone(`0${digits}`), await byEmail(email)]).toEqual([200, 200]);
    await shop.shop.database.sql("update rate_limits set points = 99 where key like 'sign_up:all:%'");
    expect([await byPhone(`+234 ${digits}`), await byEmail(email.toUpperCase())]).toEqual([200, 200]);
    expect([await byPhone(`0${digits}`), await byEmail(email)]).toEqual([429, 429]);
  });

  test("ten tries at codes for an account", async () => {
    const me = await customer();
    const statuses = [];
    for (let turn = 0; turn < 11; turn++) {
      statuses.push((await me.session.auth("/own-phone/confirm", { code: "000000" })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
    expect(statuses[10]).toBe(429);
  });
});
