import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { closeReview, resolveUnmatched, saveReviewNote } from "#app/features/payments/commands/reviews.server.ts";
import type { Verification } from "#app/features/payments/providers/provider.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { payment_events, payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGoods, stockNow } from "#tests/fixtures/checkout.ts";
import {
  attemptOf,
  boss,
  ctx,
  database,
  makePayment,
  ordersOf,
  reviewsOf,
  sendEvent,
  started,
  setUpPayments,
} from "#tests/fixtures/payments.ts";
import { acceptReview } from "./accept-payment.server.ts";
import { askProvider } from "./ask-provider.server.ts";
import { requestRefund } from "./refund-order.server.ts";

setUpPayments();

/** A payment of ₦3,000.00 for 3 of 10 pieces, for which the provider reports `verification`. */
async function inReview(verification: Partial<Verification>) {
  const payment = await makePayment(verification);
  const [review] = await reviewsOf(payment.reference);
  return { ...payment, id: review?.id ?? "", attempt_id: (await attemptOf(payment.reference))?.id ?? "" };
}

const TOO_LITTLE = { amount_kobo: 250_000, requested_amount_kobo: 250_000 };
const reviewOf = async (id: string) =>
  (await database.db.select().from(payment_reviews).where(eq(payment_reviews.id, id)))[0];
const orderOf = async (reference: string) => (await ordersOf(reference))[0];

test.each([
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["a packer", actorOf(randomUUID(), "admin", "packer")],
])("%s cannot act on reviews", async (_, actor) => {
  const { id, reference } = await inReview(TOO_LITTLE);
  const refused = { ok: false, reason: "forbidden" };
  expect(await saveReviewNote(ctx, actor, { id, note: "x" })).toEqual(refused);
  expect(await closeReview(ctx, actor, { id })).toEqual(refused);
  expect(await acceptReview(ctx, actor, { id, note: "x" })).toEqual(refused);
  expect(await askProvider(ctx, actor, { reference })).toEqual(refused);
  expect(await resolveUnmatched(ctx, actor, { id }, true)).toEqual(refused);
  expect(await reviewOf(id)).toMatchObject({ resolved: false, note: "" });
});

test("sales can verify, but not settle", async () => {
  const sales = actorOf(randomUUID(), "admin", "sales");
  const { id, reference } = await inReview(TOO_LITTLE);
  expect(await askProvider(ctx, sales, { reference })).toMatchObject({ ok: true, state: "review" });
  const refused = { ok: false, reason: "forbidden" };
  expect(await acceptReview(ctx, sales, { id, note: "x" })).toEqual(refused);
  expect(await closeReview(ctx, sales, { id })).toEqual(refused);
});

describe("accepting a wrong amount", () => {
  test("creates the order for the amount paid, with a reason, and only once", async () => {
    const { id, reference, goods } = await inReview(TOO_LITTLE);
    expect(await acceptReview(ctx, boss, { id })).toEqual({ ok: false, reason: "no_note" });
    const accepted = await acceptReview(ctx, boss, { id, note: "Pays the rest in cash" });
    const order = await orderOf(reference);
    expect(accepted).toEqual({ ok: true, order_id: order?.id });
    expect(order).toMatchObject({ total_amount_kobo: 250_000, discount_kobo: 50_000, payment_status: "paid" });
    expect(await reviewOf(id)).toMatchObject({ resolved: true, note: "Pays the rest in cash" });
    expect(await stockNow(database, [goods])).toEqual([7]);
    const log = await database.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, order?.id ?? ""));
    expect(log).toMatchObject([{ action: "payment.accept", after: { accepted_kobo: 250_000 } }]);
    expect(await acceptReview(ctx, boss, { id, note: "again" })).toEqual({ ok: false, reason: "not_acceptable" });
  });

  test("of an overpayment keeps the order's price, and the rest can be refunded", async () => {
    const { id, reference } = await inReview({ amount_kobo: 350_000, requested_amount_kobo: 350_000 });
    await acceptReview(ctx, boss, { id, note: "Sends the rest back" });
    expect(await orderOf(reference)).toMatchObject({ total_amount_kobo: 300_000, discount_kobo: 0 });
    const more = {
      request_id: randomUUID(),
      reference,
      amount_kobo: 50_000,
      reason: "Too much",
      seen_refunded_kobo: 0,
    };
    expect(await requestRefund(ctx, boss, more)).toMatchObject({ ok: true, amount_kobo: 50_000 });
  });

  test.each([
    ["another currency", { currency: "USD" }],
    ["money of the other mode", { domain: "live" as const }],
  ])("is not for %s", async (_, verification) => {
    const { id, reference } = await inReview(verification);
    expect(await acceptReview(ctx, boss, { id, note: "ok" })).toEqual({ ok: false, reason: "not_acceptable" });
    expect(await orderOf(reference)).toBeUndefined();
  });

  test("needs verification that the payment was not returned", async () => {
    const { id, reference } = await inReview(TOO_LITTLE);
    ctx.payments.outage = "verify";
    expect(await acceptReview(ctx, boss, { id, note: "ok" })).toEqual({ ok: false, reason: "unconfirmed" });
    ctx.payments.outage = null;
    ctx.payments.set(reference, { status: "reversed" });
    expect(await acceptReview(ctx, boss, { id, note: "ok" })).toEqual({ ok: false, reason: "not_acceptable" });
    expect(await orderOf(reference)).toBeUndefined();
  });
});

test("a refund returns the amount paid in its currency, and closing releases the hold", async () => {
  const { id, reference, goods, attempt_id } = await inReview(TOO_LITTLE);
  const whole = {
    request_id: randomUUID(),
    reference,
    amount_kobo: 250_001,
    reason: "No order",
    seen_refunded_kobo: 0,
  };
  expect(await requestRefund(ctx, boss, whole)).toMatchObject({ ok: false, reason: "too_much" });
  expect(await requestRefund(ctx, boss, { ...whole, amount_kobo: 250_000 })).toMatchObject({ ok: true });
  const [refund] = await database.db.select().from(payment_refunds).where(eq(payment_refunds.attempt_id, attempt_id));
  expect(refund).toMatchObject({ amount_kobo: 250_000, currency: "NGN" });
  expect(await stockNow(database, [goods])).toEqual([7]);
  expect(await closeReview(ctx, boss, { id, note: "Sent back" })).toEqual({ ok: true, released: true });
  expect(await closeReview(ctx, boss, { id })).toEqual({ ok: true, released: false });
  expect(await stockNow(database, [goods])).toEqual([10]);
  expect(await reviewOf(id)).toMatchObject({ resolved: true, note: "Sent back" });
});

test("a note is stored, and the payment stays on the board", async () => {
  const { id } = await inReview(TOO_LITTLE);
  expect(await saveReviewNote(ctx, boss, { id, note: "Called, no answer" })).toEqual({ ok: true });
  expect(await reviewOf(id)).toMatchObject({ resolved: false, note: "Called, no answer" });
  expect(await saveReviewNote(ctx, boss, { id: randomUUID(), note: "x" })).toEqual({ ok: false, reason: "not_found" });
  expect(await saveReviewNote(ctx, boss, { id, note: "x".repeat(601) })).toEqual({ ok: false, reason: "invalid" });
});

describe("verifying now", () => {
  test("settles a paid attempt, and reports a pending one", async () => {
    ctx.checkGapMs = 0;
    const { reference } = await started([[await makeGoods(database), 1]]);
    expect(await askProvider(ctx, boss, { reference })).toMatchObject({ ok: true, state: "failed" });
    ctx.payments.set(reference, { status: "success" });
    await expect.poll(async () => await askProvider(ctx, boss, { reference })).toMatchObject({ state: "paid" });
    expect(await orderOf(reference)).toBeDefined();
  });

  test("reports no state without a response", async () => {
    const { reference } = await started([[await makeGoods(database), 1]]);
    ctx.payments.outage = "verify";
    expect(await askProvider(ctx, boss, { reference })).toEqual({ ok: false, reason: "unconfirmed" });
  });
});

test("an unmatched payment can be verified, noted and removed from the board, but never becomes an order", async () => {
  const data = { id: 99, reference: "OTHER1", status: "success" };
  await sendEvent("charge.success", data);
  const event = async () =>
    (await database.db.select().from(payment_events).where(eq(payment_events.reference, "OTHER1")))[0];
  const id = (await event())?.id ?? "";
  expect(await askProvider(ctx, boss, { reference: "OTHER1" })).toEqual({ ok: false, reason: "not_found" });
  await ctx.payments.initialize({
    reference: "OTHER1",
    amount_kobo: 77_000,
    currency: "NGN",
    email: "a@b.co",
    callback_url: "",
    metadata: {},
  });
  expect(await askProvider(ctx, boss, { reference: "OTHER1" })).toMatchObject({
    state: "unknown",
    amount_kobo: 77_000,
  });
  expect(await resolveUnmatched(ctx, boss, { id, note: "From the old shop" }, false)).toEqual({ ok: true });
  expect(await event()).toMatchObject({ note: "From the old shop", handled_at: null });
  expect(await resolveUnmatched(ctx, boss, { id, note: "Done" }, true)).toEqual({ ok: true });
  expect(await resolveUnmatched(ctx, boss, { id, note: "Done" }, true)).toEqual({ ok: false, reason: "not_found" });
  expect(await orderOf("OTHER1")).toBeUndefined();
});
