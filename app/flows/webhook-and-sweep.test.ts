import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { products } from "#db/schema/catalog.ts";
import { makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import {
  attemptOf,
  bytes,
  ctx,
  database,
  ordersOf,
  reviewsOf,
  sendEvent,
  started,
  setUpPayments,
} from "#tests/fixtures/payments.ts";
import { findPayment } from "./find-payment.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";
import { restartPayment } from "./restart-payment.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { sweepPayments } from "./sweep-payments.server.ts";
import { transferPage } from "./transfer-page.server.ts";

setUpPayments();

describe("the sweep", () => {
  test("settles a payment without browser callback or webhook", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.advance(2);
    await sweepPayments(ctx);
    expect(await ordersOf(payment.reference)).toHaveLength(1);
  });

  test("verifies several references in parallel", async () => {
    const rice = await makeGoods(database);
    const payments = await Promise.all(Array.from({ length: 10 }, () => started([[rice, 1]])));
    for (const { reference } of payments) ctx.payments.set(reference, { status: "success" });
    ctx.advance(2);
    let asking = 0;
    let eightAsk = () => {};
    const eight = new Promise<void>((resolve) => (eightAsk = resolve));
    // No response is sent until eight requests have arrived.
    ctx.payments.beforeVerify = () => {
      asking += 1;
      if (asking === 8) eightAsk();
      return eight;
    };
    expect((await sweepPayments(ctx)).settled).toBe(10);
  });

  test("releases expired holds after a last check, and a late payment takes what there is", async () => {
    const [rice, beans] = [await makeGoods(database, { stock: 10 }), await makeGoods(database, { stock: 4 })];
    const payment = await started([
      [rice, 6],
      [beans, 4],
    ]);
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
    const [review] = await reviewsOf(payment.reference);
    expect(review).toMatchObject({
      reason: "stock_short",
      details: { short: [{ product_id: beans, ordered: 4, short: 3 }] },
    });
  });

  test("keeps the hold without a response of the provider", async () => {
    const rice = await makeGoods(database, { stock: 3 });
    await started([[rice, 3]]);
    ctx.payments.outage = "verify";
    ctx.advance(20);
    await sweepPayments(ctx);
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("closes after 72 hours, and a later webhook still settles", async () => {
    const rice = await makeGoods(database, { stock: 3 });
    const payment = await started([[rice, 3]]);
    ctx.advance(16);
    await sweepPayments(ctx);
    ctx.advance(72 * 60);
    await sweepPayments(ctx);
    expect((await attemptOf(payment.reference))?.status).toBe("closed");
    ctx.payments.set(payment.reference, { status: "success" });
    expect(await sendEvent("charge.success", { id: 1, reference: payment.reference })).toBe("accepted");
    expect(await ordersOf(payment.reference)).toHaveLength(1);
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test.each([
    ["the provider did not answer", () => void (ctx.payments.outage = "verify")],
    ["the shopper looked at the page", () => {}],
  ])("closes attempts older than 72 hours also when at the last check %s", async (_, last) => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.advance(16);
    await sweepPayments(ctx);
    ctx.advance(72 * 60);
    last();
    await settlePayment(ctx, payment.reference);
    expect((await attemptOf(payment.reference))?.status).toBe("open");
    ctx.payments.outage = null;
    ctx.advance(61);
    await sweepPayments(ctx);
    expect((await attemptOf(payment.reference))?.status).toBe("closed");
  });
});

describe("the webhook", () => {
  test("five deliveries of one event create one order", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    const event = bytes({
      event: "charge.success",
      data: { id: 4_294_967_296, reference: payment.reference, status: "success" },
    });
    for (let times = 0; times < 5; times += 1) expect(await receiveWebhook(ctx, event, "good")).toBe("accepted");
    expect(await settlePayment(ctx, payment.reference)).toMatchObject({ state: "paid", first: false });
    expect(await ordersOf(payment.reference)).toHaveLength(1);
  });

  test("a true signature over a claim that verify does not confirm pays nothing", async () => {
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
    [
      "for a payment that is not ours",
      bytes({ event: "charge.success", data: { id: 9, reference: "WH1" } }),
      "good",
      "accepted",
    ],
  ])("%s", async (_, body, signature, result) => {
    expect(await receiveWebhook(ctx, body, signature)).toBe(result);
  });

  test("requests another delivery when verification is not possible", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.outage = "verify";
    const event = bytes({ event: "charge.success", data: { id: 11, reference: payment.reference } });
    expect(await receiveWebhook(ctx, event, "good")).toBe("try_again");
  });

  test("a dispute is flagged once", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    const event = bytes({
      event: "charge.dispute.create",
      data: { id: 12, transaction: { reference: payment.reference } },
    });
    await receiveWebhook(ctx, event, "good");
    await receiveWebhook(ctx, event, "good");
    expect((await reviewsOf(payment.reference)).map((row) => row.reason)).toEqual(["dispute"]);
  });

  test("a dispute of an unknown payment is logged", async () => {
    const warn = vi.spyOn(ctx.log, "warn");
    const data = { id: 14, transaction: { reference: "WH404" } };
    expect(await sendEvent("charge.dispute.create", data)).toBe("accepted");
    expect(warn).toHaveBeenCalledWith({ reference: "WH404" }, "a dispute names a payment that is not ours");
  });

  test("a dispute that comes before the settlement is kept, and linked to the order", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    const transaction = { reference: payment.reference };
    await sendEvent("charge.dispute.create", { id: 13, transaction });
    expect(await reviewsOf(payment.reference)).toMatchObject([{ reason: "dispute", order_id: null }]);
    ctx.payments.set(payment.reference, { status: "success" });
    await settlePayment(ctx, payment.reference);
    const [order] = await ordersOf(payment.reference);
    expect(await reviewsOf(payment.reference)).toMatchObject([{ reason: "dispute", order_id: order!.id }]);
  });

  test.each([
    ["NUL", "nul \0 inside"],
    ["half a surrogate pair", "half \ud83d of a pair"],
  ])("with %s in it, anywhere, is stored and acted on", async (_, odd) => {
    const payment = await started([[await makeGoods(database), 1]]);
    const data = { id: odd, status: odd, transaction: { reference: payment.reference, [odd]: [odd] } };
    const event = bytes({ event: "charge.dispute.create", data });
    expect(await receiveWebhook(ctx, event, "good")).toBe("accepted");
    expect((await reviewsOf(payment.reference)).map((row) => row.reason)).toEqual(["dispute"]);
  });

  test.each(["__proto__", "constructor", "toString"])("with the key %s in it is accepted", async (key) => {
    const text = `{"event":"charge.success","${key}":{"event":"x"},"data":{"reference":"WH1","${key}":{"reference":"x"}}}`;
    expect(await receiveWebhook(ctx, new TextEncoder().encode(text), "good")).toBe("accepted");
    expect(await sendEvent(key, { id: 1, reference: key })).toBe("accepted");
  });
});

const EVENTS = [
  "paid",
  "wrong amount",
  "card paid",
  "webhook",
  "rejected",
  "page",
  "search",
  "sweep",
  "new account",
  "card",
  "half an hour",
  "provider is down",
  "provider is back",
] as const;
type Event = (typeof EVENTS)[number];

test("whatever the order of events, a transfer is never lost, never two orders, never an order for another amount, and no goods are lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 12 }), async (events) => {
      const goods = await makeGoods(database, { stock: 10 });
      const input = { ...startInput([[goods, 3]]), channel: "transfer" } as const;
      const first = await startCheckout(ctx, input);
      if (!first.ok || first.payment.channel !== "transfer") throw new Error(JSON.stringify(first));
      const { reference, pay_token, access_token } = first.payment;
      const visitor = { user_id: null, cookies: placedCookie(access_token, "http://shop.test").split(";")[0]! };
      const references = [reference];
      const restart = async (channel: "popup" | "transfer") => {
        const again = await restartPayment(ctx, { pay_token, channel, address: null, visitor });
        if (again.ok && !references.includes(again.payment.reference)) references.push(again.payment.reference);
      };
      const received = new Map<string, number>();
      const receive = (to: string, amount_kobo = 300_000) => {
        if (received.has(to)) return;
        received.set(to, amount_kobo);
        ctx.payments.set(to, { status: "success", amount_kobo, requested_amount_kobo: amount_kobo });
      };
      const search = async () => {
        const lagos = new Date((ctx.now?.() ?? new Date()).getTime() + 3_600_000).toISOString();
        const form = { amount: "3000", day: lagos.slice(0, 10), hour: lagos.slice(11, 13), sender: "Ada", last4: "" };
        await findPayment(
          { ...ctx, limits: { hit: async () => null } },
          { ...visitor, address: "203.0.113.9", pay_token },
          form,
        );
      };
      const steps: Record<Event, () => unknown> = {
        paid: () => receive(reference),
        "wrong amount": () => receive(reference, 299_999),
        "card paid": () => receive(references.at(-1)!),
        webhook: () => sendEvent("charge.success", { id: reference, reference, status: "success" }),
        rejected: () =>
          sendEvent("bank.transfer.rejected", {
            bank_transfer: { transaction_id: reference, amount: 1 },
            customer: { email: input.contact.email },
          }),
        page: () => transferPage({ ...ctx, checkGapMs: 0 }, pay_token, visitor),
        search,
        sweep: () => sweepPayments(ctx),
        "new account": () => restart("transfer"),
        card: () => restart("popup"),
        "half an hour": () => ctx.advance(30),
        "provider is down": () => void (ctx.payments.outage = "verify"),
        "provider is back": () => void (ctx.payments.outage = null),
      };
      for (const event of events) await steps[event]();
      ctx.payments.outage = null;
      // Closes what is unpaid, so that the next run has nothing to sweep but its own.
      ctx.advance(73 * 60);
      await sweepPayments(ctx);
      const attempts = await Promise.all(references.map(async (one) => (await attemptOf(one))!));
      const orders = (await Promise.all(references.map(ordersOf))).flat();
      for (const { total_amount_kobo } of orders) expect(total_amount_kobo).toBe(300_000);
      for (const one of attempts)
        expect(["settled", "review"].includes(one.status), one.status).toBe(received.has(one.reference));
      expect(orders).toHaveLength([...received.values()].includes(300_000) ? 1 : 0);
      const held = attempts.filter(({ hold }) => hold === "held").length;
      expect(await stockNow(database, [goods])).toEqual([10 - 3 * (held + orders.length)]);
    }),
    { numRuns: 15 },
  );
});
