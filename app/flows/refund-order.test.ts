import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { audit_log } from "#db/schema/audit.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { payment_attempts, payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGoods, stockNow } from "#tests/fixtures/checkout.ts";
import {
  boss,
  ctx,
  database,
  makePayment,
  ordersOf,
  sendEvent,
  started,
  setUpPayments,
} from "#tests/fixtures/payments.ts";
import { requestRefund, resolveUnansweredRefunds } from "./refund-order.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";

setUpPayments();

/** A paid order of ₦3,000.00 for 3 of 10 pieces. */
async function paidOrder() {
  const { reference, goods } = await makePayment();
  const [order] = await ordersOf(reference);
  const order_id = order?.id ?? "";
  const [item] = await database.db.select().from(order_items).where(eq(order_items.order_id, order_id));
  const item_id = item?.id ?? 0;
  const input = (changes: object = {}) => ({
    request_id: randomUUID(),
    reference,
    lines: [{ item_id, quantity: 1, restock: 0 }],
    reason: "Damaged",
    seen_refunded_kobo: 0,
    ...changes,
  });
  return { reference, goods, item_id, order_id, input };
}

const atProvider = (reference: string) => ctx.payments.refundsOf.get(reference) ?? [];
const rowsOf = async (reference: string) =>
  await database.db
    .select({ refund: payment_refunds })
    .from(payment_refunds)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_refunds.attempt_id))
    .where(eq(payment_attempts.reference, reference))
    .then((rows) => rows.map(({ refund }) => refund));

/** Sets the status of the provider's refunds of a payment and sends the event. */
async function move(reference: string, status: "processed" | "failed") {
  ctx.payments.refundsOf.set(
    reference,
    atProvider(reference).map((refund) => ({ ...refund, status })),
  );
  const data = { status, transaction_reference: reference, refund_reference: null, amount: "1", currency: "NGN" };
  await sendEvent(`refund.${status}`, data);
}

test.each([
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["a packer", actorOf(randomUUID(), "admin", "packer")],
  ["somebody from sales", actorOf(randomUUID(), "admin", "sales")],
])("%s cannot refund", async (_, actor) => {
  const { reference, input } = await paidOrder();
  expect(await requestRefund(ctx, actor, input())).toEqual({ ok: false, reason: "forbidden" });
  expect([atProvider(reference), await rowsOf(reference)]).toEqual([[], []]);
});

describe("a refund", () => {
  test("of a line: amount by its price, counted restock, audit row, customer notified", async () => {
    const { reference, goods, item_id, order_id, input } = await paidOrder();
    const lines = [{ item_id, quantity: 2, restock: 1 }];
    const result = await requestRefund(ctx, boss, input({ lines, notify: true }));
    expect(result).toEqual({ ok: true, amount_kobo: 200_000, status: "pending" });
    expect(atProvider(reference)).toMatchObject([{ amount_kobo: 200_000, note: expect.stringContaining("Damaged") }]);
    expect(await rowsOf(reference)).toMatchObject([
      { status: "pending", amount_kobo: 200_000, requested_by: boss.id, lines, provider_id: expect.any(String) },
    ]);
    expect(await stockNow(database, [goods])).toEqual([8]);
    const log = await database.db.select().from(audit_log).where(eq(audit_log.subject, order_id));
    expect(log).toMatchObject([{ action: "payment.refund", after: { amount_kobo: 200_000, reason: "Damaged" } }]);
    const sent = await database.db.select().from(mails).where(eq(mails.order_id, order_id));
    expect(sent.filter(({ kind }) => kind === "order_update")).toMatchObject([
      { data: { message: expect.stringContaining("₦2,000.00") } },
    ]);
  });

  test("in parts up to the whole: the order is refunded when all has arrived, without a review", async () => {
    const { reference, item_id, order_id, input } = await paidOrder();
    await requestRefund(ctx, boss, input());
    const lines = [{ item_id, quantity: 2, restock: 0 }];
    expect(await requestRefund(ctx, boss, input({ lines, seen_refunded_kobo: 100_000 }))).toMatchObject({ ok: true });
    const status = async () =>
      (await database.db.select().from(orders).where(eq(orders.id, order_id)))[0]?.payment_status;
    expect(await status()).toBe("paid");
    await move(reference, "processed");
    expect(await status()).toBe("refunded");
    expect(await rowsOf(reference)).toMatchObject([{ status: "processed" }, { status: "processed" }]);
    expect(await database.db.select().from(payment_reviews).where(eq(payment_reviews.order_id, order_id))).toEqual([]);
  });

  test("is subtracted from what the shop keeps while it is on its way, and added again when it fails", async () => {
    const { reference, order_id, input } = await paidOrder();
    const kept = async () => {
      const [order] = await database.db.select().from(orders).where(eq(orders.id, order_id));
      return [order?.refunded_kobo, order?.payment_status];
    };
    expect(await kept()).toEqual([0, "paid"]);
    await requestRefund(ctx, boss, input());
    expect(await kept()).toEqual([100_000, "paid"]);
    await move(reference, "failed");
    expect(await kept()).toEqual([0, "paid"]);
    await requestRefund(ctx, boss, input({ lines: [], amount_kobo: 300_000 }));
    expect(await kept()).toEqual([300_000, "paid"]);
    await move(reference, "processed");
    expect(await kept()).toEqual([300_000, "refunded"]);
  });

  test("a failed one is reported to the buyer who knew of it, and is on the board until it is sent again", async () => {
    const { reference, order_id, input } = await paidOrder();
    const reviews = () =>
      database.db.select().from(payment_reviews).where(eq(payment_reviews.order_id, order_id)).execute();
    const told = async () => {
      const sent = await database.db.select().from(mails).where(eq(mails.order_id, order_id)).orderBy(mails.created_at);
      return sent.filter(({ kind }) => kind === "order_update").map(({ data }) => String(data["message"]).slice(0, 48));
    };
    await requestRefund(ctx, boss, input({ notify: true }));
    for (const _ of [1, 2]) await move(reference, "failed");
    const [sent, corrected] = [
      "We have sent ₦1,000.00 back to you. Banks take 3",
      "We wrote to you that ₦1,000.00 was on its way ba",
    ];
    expect(await told()).toEqual([sent, corrected]);
    expect(await reviews()).toMatchObject([{ reason: "refund", resolved: false, details: { returned_kobo: 0 } }]);
    expect(await requestRefund(ctx, boss, input({ notify: true }))).toMatchObject({ ok: true, amount_kobo: 100_000 });
    expect(await told()).toEqual([sent, corrected, sent]);
    expect(await reviews()).toMatchObject([{ reason: "refund", resolved: true }]);
  });

  test("that fails without a notice to the buyer is not told", async () => {
    const { reference, order_id, input } = await paidOrder();
    await requestRefund(ctx, boss, input());
    await move(reference, "failed");
    const sent = await database.db.select().from(mails).where(eq(mails.order_id, order_id));
    expect(sent.filter(({ kind }) => kind === "order_update")).toEqual([]);
  });

  test("that failed before the answer came is refused, and the buyer is not told that it was sent", async () => {
    const { reference, order_id, input } = await paidOrder();
    ctx.payments.duringRefund = () => move(reference, "failed");
    expect(await requestRefund(ctx, boss, input({ notify: true }))).toMatchObject({ ok: false, reason: "refused" });
    const sent = await database.db.select().from(mails).where(eq(mails.order_id, order_id));
    expect(sent.filter(({ kind }) => kind === "order_update")).toEqual([]);
  });

  test("of an amount other than the lines' total", async () => {
    const { reference, input } = await paidOrder();
    expect(await requestRefund(ctx, boss, input({ lines: [], amount_kobo: 12_345 }))).toMatchObject({ ok: true });
    expect(atProvider(reference)).toMatchObject([{ amount_kobo: 12_345 }]);
    const more = input({ lines: [], amount_kobo: 287_656, seen_refunded_kobo: 12_345 });
    expect(await requestRefund(ctx, boss, more)).toMatchObject({ ok: false, reason: "too_much" });
  });

  test.each<[string, { lines?: unknown; reason?: string; reference?: string }, string]>([
    ["nothing", { lines: [] }, "invalid"],
    ["without a reason", { reason: " " }, "invalid"],
    ["more of a line than was bought", { lines: "4" }, "lines"],
    ["a payment that is not ours", { reference: "WH404" }, "not_found"],
  ])("of %s is refused", async (_, changes, reason) => {
    const { reference, item_id, input } = await paidOrder();
    const lines = changes.lines === "4" ? [{ item_id, quantity: 4, restock: 0 }] : changes.lines;
    const all = input({ ...changes, ...(lines === undefined ? {} : { lines }) });
    expect(await requestRefund(ctx, boss, all)).toEqual({ ok: false, reason });
    expect(atProvider(reference)).toEqual([]);
  });

  test("of an unpaid payment is refused", async () => {
    const { reference } = await started([[await makeGoods(database), 1]]);
    const input = { request_id: randomUUID(), reference, amount_kobo: 100, reason: "x", seen_refunded_kobo: 0 };
    expect(await requestRefund(ctx, boss, input)).toEqual({ ok: false, reason: "not_paid" });
  });

  test("that the provider refuses returns the reason, restocks nothing, and can be repeated", async () => {
    const { reference, goods, item_id, input } = await paidOrder();
    ctx.payments.refundFault = "refuse";
    const refused = await requestRefund(ctx, boss, input({ lines: [{ item_id, quantity: 1, restock: 1 }] }));
    expect(refused).toEqual({ ok: false, reason: "refused", message: "Invalid Amount Sent" });
    expect(await stockNow(database, [goods])).toEqual([7]);
    ctx.payments.refundFault = null;
    expect(await requestRefund(ctx, boss, input())).toMatchObject({ ok: true });
    expect((await rowsOf(reference)).map(({ status }) => status)).toEqual(["refused", "pending"]);
  });
});

describe("never twice", () => {
  test("the same request sent again is the same refund", async () => {
    const { reference, input } = await paidOrder();
    const once = input();
    const first = await requestRefund(ctx, boss, once);
    expect(await requestRefund(ctx, boss, once)).toEqual(first);
    expect(atProvider(reference)).toHaveLength(1);
  });

  test("a concurrent refund of another admin answers with the refunded amount", async () => {
    const { reference, input } = await paidOrder();
    let other: unknown;
    ctx.payments.duringRefund = async () => {
      ctx.payments.duringRefund = null;
      other = await requestRefund(ctx, boss, input());
    };
    expect(await requestRefund(ctx, boss, input())).toMatchObject({ ok: true });
    expect(other).toEqual({ ok: false, reason: "in_progress" });
    expect(await requestRefund(ctx, boss, input())).toEqual({ ok: false, reason: "changed", refunded_kobo: 100_000 });
    expect(atProvider(reference)).toHaveLength(1);
  });

  test("a lost response is resolved by the sweep with its restock, without another request", async () => {
    const { reference, goods, item_id, input } = await paidOrder();
    ctx.payments.refundFault = "lose";
    const lost = input({ lines: [{ item_id, quantity: 1, restock: 1 }] });
    expect(await requestRefund(ctx, boss, lost)).toEqual({ ok: false, reason: "unconfirmed", amount_kobo: 100_000 });
    ctx.payments.refundFault = null;
    expect(await requestRefund(ctx, boss, lost)).toMatchObject({ reason: "unconfirmed" });
    expect(await requestRefund(ctx, boss, input())).toEqual({ ok: false, reason: "in_progress" });
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await rowsOf(reference)).toMatchObject([{ status: "pending", provider_id: expect.any(String) }]);
    expect(await stockNow(database, [goods])).toEqual([8]);
    expect(await requestRefund(ctx, boss, lost)).toMatchObject({ ok: true });
    expect(atProvider(reference)).toHaveLength(1);
  });

  test("a request that never arrived is closed, but only after checking with the provider", async () => {
    const { reference, input } = await paidOrder();
    ctx.payments.refundFault = "unreachable";
    await requestRefund(ctx, boss, input());
    await sweepPayments(ctx);
    expect(await rowsOf(reference)).toMatchObject([{ status: "requested" }]);
    ctx.advance(2);
    ctx.payments.outage = "refunds";
    await sweepPayments(ctx);
    expect(await rowsOf(reference)).toMatchObject([{ status: "requested" }]);
    ctx.payments.outage = null;
    await sweepPayments(ctx);
    expect(await rowsOf(reference)).toMatchObject([
      { status: "refused", error: "The provider did not get this request." },
    ]);
    ctx.payments.refundFault = null;
    expect(await requestRefund(ctx, boss, input())).toMatchObject({ ok: true });
  });

  test("several are asked about at once, each and all with a deadline", async () => {
    const lost = [await paidOrder(), await paidOrder()];
    ctx.payments.refundFault = "lose";
    for (const { input } of lost) await requestRefund(ctx, boss, input());
    ctx.advance(2);
    let asked = 0;
    const { promise: both, resolve } = Promise.withResolvers<void>();
    ctx.payments.beforeVerify = async () => {
      asked += 1;
      if (asked === 2) resolve();
      await both;
    };
    const verify = vi.spyOn(ctx.payments, "verify");
    const refunds = vi.spyOn(ctx.payments, "refunds");
    const timeout = vi.spyOn(AbortSignal, "timeout");
    await resolveUnansweredRefunds(ctx);
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([10_000, 10_000, 10_000]);
    for (const [, deadline] of [...verify.mock.calls, ...refunds.mock.calls])
      expect(deadline).toBeInstanceOf(AbortSignal);
    for (const { reference } of lost) expect(await rowsOf(reference)).toMatchObject([{ status: "pending" }]);
  });

  test("an event before the response is linked to the request", async () => {
    const { reference, goods, item_id, input } = await paidOrder();
    const warn = vi.spyOn(ctx.log, "warn");
    ctx.payments.duringRefund = () => move(reference, "processed");
    const result = await requestRefund(ctx, boss, input({ lines: [{ item_id, quantity: 1, restock: 1 }] }));
    expect(result).toMatchObject({ ok: true });
    expect(await rowsOf(reference)).toMatchObject([{ status: "processed", requested_by: boss.id }]);
    expect(await stockNow(database, [goods])).toEqual([8]);
    expect(warn).not.toHaveBeenCalled();
  });
});
