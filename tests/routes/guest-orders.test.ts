import { afterAll, beforeAll, expect, test } from "vitest";
import type { StartResult } from "#app/features/checkout/rules/start.ts";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import type { JsonAnswer } from "#app/platform/errors.server.ts";
import { newSubmissionId } from "#app/platform/submissions.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { CONTACT, makeGoods, startInput } from "../fixtures/checkout.ts";
import { signInWithGoogle } from "../fixtures/google.ts";
import { newDigits, PASSWORD, tradersOf } from "../fixtures/traders.ts";
import {
  BEHIND_PROXY,
  codeIn,
  linkIn,
  messageTo,
  newEmail,
  signedIn,
  signUp,
  type Visitor,
} from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** Guest orders are claimed by the account that has confirmed their address or number. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const { addEmail, addPhone, customer, messages, rows, trader, visitor } = tradersOf(() => shop);

/** Buys as a guest, in the browser `who`; returns the order's id. */
async function buy(contact: { email?: string; phone?: string }, who: Visitor = visitor()): Promise<string> {
  const ctx = { ...shop.shop, payments: shop.payments };
  const product = await makeGoods(shop.shop.database);
  const input = startInput([[product, 1]], { contact: { ...CONTACT, email: newEmail("guest"), ...contact } });
  const headers = { "Content-Type": "application/json", Origin: who.base };
  const { json, text } = await who.send("/checkout/start", { method: "POST", headers, body: JSON.stringify(input) });
  const started = json as JsonAnswer<StartResult>;
  if (!started.success) throw new Error(text);
  shop.demo?.paystack?.complete(started.payment.reference, { outcome: "success", webhook: "never" });
  const settled = await settlePayment(ctx, started.payment.reference);
  if (settled.state !== "paid") throw new Error(settled.state);
  return settled.order_id;
}

/** The address of the order's owner; null without an owner. */
async function ownerOf(order: string): Promise<unknown> {
  const [row] = await rows("select u.id from orders o left join users u on u.id = o.user_id where o.id = $1", order);
  return row?.["id"];
}

const idOf = async (email: string) => (await rows("select id from users where email = $1", email))[0]?.["id"];

/** Signs up at `who` with an address, opens the link there, and returns the account's id. */
async function confirmedSignUp(who: Visitor, email: string): Promise<unknown> {
  const before = (await rows("select 1 from mailbox_messages where to_address = $1", email)).length;
  expect((await signUp(who, email)).status).toBe(200);
  const { text } = await messageTo(shop, email, before, "verify-email");
  expect((await who.signIn(email, "first-password")).status).toBe(403);
  expect(await rows("select 1 from orders o join users u on u.id = o.user_id where u.email = $1", email)).toEqual([]);
  await who.get(linkIn(text, "verify-email").href);
  return await idOf(email);
}

const profileOf = async (id: unknown) =>
  (await rows("select address, city, state, postal_code from profiles where id = $1", id))[0];

test("a sign-up with an address gets its orders when its link is opened, and later ones at sign-in", async () => {
  const email = newEmail("buyer");
  const who = visitor();
  const order = await buy({ email: email.toUpperCase() }, who);
  const id = await confirmedSignUp(who, email);
  await expect.poll(() => ownerOf(order)).toBe(id);
  const page = await who.get("/profile/orders");
  expect(page.text).toContain(order.slice(0, 8).toUpperCase());
  const { address, city, state, postal_code } = CONTACT;
  await expect.poll(() => profileOf(id)).toEqual({ address, city, state, postal_code });

  const later = await buy({ email });
  expect(await ownerOf(later)).toBeNull();
  await signedIn(shop, { email, password: "first-password" });
  await expect.poll(() => ownerOf(later)).toBe(id);
});

test("the shipping address of a stranger's order does not fill in profile or checkout", async () => {
  const email = newEmail("newcomer");
  const order = await buy({ email });
  const token = (await rows("select access_token from orders where id = $1", order))[0]?.["access_token"];
  const who = visitor();
  // The confirmation in the victim's mailbox links to the order: opening it confirms nothing.
  expect((await who.get(`/checkout/payment-success?token=${String(token)}`)).status).toBe(200);
  const id = await confirmedSignUp(who, email);
  await expect.poll(() => ownerOf(order)).toBe(id);
  for (const path of ["/profile", "/checkout"]) {
    const { status, text } = await who.get(path);
    expect([path, status, text.includes(CONTACT.address)]).toEqual([path, 200, false]);
  }
  expect((await profileOf(id))?.["address"] ?? "").toBe("");
});

test("custom orders are claimed with the orders, by their own address or number only", async () => {
  const [email, digits] = [newEmail("asker"), newDigits()];
  const ask = async (change: { email?: string; phone?: string }) => {
    const fields = {
      name: "Ada",
      email: newEmail("other"),
      phone: `0${newDigits()}`,
      description: "Basins",
      quantity: "4",
    };
    const submission_id = newSubmissionId(Date.now() - 60_000);
    await visitor().form("/custom-order", { ...fields, ...change, submission_id });
    const [row] = await rows("select id from custom_orders where submission_id = $1", submission_id);
    return String(row?.["id"]);
  };
  const asker = async (id: string) =>
    (await rows("select user_id from custom_orders where id = $1", id))[0]?.["user_id"];
  const [byMail, byPhone, others] = [
    await ask({ email: email.toUpperCase() }),
    await ask({ phone: `0${digits}` }),
    await ask({}),
  ];
  const who = visitor();
  const id = await confirmedSignUp(who, email);
  await expect.poll(() => asker(byMail)).toBe(id);
  expect((await who.get("/profile/requests")).text).toContain(byMail.slice(0, 8).toUpperCase());
  expect(await asker(byPhone)).toBeNull();
  expect((await messageTo(shop, `+234${digits}`)).text).toContain(byPhone.slice(0, 8).toUpperCase());
  const { id: phoneOwner } = await trader(digits);
  await expect.poll(() => asker(byPhone)).toBe(phoneOwner);
  expect(await asker(others)).toBeNull();
});

test("a sign-up with a number gets its orders, however the number was written, after the code", async () => {
  const digits = newDigits();
  const [order, others] = [await buy({ phone: `0${digits}` }), await buy({ phone: `0${newDigits()}` })];
  const who = visitor();
  const person = { phoneNumber: `+234${digits}`, password: PASSWORD, firstName: "Ada", lastName: "Obi" };
  const { json } = await who.auth("/sign-up/phone", person);
  const code = codeIn((await messageTo(shop, `+234${digits}`)).text);
  expect(await ownerOf(order)).toBeNull();
  await who.auth("/sign-up/phone/verify", { ticket: json["ticket"], code });
  const [user] = await rows("select id from users where phone_number = $1", `+234${digits}`);
  await expect.poll(() => ownerOf(order)).toBe(user?.["id"]);
  expect(await ownerOf(others)).toBeNull();
});

test("an account made with Google gets the orders of its address", async () => {
  const email = newEmail("google");
  const order = await buy({ email });
  await signInWithGoogle(visitor(), { email, given_name: "Ada", family_name: "Obi" });
  const id = await idOf(email);
  await expect.poll(() => ownerOf(order)).toBe(id);
});

test("a number or address that is added later brings its orders when it is confirmed", async () => {
  const [me, digits, he] = [await customer(), newDigits(), await trader()];
  const byPhone = await buy({ phone: `+234 ${digits}` });
  await addPhone(me.session, `+234${digits}`);
  await expect.poll(() => ownerOf(byPhone)).toBe(me.id);
  const email = newEmail("added");
  const byEmail = await buy({ email });
  // The order's mails arrive first, so that the next one has the code.
  await expect.poll(() => messages(email)).toBe(2);
  await addEmail(he.session, email);
  await expect.poll(() => ownerOf(byEmail)).toBe(he.id);
});
