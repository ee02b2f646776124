import { afterAll, beforeAll, expect, test } from "vitest";
import { setRole } from "#app/features/accounts/commands.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { newDigits, outcome, PASSWORD, tradersOf } from "../fixtures/traders.ts";
import { BEHIND_PROXY, codeIn, makeCustomer, messageTo, newEmail } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** Adding an e-mail address to an account with a phone number. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const { addEmail, addPhone, customer, signInByPhone, rows, trader, userOf, visitor } = tradersOf(() => shop);

test("becomes its confirmed address: it signs in, recovers, and can be made an admin's", async () => {
  const me = await trader();
  const email = newEmail("trader");
  await addEmail(me.session, email.toUpperCase());
  expect(await userOf(me.id)).toEqual({
    email,
    email_verified: true,
    phone_number: me.phone,
    phone_number_verified: true,
  });
  expect((await visitor().signIn(email, PASSWORD)).status).toBe(200);
  expect((await signInByPhone(me.phone)).status).toBe(200);
  expect((await messageTo(shop, me.phone, 1)).text).toContain("email address");
  await visitor().auth("/request-password-reset", { email });
  expect((await messageTo(shop, email, 1)).text).toContain("type=recovery");
  expect(await setRole(shop.shop.db, email, "admin")).toEqual({ ok: true });
});

test("before that a number alone has no address", async () => {
  const me = await trader();
  const email = newEmail("pending");
  await me.session.auth("/own-email", { email });
  await messageTo(shop, email);
  expect((await visitor().signIn(email, PASSWORD)).status).toBe(401);
  expect(await setRole(shop.shop.db, email, "admin")).toEqual({ ok: false, reason: "unknown" });
});

test("that is taken gets the same answer; its owner a mail without a code", async () => {
  const [owner, me] = [await makeCustomer(shop), await trader()];
  const answers = [];
  for (const email of [owner.email, newEmail("free")]) {
    const asked = await me.session.auth("/own-email", { email });
    const tried = await me.session.auth("/own-email/confirm", { code: "000000" });
    answers.push([asked.status, asked.text.replace(email, ""), tried.status, tried.text]);
  }
  expect(answers[0]).toEqual(answers[1]);
  const { text } = await messageTo(shop, owner.email);
  expect(text).toContain("belongs to another");
  expect(text).not.toMatch(/\b\d{6}\b/);
  expect(await userOf(owner.id)).toMatchObject({ email: owner.email });
  expect((await userOf(me.id))?.["email"]).toMatch(/@phone\.invalid$/);
});

test("of an unconfirmed sign-up goes to the account that confirms it", async () => {
  const me = await trader();
  const squatter = await makeCustomer(shop, { verified: false, password: "thief-password" });
  await addEmail(me.session, squatter.email);
  expect(await userOf(me.id)).toMatchObject({ email: squatter.email, email_verified: true });
  expect(await userOf(squatter.id)).toBeUndefined();
  expect((await visitor().signIn(squatter.email, "thief-password")).status).toBe(401);
});

test("that was confirmed elsewhere before its code came back stays there", async () => {
  const me = await trader();
  const rival = await makeCustomer(shop, { verified: false });
  await me.session.auth("/own-email", { email: rival.email });
  const code = codeIn((await messageTo(shop, rival.email)).text);
  await rows("update users set email_verified = true where id = $1", rival.id);
  expect(outcome(await me.session.auth("/own-email/confirm", { code }))).toEqual([409, "BELONGS_TO_ANOTHER"]);
  expect(await userOf(rival.id)).toMatchObject({ email: rival.email });
});

test("cannot be replaced by another one", async () => {
  const me = await customer();
  const answer = await me.session.auth("/own-email", { email: newEmail("second") });
  expect(outcome(answer)).toEqual([400, "EMAIL_ALREADY_SET"]);
  const late = await trader();
  const email = newEmail("late");
  await late.session.auth("/own-email", { email });
  const code = codeIn((await messageTo(shop, email)).text);
  await rows("update users set email = $1, email_verified = true where id = $2", newEmail("meanwhile"), late.id);
  expect(outcome(await late.session.auth("/own-email/confirm", { code }))).toEqual([400, "EMAIL_ALREADY_SET"]);
});

test.each(["", "ada", "ada@", "08031234567@phone.invalid", "ada@shop.invalid", `${"a".repeat(250)}@example.com`])(
  "%j is no address",
  async (email) => {
    const me = await trader();
    expect((await me.session.auth("/own-email", { email })).status).toBe(400);
    expect((await userOf(me.id))?.["email"]).toMatch(/@phone\.invalid$/);
  },
);

test("a number of its own is changed, never removed, and the old one is free for others", async () => {
  const first = newDigits();
  const me = await trader(first);
  expect(outcome(await me.session.auth("/own-phone/remove"))).toEqual([400, "LAST_WAY_IN"]);
  const second = `+234${newDigits()}`;
  await addPhone(me.session, second);
  expect(await userOf(me.id)).toMatchObject({ phone_number: second });
  expect((await signInByPhone(second)).status).toBe(200);
  expect((await messageTo(shop, me.phone, 1)).text).toContain("changed");
  await trader(first);
});
