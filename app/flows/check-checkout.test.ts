import { expect, test } from "vitest";
import { payment_attempts } from "#db/schema/payments.ts";
import { CONTACT, makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { ctx, database, setUpPayments } from "#tests/fixtures/payments.ts";
import { checkoutStatus } from "./check-checkout.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

setUpPayments({ checkGapMs: 0 });

/** A started checkout of 3 pieces: its id, product and payment. */
async function startedCheckout() {
  const rice = await makeGoods(database, { stock: 10 });
  const input = startInput([[rice, 3]]);
  const started = await startCheckout(ctx, input);
  if (!started.ok) throw new Error("not started");
  return { input, rice, payment: started.payment, checkout_id: input.checkout_id };
}

test("an unknown checkout is none", async () => {
  expect(await checkoutStatus(ctx, crypto.randomUUID())).toEqual({ state: "none", held: [], held_until: 0 });
});

test("a closed window is not paid, and its answer names what it holds", async () => {
  const { checkout_id, rice, payment } = await startedCheckout();
  const status = await checkoutStatus(ctx, checkout_id);
  const goods = [{ id: rice, quantity: 3 }];
  expect(status).toMatchObject({ state: "failed", reference: payment.reference, lines: goods });
  expect(status.held, "of 10 all can be bought by who holds 3").toEqual([{ id: rice, quantity: 3, available: 10 }]);
  expect(status.held_until).toBeGreaterThan(Date.now());
});

test("paid without a webhook: asking settles it and answers what was ordered; nothing is held any more", async () => {
  const { checkout_id, rice, payment } = await startedCheckout();
  ctx.payments.set(payment.reference, { status: "success" });
  const status = await checkoutStatus(ctx, checkout_id);
  expect(status).toMatchObject({
    state: "paid",
    access_token: payment.access_token,
    amount_kobo: 300_000,
    lines: [{ id: rice, quantity: 3 }],
    held: [],
  });
  expect(status.state === "paid" && status.order_number).toMatch(/^[0-9A-F]{8}$/);
  const asked = ctx.payments.verifications;
  await checkoutStatus(ctx, checkout_id);
  expect(ctx.payments.verifications).toBe(asked);
});

test("the answer is that of the attempt that a transfer pays, also beside a newer one", async () => {
  const { checkout_id, input, payment, rice } = await startedCheckout();
  const again = await startCheckout(ctx, { ...input, contact: { ...CONTACT, name: "Somebody else" } });
  if (!again.ok) throw new Error("not started");
  ctx.payments.set(payment.reference, { status: "success", channel: "bank_transfer" });
  expect(await checkoutStatus(ctx, checkout_id)).toMatchObject({
    state: "paid",
    reference: payment.reference,
    held: [],
  });
  expect(await stockNow(database, [rice])).toEqual([7]);
});

test("a transfer under way is pending, with its channel; a silent provider is unconfirmed", async () => {
  const { checkout_id, payment } = await startedCheckout();
  ctx.payments.set(payment.reference, { status: "pending", channel: "bank_transfer" });
  expect(await checkoutStatus(ctx, checkout_id)).toMatchObject({ state: "pending", channel: "bank_transfer" });
  const silent = await startedCheckout();
  ctx.payments.outage = "verify";
  expect(await checkoutStatus(ctx, silent.checkout_id)).toMatchObject({ state: "unconfirmed" });
});

test("a wrong amount is in review, money that went back is reversed, a given-up attempt is closed", async () => {
  const [review, reversed, closed] = [await startedCheckout(), await startedCheckout(), await startedCheckout()];
  ctx.payments.set(review.payment.reference, { status: "success", amount_kobo: 100 });
  expect(await checkoutStatus(ctx, review.checkout_id)).toMatchObject({ state: "review", order_number: null });
  ctx.payments.set(reversed.payment.reference, { status: "reversed" });
  expect(await checkoutStatus(ctx, reversed.checkout_id)).toMatchObject({ state: "reversed", held: [] });
  await database.db.update(payment_attempts).set({ status: "closed", hold: "released" });
  expect(await checkoutStatus(ctx, closed.checkout_id)).toMatchObject({ state: "closed", held: [] });
  expect(await settlePayment(ctx, closed.payment.reference)).toMatchObject({ state: "closed" });
});
