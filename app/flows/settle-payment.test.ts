import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { profileOf } from "#app/features/customers/queries.server.ts";
import { users } from "#db/schema/auth.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { CONTACT, makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { attemptOf, ctx, database, ordersOf, reviewsOf, started, setUpPayments } from "#tests/fixtures/payments.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

setUpPayments();

describe("settling", () => {
  test("an order of a signed-in user belongs to them and updates their phone and address in the same transaction", async () => {
    const [user] = await database.db
      .insert(users)
      .values({ name: "Ada Okafor", firstName: "Ada", lastName: "Okafor", email: "signed-in@example.com" })
      .returning({ id: users.id });
    const goods = await makeGoods(database, { stock: 10 });
    const checkout = await startCheckout(ctx, startInput([[goods, 1]], { contact: CONTACT }), { user_id: user!.id });
    if (!checkout.ok) throw new Error(JSON.stringify(checkout));
    expect(await profileOf(database.db, user!.id)).toMatchObject({ phone: "", address: "" });
    ctx.payments.set(checkout.payment.reference, { status: "success" });
    expect(await settlePayment(ctx, checkout.payment.reference)).toMatchObject({ state: "paid", first: true });
    expect((await ordersOf(checkout.payment.reference))[0]).toMatchObject({ user_id: user!.id });
    const { phone, address, city, state, postal_code } = CONTACT;
    expect(await profileOf(database.db, user!.id)).toMatchObject({
      phone,
      address,
      city,
      state,
      postal_code,
      first_name: "Ada",
      email: "signed-in@example.com",
    });
  });

  test("a guest's payment is restarted after sign-in", async () => {
    const [user] = await database.db
      .insert(users)
      .values({ name: "Bola", email: "bola@example.com" })
      .returning({ id: users.id });
    const input = startInput([[await makeGoods(database, { stock: 10 }), 1]]);
    const [guest, again, signedIn] = [
      await startCheckout(ctx, input),
      await startCheckout(ctx, input),
      await startCheckout(ctx, input, { user_id: user!.id }),
    ];
    if (!guest.ok || !again.ok || !signedIn.ok) throw new Error("not started");
    expect(again.payment.reference).toBe(guest.payment.reference);
    expect(signedIn.payment.reference).not.toBe(guest.payment.reference);
    expect((await attemptOf(signedIn.payment.reference))?.user_id).toBe(user!.id);
  });

  test("a verified payment becomes one paid, processing order whose items add up, with its mails", async () => {
    const [rice, beans] = [
      await makeGoods(database, { stock: 10 }),
      await makeGoods(database, {
        stock: 10,
        price_kobo: 40_000,
        price_steps: [{ from: 3, unit_kobo: 33_333 }],
        unit: "carton",
        pieces: 24,
      }),
    ];
    const contact = { ...CONTACT, email: "First.Order@example.com" };
    const payment = await started(
      [
        [beans, 3],
        [rice, 2],
      ],
      { contact },
    );
    ctx.payments.set(payment.reference, { status: "success" });
    const results = [await settlePayment(ctx, payment.reference), await settlePayment(ctx, payment.reference)];
    expect(results.map((result) => [result.state, "first" in result && result.first])).toEqual([
      ["paid", true],
      ["paid", false],
    ]);

    const [order, ...others] = await ordersOf(payment.reference);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      order_status: "processing",
      payment_status: "paid",
      payment_method: "paystack",
      total_amount_kobo: payment.amount_kobo,
      customer_email: contact.email,
      customer_phone: contact.phone,
      substitute_phone: contact.substitute_phone,
      shipping_address: "12 Allen Avenue, Ikeja, Lagos, 100001",
      user_id: null,
    });
    const items = await database.db.select().from(order_items).where(eq(order_items.order_id, order!.id));
    expect(items.toSorted((a, b) => a.id - b.id).map(({ product_id }) => product_id)).toEqual([beans, rice]);
    expect(items.reduce((sum, item) => sum + item.subtotal_kobo, 0)).toBe(order!.total_amount_kobo);
    const paid = { product_price_kobo: 33_333, quantity: 3, unit: "carton", pieces: 24 };
    expect(items.find((item) => item.product_id === beans)).toMatchObject({ ...paid, saved_kobo: 20_001 });
    expect(await stockNow(database, [rice, beans])).toEqual([8, 7]);
    const sent = await database.db.select().from(mails).where(eq(mails.order_id, order!.id));
    expect(sent.map((mail) => mail.kind).sort()).toEqual(["order_confirmation", "welcome_email"]);
    const confirmation = sent.find((mail) => mail.kind === "order_confirmation");
    expect(confirmation?.data).toMatchObject({
      saved_kobo: 20_001,
      substitute_phone: contact.substitute_phone,
      items: expect.arrayContaining([expect.objectContaining(paid)]) as unknown,
    });
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
    const rice = await makeGoods(database);
    const payment = await started([[rice, 1]]);
    ctx.payments.set(payment.reference, { status: "success", ...change });
    expect(await settlePayment(ctx, payment.reference)).toEqual({ state: "review", reason });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("review");
    expect((await reviewsOf(payment.reference)).map((row) => row.reason)).toEqual([reason]);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
  });

  test("fees passed to the customer do not make the amount wrong", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success", amount_kobo: 101_523 });
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
  });

  test("two paid attempts of one checkout: one order, the second payment is flagged", async () => {
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
    expect(await reviewsOf(first.payment.reference)).toMatchObject([
      { reason: "duplicate_payment", order_id: order!.id },
    ]);
    expect(await ordersOf(first.payment.reference)).toHaveLength(0);
    expect(await stockNow(database, [rice])).toEqual([7]);
  });

  test("an order has the shipping and discount of its attempt, and none whose parts do not add up", async () => {
    const open = async (shipping_kobo: number, discount_kobo: number, amount_kobo: number) => {
      const { reference } = await started([[await makeGoods(database), 2]]);
      const amounts = { shipping_kobo, discount_kobo, amount_kobo };
      await database.db.update(payment_attempts).set(amounts).where(eq(payment_attempts.reference, reference));
      ctx.payments.set(reference, { status: "success", amount_kobo, requested_amount_kobo: amount_kobo });
      return reference;
    };
    const right = await open(15_000, 5_000, 210_000);
    expect((await settlePayment(ctx, right)).state).toBe("paid");
    const totals = { total_amount_kobo: 210_000, shipping_kobo: 15_000, discount_kobo: 5_000 };
    expect(await ordersOf(right)).toMatchObject([totals]);
    const wrong = await open(15_000, 5_000, 200_000);
    await expect(settlePayment(ctx, wrong)).rejects.toThrow("do not add up");
    expect(await ordersOf(wrong)).toEqual([]);
  });

  test("a replaced attempt that is paid uses the hold of its successor", async () => {
    const rice = await makeGoods(database, { stock: 4 });
    const input = startInput([[rice, 4]]);
    const first = await startCheckout(ctx, input);
    const second = await startCheckout(ctx, { ...input, lines: [{ id: rice, quantity: 3 }] });
    if (!first.ok || !second.ok) throw new Error("not started");
    ctx.payments.set(first.payment.reference, { status: "success" });
    expect((await settlePayment(ctx, first.payment.reference)).state).toBe("paid");
    expect(await reviewsOf(first.payment.reference)).toEqual([]);
    expect(await stockNow(database, [rice])).toEqual([0]);
    ctx.payments.set(second.payment.reference, { status: "success" });
    expect((await settlePayment(ctx, second.payment.reference)).state).toBe("review");
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("an unknown reference causes no request and no write", async () => {
    expect(await settlePayment(ctx, "WH000000000000000")).toEqual({ state: "unknown" });
    expect(ctx.payments.verifications).toBe(0);
  });

  test("no response from the provider is 'unconfirmed', and a later call settles", async () => {
    const payment = await started([[await makeGoods(database), 1]]);
    ctx.payments.set(payment.reference, { status: "success" });
    ctx.payments.outage = "verify";
    expect(await settlePayment(ctx, payment.reference)).toEqual({ state: "unconfirmed" });
    expect((await attemptOf(payment.reference))?.status).toBe("open");
    ctx.payments.outage = null;
    expect((await settlePayment(ctx, payment.reference)).state).toBe("paid");
  });
});
