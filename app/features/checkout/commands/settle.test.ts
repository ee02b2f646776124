import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { payment_attempts, payment_reviews, stock_movements } from "#db/schema/payments.ts";
import { testDatabase } from "../../../../tests/setup/database.ts";
import { CONTACT, makeGoods, startInput, stockNow, testCheckout, type TestCheckout } from "../../../../tests/fixtures/checkout.ts";
import { settlePayment } from "./settle.server.ts";
import { startCheckout, type StartedPayment } from "./start.server.ts";
import { sweepPayments } from "./sweep.server.ts";
import { receiveWebhook } from "./webhook.server.ts";

let database: Database;
let ctx: TestCheckout;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const fresh = () => (ctx = testCheckout(database));

async function started(...args: Parameters<typeof startInput>): Promise<StartedPayment> {
  const result = await startCheckout(ctx, startInput(...args));
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.payment;
}

const ordersOf = (reference: string) => database.db.select().from(orders).where(eq(orders.payment_reference, reference));
const reviews = async (reference: string) =>
  await database.db
    .select({ reason: payment_reviews.reason, details: payment_reviews.details, order_id: payment_reviews.order_id })
    .from(payment_reviews)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_reviews.attempt_id))
    .where(eq(payment_attempts.reference, reference));
const attempt = async (reference: string) =>
  (await database.db.select().from(payment_attempts).where(eq(payment_attempts.reference, reference)))[0];

describe("starting", () => {
  test("holds the stock, keeps the lines and mints a reference on the server", async () => {
    fresh();
    const [rice, beans] = [await makeGoods(database, { stock: 10 }), await makeGoods(database, { stock: 5, price_kobo: 50_050 })];
    const payment = await started([[rice, 4], [beans, 5]]);
    expect(payment.reference).toMatch(/^WH\d{15}$/);
    expect(payment.amount_kobo).toBe(4 * 100_000 + 5 * 50_050);
    expect(await stockNow(database, [rice, beans])).toEqual([6, 0]);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
    const moves = await database.db.select().from(stock_movements).where(eq(stock_movements.product_id, beans));
    expect(moves.map((move) => [move.quantity, move.reason])).toEqual([[-5, "hold"]]);
  });

  test("an unchanged repeat gets the same live attempt, a changed one replaces it and gives its hold back", async () => {
    fresh();
    const rice = await makeGoods(database, { stock: 10 });
    const input = startInput([[rice, 10]]);
    const first = await startCheckout(ctx, input);
    const repeat = await startCheckout(ctx, input);
    expect(repeat).toEqual(first);
    expect(await stockNow(database, [rice])).toEqual([0]);
    const changed = await startCheckout(ctx, { ...input, lines: [{ id: rice, quantity: 9 }] });
    expect(changed.ok && first.ok && changed.payment.reference !== first.payment.reference).toBe(true);
    expect(await stockNow(database, [rice])).toEqual([1]);
  });

  test.each([
    ["too little stock", { stock: 3 }, 4, undefined, { type: "only_left", stock: 3 }],
    ["no stock", { stock: 0 }, 1, undefined, { type: "out_of_stock" }],
    ["below the minimum", { min_order: 5 }, 4, undefined, { type: "below_minimum", min_order: 5 }],
    ["another price than shown", { price_kobo: 90_000 }, 1, 80_000, { type: "price_changed", from: 80_000, to: 90_000 }],
    ["a price of 0 from altered storage", {}, 1, 0, { type: "price_changed", from: 0, to: 100_000 }],
  ])("%s is refused and says so, holding nothing", async (_, goods, quantity, price, change) => {
    fresh();
    const id = await makeGoods(database, goods);
    const before = await stockNow(database, [id]);
    const result = await startCheckout(ctx, startInput([[id, quantity, price]]));
    expect(result).toMatchObject({ ok: false, reason: "cart_changed", cart: { lines: [{ id, changes: [change] }] } });
    expect(await stockNow(database, [id])).toEqual(before);
    expect(ctx.payments.transactions.size).toBe(0);
  });

  test("an unknown product is named, not lost", async () => {
    fresh();
    const id = crypto.randomUUID();
    const result = await startCheckout(ctx, startInput([[id, 1]]));
    expect(result).toMatchObject({ ok: false, reason: "cart_changed", cart: { lines: [{ id, changes: [{ type: "not_sold" }] }] } });
  });

  test.each([
    [10_000, 100_001_00, "limited to ₦10,000,000.00"],
    [1, 4_999, "at least ₦50.00"],
  ])("%i pieces at %i kobo: an amount the provider does not take is said beforehand", async (quantity, price_kobo, said) => {
    fresh();
    const id = await makeGoods(database, { stock: 100_000, price_kobo });
    const result = await startCheckout(ctx, startInput([[id, quantity]]));
    expect(result).toMatchObject({ ok: false, reason: "amount" });
    expect(!result.ok && "message" in result && result.message).toContain(said);
    expect(await stockNow(database, [id])).toEqual([100_000]);
  });

  test("a provider that does not answer keeps the attempt for a later look and lets the shopper try again", async () => {
    fresh();
    const rice = await makeGoods(database, { stock: 4 });
    const input = startInput([[rice, 4]]);
    ctx.payments.outage = "initialize";
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "provider_unavailable" });
    ctx.payments.outage = null;
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: true });
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("a cart that is paid already is not paid again", async () => {
    fresh();
    const rice = await makeGoods(database);
    const input = startInput([[rice, 1]]);
    const first = await startCheckout(ctx, input);
    if (!first.ok) throw new Error("not started");
    ctx.payments.set(first.payment.reference, { status: "success" });
    expect(await startCheckout(ctx, input)).toEqual({ ok: false, reason: "already_paid", access_token: first.payment.access_token });
    expect(await ordersOf(first.payment.reference)).toHaveLength(1);
  });
});

describe("settling", () => {
  test("a verified payment becomes one paid, processing order whose items add up, with its mails", async () => {
    fresh();
    const [rice, beans] = [await makeGoods(database, { stock: 10 }), await makeGoods(database, { stock: 10, price_kobo: 33_333 })];
    const contact = { ...CONTACT, email: "First.Order@example.com" };
    const payment = await started([[rice, 2], [beans, 3]], { contact });
    ctx.payments.set(payment.reference, { status: "success" });
    const results = [await settlePayment(ctx, payment.reference), await settlePayment(ctx, payment.reference)];
    expect(results.map((result) => [result.state, "first" in result && result.first])).toEqual([["paid", true], ["paid", false]]);

    const [order, ...others] = await ordersOf(payment.reference);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      order_status: "processing",
      payment_status: "paid",
      payment_method: "paystack",
      total_amount_kobo: payment.amount_kobo,
      customer_email: contact.email,
      shipping_address: "12 Allen Avenue, Ikeja, Lagos, 100001",
      user_id: null,
    });
    const items = await database.db.select().from(order_items).where(eq(order_items.order_id, order!.id));
    expect(items.reduce((sum, item) => sum + item.subtotal_kobo, 0)).toBe(order!.total_amount_kobo);
    expect(await stockNow(database, [rice, beans])).toEqual([8, 7]);
    const sent = await database.db.select().from(mails).where(eq(mails.order_id, order!.id));
    expect(sent.map((mail) => mail.kind).sort()).toEqual(["order_confirmation", "welcome_email"]);
    expect(ctx.jobs.enqueued.filter((job) => job.queue === "mail")).toHaveLength(2);

    const again = await started([[rice, 1]], { contact: { ...contact, email: contact.email.toUpperCase() } });
    ctx.payments.set(again.reference, { status: "success" });
    await settlePayment(ctx, again.reference);
    const [second] = await ordersOf(again.reference);
    const kinds = await database.db.select({ kind: mails.kind }).from(mails).where(eq(mails.order_id, second!.id));
    expect(kinds).toEqual([{ kind: "order_confirmation" }]);
  });

  test.each([
    ["abandoned", "failed"],
    ["failed", "failed"],
    ["ongoing", "pending"],
    ["pending", "pending"],
    ["processing", "pending"],
    ["queued", "pending"],
  ] as const)("%s means %s: no order, the hold stays, the attempt stays payable", async (status, state) => {
    fresh();
    const rice = await makeGoods(database, { stock: 5 });
    const payment = await started([[rice, 5]]);
    ctx.payments.set(payment.reference, { status });
    expect((await settlePayment(ctx, payment.reference)).state).toBe(state);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
    expect(await stockNow(database, [rice])).toEqual([0]);
    ctx.payments.set(payment.reference, { status: "success" });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
  });

  test.each([
    ["one kobo less", { requested_amount_kobo: 99_999, amount_kobo: 99_999 }, "wrong_amount"],
    ["one kobo more", { requested_amount_kobo: 100_001, amount_kobo: 100_001 }, "wrong_amount"],
    ["a partial debit", { requested_amount_kobo: 100_000, amount_kobo: 60_000 }, "wrong_amount"],
    ["dollars", { currency: "USD" }, "wrong_currency"],
    ["a live payment in a test shop", { domain: "live" as const }, "wrong_domain"],
  ] as const)("%s: kept for a person, no order, never dropped", async (_, change, reason) => {
    fresh();
    const rice = await makeGoods(database);
    const payment = await started([[rice, 1]]);
    ctx.payments.set(payment.reference, { status: "success", ...change });
    expect(await settlePayment(ctx, payment.reference)).toEqual({ state: "review", reason });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("review");
    expect((await reviews(payment.reference)).map((row) => row.reason)).toEqual([reason]);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
  });

  test("fees passed to the customer are no wrong amount", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success", amount_kobo: 101_523 });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
  });

  test("two paid attempts of one checkout: one order, the second payment is flagged", async () => {
    fresh();
    const rice = await makeGoods(database, { stock: 10 });
    const input = startInput([[rice, 2]]);
    const first = await startCheckout(ctx, input);
    const second = await startCheckout(ctx, { ...input, lines: [{ id: rice, quantity: 3 }] });
    if (!first.ok || !second.ok) throw new Error("not started");
    ctx.payments.set(first.payment.reference, { status: "success" });
    ctx.payments.set(second.payment.reference, { status: "success" });
    expect((await settlePayment(ctx, second.payment.reference)).state).toBe("paid");
    expect(await settlePayment(ctx, first.payment.reference)).toEqual({ state: "review", reason: "duplicate_payment" });
    const [order] = await ordersOf(second.payment.reference);
    expect(await reviews(first.payment.reference)).toMatchObject([{ reason: "duplicate_payment", order_id: order!.id }]);
    expect(await ordersOf(first.payment.reference)).toHaveLength(0);
    expect(await stockNow(database, [rice])).toEqual([7]);
  });

  test("a reference that is not ours is unknown and nothing is asked or written", async () => {
    fresh();
    expect(await settlePayment(ctx, "WH000000000000000")).toEqual({ state: "unknown" });
    expect(ctx.payments.verifications).toBe(0);
  });

  test("no answer from the provider is 'unconfirmed', and a later look settles", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.payments.outage = "verify";
    expect(await settlePayment(ctx, payment.reference)).toEqual({ state: "unconfirmed" });
    expect((await attempt(payment.reference))?.status).toBe("open");
    ctx.payments.outage = null;
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
  });
});

describe("the sweep", () => {
  test("settles what was paid though neither browser nor webhook came back", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await ordersOf(payment.reference)).toHaveLength(1);
  });

  test("gives lapsed holds back after a last look, and a late payment takes what there is", async () => {
    fresh();
    const [rice, beans] = [await makeGoods(database, { stock: 10 }), await makeGoods(database, { stock: 4 })];
    const payment = await started([[rice, 6], [beans, 4]]);
    ctx.advance(14);
    await sweepPayments(ctx);
    expect(await stockNow(database, [rice, beans])).toEqual([4, 0]);
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await stockNow(database, [rice, beans])).toEqual([10, 4]);
    await database.db.update(products).set({ stock_quantity: 1 }).where(eq(products.id, beans));

    ctx.payments.set(payment.reference, { status: "success" });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
    expect(await stockNow(database, [rice, beans])).toEqual([4, 0]);
    const [review] = await reviews(payment.reference);
    expect(review).toMatchObject({ reason: "stock_short", details: { short: [{ product_id: beans, ordered: 4, short: 3 }] } });
  });

  test("keeps the hold while the provider does not answer", async () => {
    fresh();
    const rice = await makeGoods(database, { stock: 3 });
    await started([[rice, 3]]);
    ctx.payments.outage = "verify";
    ctx.advance(20);
    await sweepPayments(ctx);
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("gives up after 72 hours, and even then a webhook settles", async () => {
    fresh();
    const rice = await makeGoods(database, { stock: 3 });
    const payment = await started([[rice, 3]]);
    ctx.advance(16);
    await sweepPayments(ctx);
    ctx.advance(72 * 60);
    await sweepPayments(ctx);
    expect((await attempt(payment.reference))?.status).toBe("closed");
    ctx.payments.set(payment.reference, { status: "success" });
    expect(await receiveWebhook(ctx, bytes({ event: "charge.success", data: { id: 1, reference: payment.reference } }), "good")).toBe("accepted");
    expect(await ordersOf(payment.reference)).toHaveLength(1);
    expect(await stockNow(database, [rice])).toEqual([0]);
  });
});

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe("the webhook", () => {
  test("first, last and five times: one order", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    const event = bytes({ event: "charge.success", data: { id: 4_294_967_296, reference: payment.reference, status: "success" } });
    for (let times = 0; times < 5; times += 1) expect(await receiveWebhook(ctx, event, "good")).toBe("accepted");
    expect(await settlePayment(ctx, payment.reference)).toMatchObject({ state: "paid", first: false });
    expect(await ordersOf(payment.reference)).toHaveLength(1);
  });

  test("a true signature over a claim that verify does not confirm pays nothing", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    const event = bytes({ event: "charge.success", data: { id: 7, reference: payment.reference, status: "success" } });
    expect(await receiveWebhook(ctx, event, "good")).toBe("accepted");
    expect(await ordersOf(payment.reference)).toHaveLength(0);
  });

  test.each([
    ["forged", bytes({ event: "charge.success", data: {} }), "bad", "bad_signature"],
    ["unsigned", bytes({ event: "charge.success", data: {} }), null, "bad_signature"],
    ["not JSON", new TextEncoder().encode("<xml/>"), "good", "bad_body"],
    ["an event we do not use", bytes({ event: "invoice.create", data: {} }), "good", "accepted"],
    ["for a payment that is not ours", bytes({ event: "charge.success", data: { id: 9, reference: "WH1" } }), "good", "accepted"],
  ])("%s", async (_, body, signature, result) => {
    fresh();
    expect(await receiveWebhook(ctx, body, signature)).toBe(result);
  });

  test("asks for another delivery when the payment cannot be verified now", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.outage = "verify";
    const event = bytes({ event: "charge.success", data: { id: 11, reference: payment.reference } });
    expect(await receiveWebhook(ctx, event, "good")).toBe("try_again");
  });

  test("a dispute is flagged once", async () => {
    fresh();
    const payment = await started([[await makeGoods(database), 1]]);
    const event = bytes({ event: "charge.dispute.create", data: { id: 12, transaction: { reference: payment.reference } } });
    await receiveWebhook(ctx, event, "good");
    await receiveWebhook(ctx, event, "good");
    expect((await reviews(payment.reference)).map((row) => row.reason)).toEqual(["dispute"]);
  });
});
