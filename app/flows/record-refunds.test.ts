import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Refund } from "#app/features/payments/providers/provider.server.ts";
import { payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { stockNow } from "#tests/fixtures/checkout.ts";
import {
  attemptOf,
  ctx,
  database,
  makePayment,
  ordersOf,
  reviewsOf,
  sendEvent,
  setUpPayments,
} from "#tests/fixtures/payments.ts";
import { settlePayment } from "./settle-payment.server.ts";

setUpPayments();

let made = 0;
const refund = (changes: Partial<Refund> = {}): Refund => ({
  provider_id: `18446744073709${String((made += 1)).padStart(6, "0")}`,
  amount_kobo: 100_000,
  currency: "NGN",
  status: "processed",
  ...changes,
});

/** The refunds that the provider reports from now on, and the event that announces them. */
async function reportRefunds(reference: string, status: string, ...refunds: Refund[]) {
  ctx.payments.refundsOf.set(reference, refunds);
  const data = { status, transaction_reference: reference, refund_reference: null, amount: "100000", currency: "NGN" };
  return await sendEvent(`refund.${status}`, data);
}

async function state(reference: string) {
  const attempt = await attemptOf(reference);
  const [order] = await ordersOf(reference);
  const refunds = await database.db
    .select()
    .from(payment_refunds)
    .where(eq(payment_refunds.attempt_id, attempt?.id ?? ""));
  return { attempt, order, reviews: await reviewsOf(reference), refunds };
}

describe("a refund of an order", () => {
  test("in full: the order becomes refunded, once, with a review", async () => {
    const { reference, goods } = await makePayment();
    const whole = refund({ amount_kobo: 300_000, status: "pending" });
    expect(await reportRefunds(reference, "pending", whole)).toBe("accepted");
    expect((await state(reference)).order).toMatchObject({ payment_status: "paid" });
    for (const _ of [1, 2, 3]) await reportRefunds(reference, "processed", { ...whole, status: "processed" });
    const { attempt, order, reviews, refunds } = await state(reference);
    expect(order).toMatchObject({ payment_status: "refunded", order_status: "processing" });
    expect(attempt).toMatchObject({ status: "settled", hold: "sold" });
    expect(refunds).toMatchObject([{ provider_id: whole.provider_id, amount_kobo: 300_000, status: "processed" }]);
    expect(reviews).toMatchObject([
      { reason: "refund", order_id: order?.id, details: { returned_kobo: 300_000, paid_kobo: 300_000 } },
    ]);
    expect(await stockNow(database, [goods])).toEqual([7]);
    expect(await settlePayment(ctx, reference)).toMatchObject({ state: "paid", first: false });
  });

  test("in parts: paid until the parts add up to the total", async () => {
    const { reference } = await makePayment();
    const [first, second] = [refund(), refund({ amount_kobo: 200_000, status: "processing" })];
    await reportRefunds(reference, "processed", first, second);
    expect(await state(reference)).toMatchObject({
      order: { payment_status: "paid" },
      reviews: [{ details: { returned_kobo: 100_000 } }],
    });
    await reportRefunds(reference, "processed", first, { ...second, status: "processed" });
    expect((await state(reference)).order).toMatchObject({ payment_status: "refunded" });
  });

  test("that fails or needs the buyer's account reopens the review", async () => {
    const { reference } = await makePayment();
    const whole = refund({ amount_kobo: 300_000, status: "processing" });
    await reportRefunds(reference, "processing", whole);
    await database.db.update(payment_reviews).set({ resolved: true });
    await reportRefunds(reference, "processing", whole);
    expect((await state(reference)).reviews).toMatchObject([{ resolved: true }]);
    await reportRefunds(reference, "needs-attention", { ...whole, status: "needs_attention" });
    expect(await state(reference)).toMatchObject({
      order: { payment_status: "paid" },
      reviews: [{ resolved: false, details: { refunds: [{ status: "needs_attention" }] } }],
      refunds: [{ status: "needs_attention" }],
    });
  });

  test("is not overwritten by an older response", async () => {
    const { reference } = await makePayment();
    const whole = refund({ amount_kobo: 300_000 });
    await reportRefunds(reference, "processed", whole);
    await reportRefunds(reference, "processing", { ...whole, status: "processing" });
    expect(await state(reference)).toMatchObject({
      order: { payment_status: "refunded" },
      refunds: [{ status: "processed" }],
    });
  });

  test("in another currency does not count", async () => {
    const { reference } = await makePayment();
    await reportRefunds(reference, "processed", refund({ amount_kobo: 300_000, currency: "USD" }));
    expect(await state(reference)).toMatchObject({
      order: { payment_status: "paid" },
      reviews: [{ reason: "refund", details: { returned_kobo: 0 } }],
    });
  });
});

test("an event not confirmed by the provider changes nothing", async () => {
  const { reference } = await makePayment();
  expect(await reportRefunds(reference, "processed")).toBe("accepted");
  expect(await state(reference)).toMatchObject({ order: { payment_status: "paid" }, reviews: [], refunds: [] });
});

test("without a response of the provider the event is requested again", async () => {
  const { reference } = await makePayment();
  for (const outage of ["verify", "refunds"] as const) {
    ctx.payments.outage = outage;
    expect(await reportRefunds(reference, "processed", refund())).toBe("try_again");
  }
  expect((await state(reference)).refunds).toEqual([]);
});

test("a payment under review keeps its review and hold, with the refund added", async () => {
  const { reference, goods } = await makePayment(null);
  ctx.payments.set(reference, { status: "success", amount_kobo: 100, requested_amount_kobo: 100 });
  expect(await settlePayment(ctx, reference)).toEqual({ state: "review", reason: "wrong_amount" });
  await reportRefunds(reference, "processed", refund({ amount_kobo: 100 }));
  const { attempt, order, reviews, refunds } = await state(reference);
  expect(order).toBeUndefined();
  expect(attempt).toMatchObject({ status: "review", hold: "held" });
  expect(await stockNow(database, [goods])).toEqual([7]);
  expect(reviews.map(({ reason, resolved }) => [reason, resolved])).toEqual([
    ["wrong_amount", false],
    ["refund", false],
  ]);
  expect(refunds).toMatchObject([{ amount_kobo: 100, status: "processed" }]);
});

test("a payment refunded before settlement becomes a review without an order", async () => {
  const { reference, goods } = await makePayment(null);
  ctx.payments.set(reference, { status: "reversed" });
  await reportRefunds(reference, "processed", refund({ amount_kobo: 300_000 }));
  const { attempt, order, reviews } = await state(reference);
  expect([attempt?.status, attempt?.hold, order]).toEqual(["review", "released", undefined]);
  expect(reviews.map(({ reason }) => reason)).toEqual(["reversed", "refund"]);
  expect(await stockNow(database, [goods])).toEqual([10]);
});
