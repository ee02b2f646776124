import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { payHref } from "#app/features/payments/links.ts";
import { users } from "#db/schema/auth.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import {
  attemptOf,
  bytes,
  ctx,
  database,
  ordersOf,
  reviewsOf,
  sendEvent,
  setUpPayments,
} from "#tests/fixtures/payments.ts";
import { checkoutStatus } from "./check-checkout.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";
import { restartPayment } from "./restart-payment.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout, type StartInput } from "./start-checkout.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";
import { transferPage, transferState } from "./transfer-page.server.ts";

/** Payments by transfer to the account number on the shop's own page. */
setUpPayments({ checkGapMs: 0 });

const STRANGER = { user_id: null, cookies: null };

async function start(input: StartInput, by = {}) {
  const result = await startCheckout(ctx, { ...input, channel: "transfer" }, by);
  if (!result.ok || result.payment.channel !== "transfer") throw new Error(JSON.stringify(result));
  return result.payment;
}

/** A transfer of ₦3,000.00 for 3 of 10 units. */
async function transfer(by = {}) {
  const goods = await makeGoods(database, { stock: 10 });
  const input = startInput([[goods, 3, 100_000]]);
  return { goods, input, payment: await start(input, by) };
}

const rejected = (transaction_id: string, amount: number, email = "nobody@example.com") =>
  sendEvent("bank.transfer.rejected", { bank_transfer: { transaction_id, amount }, customer: { email } });

describe("starting", () => {
  test("gives an account number for 30 minutes and holds the goods for 45", async () => {
    const { goods, payment } = await transfer();
    const attempt = await attemptOf(payment.reference);
    expect(attempt).toMatchObject({ channel: "transfer", access_code: null, bank_name: "Test Bank" });
    const minutes = (time: Date | null | undefined) =>
      Math.round(((time?.getTime() ?? 0) - (attempt?.created_at.getTime() ?? 0)) / 60_000);
    expect([minutes(attempt?.account_expires_at), minutes(attempt?.hold_expires_at)]).toEqual([30, 45]);
    expect(await stockNow(database, [goods])).toEqual([7]);
  });

  test("an account that the provider keeps longer is offered only while the goods are held", async () => {
    ctx.payments.accountMinutes = 480;
    const { payment } = await transfer();
    const attempt = await attemptOf(payment.reference);
    expect(attempt?.account_expires_at).toEqual(attempt?.hold_expires_at);
  });

  test("two taps and two tabs get one account number; after its time, a new one", async () => {
    const { input, payment } = await transfer();
    const again = await Promise.all([start(input), start(input)]);
    expect(again.map(({ pay_token }) => pay_token)).toEqual([payment.pay_token, payment.pay_token]);
    expect(ctx.payments.charges).toBe(1);
    ctx.advance(29);
    expect((await start(input)).pay_token).not.toBe(payment.pay_token);
  });

  test("a charge without an answer shows no account; the retry gets the only one that is ever shown", async () => {
    const input = startInput([[await makeGoods(database), 1]]);
    ctx.payments.chargeFault = "lose";
    const lost = await startCheckout(ctx, { ...input, channel: "transfer" });
    expect(lost).toMatchObject({ ok: false, reason: "provider_unavailable" });
    ctx.payments.chargeFault = null;
    const payment = await start(input);
    const accounts = await database.db
      .select({ number: payment_attempts.account_number })
      .from(payment_attempts)
      .where(eq(payment_attempts.checkout_id, input.checkout_id));
    expect(accounts.filter(({ number }) => number !== null)).toHaveLength(1);
    expect((await start(input)).pay_token).toBe(payment.pay_token);
  });

  test("a slow charge ends in time and shows no account; another try gets one for the same goods", async () => {
    const goods = await makeGoods(database, { stock: 3 });
    const input = startInput([[goods, 3]]);
    ctx.startTimeoutMs = 40;
    ctx.payments.silent = true;
    const slow = await startCheckout(ctx, { ...input, channel: "transfer" });
    expect(slow).toMatchObject({
      reason: "provider_unavailable",
      message: expect.stringContaining("try again") as string,
    });
    ctx.payments.silent = false;
    ctx.startTimeoutMs = 60_000;
    expect((await start(input)).channel).toBe("transfer");
    expect(await stockNow(database, [goods])).toEqual([0]);
  });

  test("a refusal closes the attempt, gives its goods back and names the other way", async () => {
    const goods = await makeGoods(database, { stock: 10 });
    ctx.payments.chargeFault = "refuse";
    const result = await startCheckout(ctx, { ...startInput([[goods, 3]]), channel: "transfer" });
    expect(result).toMatchObject({
      ok: false,
      reason: "refused",
      message: expect.stringContaining("pay by card") as string,
    });
    expect(await stockNow(database, [goods])).toEqual([10]);
  });

  test("less than ₦100.00 cannot be transferred", async () => {
    const goods = await makeGoods(database, { price_kobo: 6_000 });
    const result = await startCheckout(ctx, { ...startInput([[goods, 1]]), channel: "transfer" });
    expect(result).toMatchObject({ ok: false, reason: "refused" });
    expect(ctx.payments.charges).toBe(0);
  });
});

describe("the page", () => {
  test("is the same for everyone, and the order only for its buyer", async () => {
    const [user] = await database.db
      .insert(users)
      .values({ name: "Ada", email: "transfer-buyer@example.com" })
      .returning({ id: users.id });
    const buyer = { user_id: user!.id, cookies: null };
    const { payment } = await transfer(buyer);
    const seen = await transferPage(ctx, payment.pay_token, STRANGER);
    expect(seen).toMatchObject({ state: "open", awaited: { amount_kobo: 300_000, may_use_card: false } });
    const { customer_name, customer_email, customer_phone, address, access_token } = (await attemptOf(
      payment.reference,
    ))!;
    for (const personal of [customer_name, customer_email, customer_phone, address, access_token, user!.id])
      expect(JSON.stringify(seen)).not.toContain(personal);
    ctx.payments.set(payment.reference, { status: "success" });
    // The answer of a moment ago may still be the last one.
    await expect
      .poll(() => transferPage(ctx, payment.pay_token, buyer))
      .toEqual({ to: `/checkout/payment-success?token=${payment.access_token}` });
    expect(await transferPage(ctx, payment.pay_token, STRANGER)).toMatchObject({ state: "paid", awaited: null });
  });

  test("knows a guest by the cookie of the start, and no token but its own", async () => {
    const { payment } = await transfer();
    const cookies = placedCookie(payment.access_token, "http://shop.test").split(";")[0]!;
    expect(await transferPage(ctx, payment.pay_token, { user_id: null, cookies })).toMatchObject({
      awaited: { may_use_card: true },
    });
    for (const token of ["", "x", "A".repeat(32), payment.access_token])
      expect([await transferPage(ctx, token, STRANGER), await transferState(ctx, token)]).toEqual([null, null]);
  });

  test("names a wrong amount, reported without a reference before the transaction's id is known", async () => {
    const { input, payment } = await transfer();
    await rejected(payment.reference, 250_000, input.contact.email.toUpperCase());
    expect(await transferPage(ctx, payment.pay_token, STRANGER)).toMatchObject({
      state: "open",
      rejected: { text: "You sent ₦2,500.00; the bank returns it; send exactly ₦3,000.00." },
    });
    await rejected(payment.reference, 300_000);
    expect(await transferPage(ctx, payment.pay_token, STRANGER)).toMatchObject({
      rejected: { text: "Your transfer of ₦3,000.00 came too late; the bank returns it." },
    });
    await rejected("a stranger's", 1);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
  });

  test("after the clock another account number replaces it, and the old one is watched for 72 hours", async () => {
    const { payment } = await transfer();
    ctx.advance(31);
    expect(await transferState(ctx, payment.pay_token)).toEqual({ state: "ended", rejected_at: null });
    const input = { pay_token: payment.pay_token, channel: "transfer", address: null, visitor: STRANGER } as const;
    const [one, two] = [await restartPayment(ctx, input), await restartPayment(ctx, input)];
    if (!one.ok || one.payment.channel !== "transfer") throw new Error(JSON.stringify(one));
    expect(two).toEqual(one);
    expect(await transferPage(ctx, payment.pay_token, STRANGER)).toEqual({ to: payHref(one.payment.pay_token) });
    ctx.advance(71 * 60);
    await sweepPayments(ctx);
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.advance(61);
    await sweepPayments(ctx);
    expect(await ordersOf(payment.reference)).toHaveLength(1);
  });

  test("the goods stay held while an account number for them is valid, also after the way to pay has changed", async () => {
    const { goods, input, payment } = await transfer();
    ctx.advance(1);
    const card = await startCheckout(ctx, { ...input, channel: "popup" });
    if (!card.ok) throw new Error(JSON.stringify(card));
    expect(card.payment.held_until).toBe((await attemptOf(payment.reference))?.account_expires_at?.getTime());
    ctx.advance(28);
    await sweepPayments(ctx);
    expect(await stockNow(database, [goods])).toEqual([7]);
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await stockNow(database, [goods])).toEqual([10]);
  });

  test("only the buyer opens the window from it; a transfer that arrives as well is a duplicate payment", async () => {
    const { payment } = await transfer();
    const input = { pay_token: payment.pay_token, channel: "popup", address: null } as const;
    const [other] = await database.db
      .insert(users)
      .values({ name: "Eze", email: "another-account@example.com" })
      .returning({ id: users.id });
    for (const visitor of [STRANGER, { user_id: other!.id, cookies: null }]) {
      expect(await transferPage(ctx, payment.pay_token, visitor)).toMatchObject({ awaited: { may_use_card: false } });
      expect(await restartPayment(ctx, { ...input, visitor })).toMatchObject({ reason: "not_buyer" });
    }
    const cookies = placedCookie(payment.access_token, "http://shop.test").split(";")[0]!;
    const card = await restartPayment(ctx, { ...input, visitor: { user_id: null, cookies } });
    if (!card.ok) throw new Error(JSON.stringify(card));
    ctx.payments.set(card.payment.reference, { status: "success" });
    await settlePayment(ctx, card.payment.reference);
    ctx.payments.set(payment.reference, { status: "success" });
    await sendEvent("charge.success", { id: 1, reference: payment.reference, status: "success" });
    expect((await reviewsOf(payment.reference)).map(({ reason }) => reason)).toEqual(["duplicate_payment"]);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
    expect(await transferState(ctx, payment.pay_token)).toMatchObject({ state: "paid" });
    const again = { ...input, channel: "transfer", visitor: STRANGER } as const;
    expect(await restartPayment(ctx, again)).toMatchObject({ reason: "already_paid" });
  });

  test("changed prices are refused, and an unknown page is not found", async () => {
    const { goods, payment } = await transfer();
    await database.sql("update products set price_kobo = price_kobo + 100 where id = $1", [goods]);
    ctx.advance(31);
    const input = { channel: "transfer", address: null, visitor: STRANGER } as const;
    expect(await restartPayment(ctx, { ...input, pay_token: payment.pay_token })).toMatchObject({
      reason: "cart_changed",
      message: expect.stringContaining("start again from the cart") as string,
    });
    expect(await restartPayment(ctx, { ...input, pay_token: "A".repeat(32) })).toMatchObject({ reason: "not_found" });
  });

  test("a browser that asks for its checkout gets the page of the awaited transfer", async () => {
    const { input, payment } = await transfer();
    expect(await checkoutStatus(ctx, input.checkout_id)).toMatchObject({
      state: "pending",
      channel: "bank_transfer",
      pay_token: payment.pay_token,
    });
  });
});

describe("its reports", () => {
  const paid = (reference: string) => ({ event: "charge.success", data: { id: reference, reference } });

  test("with a wrong signature change nothing; without any, the sweep finds the money", async () => {
    const { reference, pay_token } = (await transfer()).payment;
    await transferState(ctx, pay_token);
    const data = { bank_transfer: { transaction_id: reference, amount: 250_000 }, customer: { email: "" } };
    for (const signature of ["bad", null])
      for (const body of [{ event: "bank.transfer.rejected", data }, paid(reference)])
        expect(await receiveWebhook(ctx, bytes(body), signature)).toBe("bad_signature");
    expect(await transferState(ctx, pay_token)).toEqual({ state: "open", rejected_at: null });
    expect((await attemptOf(reference))?.status).toBe("open");
    ctx.payments.set(reference, { status: "success" });
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await ordersOf(reference)).toHaveLength(1);
  });

  test("twice and out of order are one order, and a wrong amount that is reported late does not touch it", async () => {
    const { reference, pay_token } = (await transfer()).payment;
    // The report comes before the provider's own answer knows of the money.
    await sendEvent("charge.success", paid(reference).data);
    expect(await ordersOf(reference)).toHaveLength(0);
    await transferState(ctx, pay_token);
    await rejected(reference, 250_000);
    await rejected(reference, 250_000);
    ctx.payments.set(reference, { status: "success" });
    for (const _ of [1, 2]) await sendEvent("charge.success", paid(reference).data);
    await rejected(reference, 250_000);
    expect(await ordersOf(reference)).toHaveLength(1);
    expect(await reviewsOf(reference)).toEqual([]);
    expect(await transferState(ctx, pay_token)).toMatchObject({ state: "paid" });
  });
});

test.each(["pending_bank_transfer", "a word of next year", "failed", "abandoned"])(
  "a transfer with the provider's status '%s' is not paid yet, never an outage, and stays awaited",
  async (status) => {
    const { payment } = await transfer();
    ctx.payments.set(payment.reference, { status });
    expect(await settlePayment(ctx, payment.reference)).toMatchObject({ state: "pending", channel: "bank_transfer" });
    ctx.advance(46);
    await sweepPayments(ctx);
    expect(await attemptOf(payment.reference)).toMatchObject({ status: "open", hold: "released" });
    ctx.advance(73 * 60);
    await sweepPayments(ctx);
    expect(await settlePayment(ctx, payment.reference)).toMatchObject({ state: "closed" });
  },
);
