import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authMessage } from "#app/features/accounts/rules.ts";
import type { RunningShop } from "#server/start.server.ts";
import { SecurityKey } from "../fixtures/security-key.ts";
import { totpOf } from "../fixtures/totp.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, signedIn, type Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const verify = (who: Visitor, code: string) => who.auth("/two-factor/verify-totp", { code });

/** A customer with a second factor, enabled with a code of the previous step. */
async function enrolled() {
  const person = await makeCustomer(shop);
  const session = await signedIn(shop, person);
  const started = await session.auth("/two-factor/enable", { password: person.password });
  const uri = String(started.json["totpURI"]);
  let enrolment = totpOf(uri, -1);
  // The previous step's code would be too old if the current step ended meanwhile.
  if ((await verify(session, enrolment)).status !== 200) {
    enrolment = totpOf(uri, -1);
    expect((await verify(session, enrolment)).status).toBe(200);
  }
  return { person, session, uri, enrolment };
}

test("the owner gets a notice of two-step on or off and of a new passkey, and none of a log-in", async () => {
  const { person, session, uri } = await enrolled();
  const told = (part: string) => messageTo(shop, person.email, 0, part);
  expect((await told("Two-step sign-in was turned on")).subject).toBe("Your sign-in has changed");
  expect((await verify(await signedIn(shop, person), totpOf(uri, 1))).status).toBe(200);
  expect(await new SecurityKey({ checksPerson: true }).register(session)).toBe(200);
  await told("A passkey was added");
  expect((await session.auth("/two-factor/disable", { password: person.password })).status).toBe(200);
  await told("Two-step sign-in was turned off");
  const sent = "select 1 from mails where kind = 'sign_in_changed' and to_address = $1";
  expect((await shop.shop.database.sql(sent, [person.email])).rows).toHaveLength(3);
});

test("an account with two-step is deleted with a code, once; without JavaScript too", async () => {
  const left = async (id: string) => (await shop.shop.database.sql("select 1 from users where id = $1", [id])).rows;
  const { person, session, uri } = await enrolled();
  const end = async (body?: object) => {
    const headers = { Origin: shop.url, ...(body && { "Content-Type": "application/json" }) };
    const sent = { method: "POST", headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, text } = await session.send("/functions/v1/delete-user-account", sent);
    return [status, text];
  };
  for (const [body, message] of [
    [undefined, "Please enter the code of your authenticator app."],
    [{}, "Please enter the code of your authenticator app."],
    [{ code: ["1"] }, "Please enter the code of your authenticator app."],
    [{ code: "000000" }, "This code is wrong or has expired."],
    [{ code: "no-such-backup-code" }, "This code is wrong or has expired."],
  ] as const) {
    expect(await end(body)).toEqual([422, JSON.stringify({ success: false, code: "second_factor", message })]);
  }
  expect(await left(person.id)).toHaveLength(1);
  expect(await end({ code: totpOf(uri, 1) })).toEqual([200, JSON.stringify({ success: true })]);
  expect(await left(person.id)).toEqual([]);

  const other = await enrolled();
  const form = { intent: "delete-account", for: other.person.id };
  expect((await other.session.form("/profile", form)).text).toContain("Code of your authenticator app");
  const refused = await other.session.form("/profile", { ...form, confirmed: "yes", code: "000000" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("This code is wrong or has expired.")]);
  expect(await left(other.person.id)).toHaveLength(1);
  const done = await other.session.form("/profile", { ...form, confirmed: "yes", code: ` ${totpOf(other.uri, 1)}` });
  expect(done.status).toBe(302);
  expect(await left(other.person.id)).toEqual([]);
});

describe("a code of the authenticator app", () => {
  test("opens one login, not two", async () => {
    const { person, uri } = await enrolled();
    const [first, second] = [await signedIn(shop, person), await signedIn(shop, person)];
    const code = totpOf(uri);
    expect((await verify(first, code)).status).toBe(200);
    const refused = await verify(second, code);
    expect([refused.status, refused.json["code"]]).toEqual([401, "INVALID_CODE"]);
    expect(await second.session()).toBeNull();
    expect((await verify(second, totpOf(uri, 1))).status).toBe(200);
  });

  test("opens one of many logins that come at the same moment", async () => {
    const { person, uri } = await enrolled();
    const people = [];
    for (let turn = 0; turn < 5; turn++) people.push(await signedIn(shop, person));
    const code = totpOf(uri);
    const answers = await Promise.all(people.map((who) => verify(who, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await Promise.all(people.map((who) => who.session()));
    expect(sessions.filter(Boolean)).toHaveLength(1);
  });

  test("that turned the second factor on opens no login", async () => {
    const { person, session, enrolment } = await enrolled();
    const thief = await signedIn(shop, person);
    expect((await verify(thief, enrolment)).status).toBe(401);
    expect((await verify(session, enrolment)).status).toBe(401);
  });

  test("of one account is not spent by another's", async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const who = await signedIn(shop, theirs.person);
    await verify(who, totpOf(mine.uri));
    const me = await signedIn(shop, mine.person);
    expect((await verify(me, totpOf(mine.uri))).status).toBe(200);
  });

  test("that is wrong is said like any other code", async () => {
    const { person } = await enrolled();
    const { status, json } = await verify(await signedIn(shop, person), "000000");
    const refusal = { status, code: String(json["code"]), message: String(json["message"]) };
    expect(authMessage(refusal)).toBe("This code is wrong or has expired.");
  });
});
