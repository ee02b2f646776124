import { beforeEach, describe, expect, test } from "vitest";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { answerSearch, purgeSearches } from "#app/features/payments/commands/searches.server.ts";
import { openSearches } from "#app/features/payments/queries/searches.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import { users } from "#db/schema/auth.ts";
import { makeAttempt, makeGoods, startInput } from "#tests/fixtures/checkout.ts";
import { boss, ctx, database, ordersOf, sendEvent, setUpPayments } from "#tests/fixtures/payments.ts";
import { findPayment, type Searcher } from "./find-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

setUpPayments({ checkGapMs: 0 });

beforeEach(async () => {
  await database.sql("delete from rate_limits");
  await database.sql("delete from payment_searches");
});

const now = () => new Date(Date.now() + 3_600_000).toISOString();
const form = (change: object = {}) => ({
  amount: "3,000",
  day: now().slice(0, 10),
  hour: now().slice(11, 13),
  last4: "",
  sender: "Adaeze Obi",
  ...change,
});
let addresses = 0;
const guest = (change: Partial<Searcher> = {}): Searcher => ({
  user_id: null,
  cookies: null,
  pay_token: "",
  address: `203.0.113.${(addresses += 1)}`,
  ...change,
});
const find = async (searcher: Searcher, input: unknown = form()) =>
  await findPayment({ ...ctx, limits: createLimits(database) }, searcher, input);
const cookieOf = (token: string) => placedCookie(token, "http://shop.test").split(";")[0]!;

/** A transfer of ₦3,000.00; `isPaid` without a report. */
async function transfer(isPaid: boolean, by = {}) {
  const goods = await makeGoods(database, { stock: 10 });
  const result = await startCheckout(ctx, { ...startInput([[goods, 3]]), channel: "transfer" }, by);
  if (!result.ok || result.payment.channel !== "transfer") throw new Error(JSON.stringify(result));
  const { payment } = result;
  if (isPaid) {
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.payments.senders.set(payment.reference, { sender: "ADAEZE OBI", last4: "6789" });
  }
  return payment;
}

describe("a search", () => {
  test("finds what an account, a guest's browser or a transfer's page has paid, and makes its order", async () => {
    const [user] = await database.db
      .insert(users)
      .values({ name: "Ada", email: "searching@example.com" })
      .returning({ id: users.id });
    const own = await transfer(true, { user_id: user!.id });
    const order = `/checkout/payment-success?token=${own.access_token}`;
    expect(await find(guest({ user_id: user!.id }))).toEqual({ ok: true, href: order });
    expect(await ordersOf(own.reference)).toHaveLength(1);
    const placed = await transfer(true);
    expect(await find(guest({ cookies: cookieOf(placed.access_token) }))).toMatchObject({
      href: `/checkout/payment-success?token=${placed.access_token}`,
    });
    const sent = await transfer(true);
    expect(await find(guest({ pay_token: sent.pay_token }))).toEqual({
      ok: true,
      href: `/checkout/pay/${sent.pay_token}`,
    });
  });

  test("never another person's payment, also with its amount, time and sender; what is paid becomes its order all the same", async () => {
    const theirs = await transfer(true);
    const own = await transfer(false);
    expect(await find(guest())).toEqual({ ok: true, href: null });
    expect(await find(guest({ cookies: cookieOf(own.access_token) }))).toEqual({ ok: true, href: null });
    expect(await find(guest({ pay_token: theirs.access_token }))).toEqual({ ok: true, href: null });
    expect(await ordersOf(theirs.reference)).toHaveLength(1);
  });

  test("is not answered with an order of the same amount from another time", async () => {
    const own = await transfer(true);
    await database.sql("update payment_attempts set created_at = now() - interval '10 days' where reference = $1", [
      own.reference,
    ]);
    expect(await find(guest({ cookies: cookieOf(own.access_token) }))).toEqual({ ok: true, href: null });
  });

  test("finds an older payment of an account that has started many since", async () => {
    const [user] = await database.db
      .insert(users)
      .values({ name: "Ada", email: "many@example.com" })
      .returning({ id: users.id });
    const buyer = { user_id: user!.id };
    const own = await transfer(true, buyer);
    await database.sql("update payment_attempts set created_at = now() - interval '10 days' where reference = $1", [
      own.reference,
    ]);
    for (let more = 0; more < 11; more += 1) await makeAttempt(database, buyer);
    const then = new Date(Date.now() + 3_600_000 - 10 * 86_400_000).toISOString();
    const input = form({ day: then.slice(0, 10), hour: then.slice(11, 13) });
    expect(await find(guest(buyer), input)).toMatchObject({
      href: expect.stringContaining(own.access_token) as string,
    });
  });

  test("stays a note while the provider does not answer", async () => {
    const own = await transfer(true);
    ctx.payments.outage = "verify";
    expect(await find(guest({ cookies: cookieOf(own.access_token) }))).toEqual({ ok: true, href: null });
  });

  test("is allowed five times an hour for each address and each account; mistakes in the form do not count", async () => {
    const one = guest();
    for (let tries = 0; tries < 7; tries += 1)
      expect(await find(one, form({ amount: "x" }))).toMatchObject({ reason: "invalid" });
    for (let tries = 0; tries < 5; tries += 1) expect(await find(one)).toMatchObject({ ok: true });
    expect(await find(one)).toMatchObject({ reason: "too_many" });
    const [user] = await database.db
      .insert(users)
      .values({ name: "Eze", email: "often@example.com" })
      .returning({ id: users.id });
    for (let tries = 0; tries < 5; tries += 1) await find(guest({ user_id: user!.id }));
    expect(await find(guest({ user_id: user!.id }))).toMatchObject({ reason: "too_many" });
  });

  const tomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString().slice(0, 10);
  test.each([
    [{ amount: "three thousand" }, "amount"],
    [{ amount: "0" }, "amount"],
    [{ amount: undefined }, "amount"],
    [{ day: tomorrow, hour: "23" }, "day"],
    [{ day: "2020-01-01" }, "day"],
    [{ day: "31/12" }, "day"],
    [{ hour: "24" }, "hour"],
    [{ last4: "12a4" }, "last4"],
    [{ sender: "" }, "sender"],
    [{ sender: "x".repeat(101) }, "sender"],
    [{ amount: "", hour: "", sender: "" }, "amount", "hour", "sender"],
    [{ last4: "12a4", sender: "" }, "last4"],
  ])("with %j is refused at %s", async (change, ...fields) => {
    const result = await find(guest(), form(change));
    const errors = Object.fromEntries(fields.map((field) => [field, expect.any(String) as string]));
    expect(result).toEqual({ ok: false, reason: "invalid", errors });
  });
});

test("staff see a search with the payments that may be meant, answer it once, and it is deleted after 90 days", async () => {
  const theirs = await transfer(true);
  await sendEvent("charge.success", { id: 7, reference: "ELSEWHERE", amount: 300_000, status: "success" });
  await find(guest());
  const { rows, total } = await openSearches(database.db, boss, 1);
  expect(total).toBe(1);
  expect(rows[0]?.matches[0]).toMatchObject({ reference: theirs.reference, status: "settled" });
  expect(rows[0]?.unmatched).toContain("ELSEWHERE");
  const answer = { id: String(rows[0]?.id), note: "Told by phone" };
  expect(await answerSearch(ctx, boss, answer)).toEqual({ ok: true });
  expect(await answerSearch(ctx, boss, answer)).toMatchObject({ reason: "not_found" });
  expect((await openSearches(database.db, boss, 1)).total).toBe(0);
  expect(await purgeSearches(database.db, new Date(Date.now() + 89 * 86_400_000), 10)).toBe(0);
  expect(await purgeSearches(database.db, new Date(Date.now() + 91 * 86_400_000), 10)).toBe(1);
});
