import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customOrderById, customOrderByToken } from "#app/features/custom-orders/queries.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { custom_order_offers } from "#db/schema/requests.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { CONTACT, makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { makeCustomOrder } from "#tests/fixtures/custom-orders.ts";
import { ctx, database, ordersOf, reviewsOf, setUpPayments } from "#tests/fixtures/payments.ts";
import { acceptReview } from "./accept-payment.server.ts";
import { makeOffer, withdrawOffer } from "./make-offer.server.ts";
import { payOffer } from "./pay-offer.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { startCheckout } from "./start-checkout.server.ts";

const BOSS_ID = "6f0d3f1e-0000-4000-8000-00000000b055";
const boss = actorOf(BOSS_ID, "admin");

setUpPayments({ checkGapMs: 0 });

const UNLISTED = { product: "", name: "Enamel basin 40 cm", unit: "dozen", quantity: 10, price: "12,500.50" };

async function offered(lines: object[] = [UNLISTED], more: object = {}) {
  const request = await makeCustomOrder(database);
  const input = { id: request.id, version: 1, message: "Good ones", valid_days: 3, lines, ...more };
  const made = await makeOffer(ctx, boss, input);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return { ...request, offer_id: made.offer_id };
}

const pay = ({ token, offer_id }: { token: string; offer_id: string }, more: object = {}) =>
  payOffer(ctx, { token, offer_id, contact: CONTACT, ...more });

async function opened(request: { token: string; offer_id: string }): Promise<string> {
  const result = await pay(request);
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.payment.reference;
}

describe("making an offer", () => {
  test("stores lines, validity and message, notifies the sender by mail and SMS, and writes an audit row", async () => {
    const { id, token, offer_id } = await offered();
    const request = await customOrderByToken(database.db, token);
    expect(request?.offers).toMatchObject([
      {
        id: offer_id,
        state: "open",
        message: "Good ones",
        total_kobo: 12_500_500,
        lines: [{ ...line(), total_kobo: 12_500_500 }],
      },
    ]);
    const days = ((request?.offers[0]?.valid_until.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    const sent = (await database.db.select().from(mails)).filter(({ data }) => JSON.stringify(data).includes(token));
    expect(Object.fromEntries(sent.map(({ kind, to_address }) => [kind, to_address]))).toEqual({
      custom_order_offer: "adaeze@example.com",
      sms_custom_order_offer: "+2348031234567",
    });
    const [logged] = await database.db.select().from(audit_log).where(eq(audit_log.subject, id));
    expect(logged).toMatchObject({
      action: "custom-order.offer",
      actor_id: BOSS_ID,
      after: { total_kobo: 12_500_500 },
    });
  });

  test("a new offer withdraws the earlier one; an outdated page changes nothing", async () => {
    const { id, token, offer_id } = await offered();
    const again = { id, version: 2, valid_days: 7, lines: [UNLISTED] };
    expect(await makeOffer(ctx, boss, { ...again, version: 1 })).toEqual({ ok: false, reason: "changed" });
    expect((await customOrderByToken(database.db, token))?.offers[0]).toMatchObject({ id: offer_id, state: "open" });
    expect(await makeOffer(ctx, boss, again)).toMatchObject({ ok: true, version: 3 });
    const states = (await customOrderByToken(database.db, token))?.offers.map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["open", "withdrawn"]));
  });

  test.each([
    [{ lines: [] }, "lines"],
    [{ lines: [{ ...UNLISTED, price: "abc" }] }, "lines.0.price"],
    [{ lines: [{ ...UNLISTED, price: "-5" }] }, "lines.0.price"],
    [{ lines: [{ ...UNLISTED, quantity: "0" }] }, "lines.0.quantity"],
    [{ lines: [{ ...UNLISTED, quantity: "1.5" }] }, "lines.0.quantity"],
    [{ lines: [{ ...UNLISTED, quantity: "0x10" }] }, "lines.0.quantity"],
    [{ lines: [{ ...UNLISTED, quantity: "1e3" }] }, "lines.0.quantity"],
    [{ lines: [{ ...UNLISTED, quantity: "" }] }, "lines.0.quantity"],
    [{ valid_days: "0x7" }, "valid_days"],
    [{ lines: [{ ...UNLISTED, name: " " }] }, "lines.0.name"],
    [{ lines: [{ ...UNLISTED, product: "6f0d3f1e-0000-4000-8000-000000000001" }] }, "lines.0.product"],
    [{ valid_days: "0" }, "valid_days"],
    [{ valid_days: "61" }, "valid_days"],
    [{ lines: [{ ...UNLISTED, quantity: 1000, price: "20000" }] }, "lines"],
    [{ lines: [{ ...UNLISTED, quantity: 1, price: "49.99" }] }, "lines"],
  ])("%j is refused at its field", async (change, field) => {
    const { id } = await makeCustomOrder(database);
    const result = await makeOffer(ctx, boss, { id, version: 1, valid_days: 7, lines: [UNLISTED], ...change });
    expect(result).toMatchObject({ ok: false, reason: "invalid", errors: { [field]: expect.any(String) } });
    expect((await customOrderById(database.db, id))?.offers).toEqual([]);
  });
});

const line = () => ({
  product_id: null,
  name: "Enamel basin 40 cm",
  unit: "dozen",
  quantity: 10,
  unit_price_kobo: 1_250_050,
});

describe("paying an offer", () => {
  test("makes one ordinary order at the offer's names and prices, and the request shows it", async () => {
    const goods = await makeGoods(database, { stock: 10, min_order: 5 });
    const request = await offered([
      UNLISTED,
      { product: goods, name: "Rice, as agreed", unit: "bag", quantity: 2, price: "900" },
    ]);
    const reference = await opened(request);
    // Only lines with a product hold stock; the offered quantity may be below the product's minimum.
    expect(await stockNow(database, [goods])).toEqual([8]);
    ctx.payments.set(reference, { status: "success" });
    const settled = await Promise.all([1, 2, 3].map(() => settlePayment(ctx, reference)));
    expect(new Set(settled.map(({ state }) => state))).toEqual(new Set(["paid"]));
    const [order] = await ordersOf(reference);
    expect(order).toMatchObject({ payment_status: "paid", order_status: "processing", total_amount_kobo: 12_680_500 });
    const items = await database.db
      .select()
      .from(order_items)
      .where(eq(order_items.order_id, order?.id ?? ""));
    expect(
      items.map((item) => [item.product_name, item.product_price_kobo, item.quantity, item.unit, item.product_id]),
    ).toEqual(
      expect.arrayContaining([
        ["Enamel basin 40 cm", 1_250_050, 10, "dozen", null],
        ["Rice, as agreed", 90_000, 2, "bag", goods],
      ]),
    );
    expect(items).toHaveLength(2);
    const shown = await customOrderByToken(database.db, request.token);
    expect(shown).toMatchObject({
      status: "processing",
      offers: [{ state: "accepted", order_id: order?.id, order_token: order?.access_token }],
    });
    expect(await pay(request)).toMatchObject({
      ok: false,
      reason: "accepted",
      message: "This offer is paid. Thank you!",
    });
    expect(
      await withdrawOffer(ctx, boss, { id: request.id, version: shown?.version, offer_id: request.offer_id }),
    ).toEqual({
      ok: false,
      reason: "paid",
    });
  });

  test("an unchanged repeat is one attempt; another address starts a new one and releases the hold", async () => {
    const goods = await makeGoods(database, { stock: 5 });
    const request = await offered([{ ...UNLISTED, product: goods, quantity: 5 }]);
    const [one, two] = await Promise.all([opened(request), opened(request)]);
    expect(one).toBe(two);
    const other = await pay(request, { contact: { ...CONTACT, city: "Kano" } });
    expect(other).toMatchObject({ ok: true });
    expect(await stockNow(database, [goods])).toEqual([0]);
  });

  test("an expired, a withdrawn and another request's offer are refused and hold nothing", async () => {
    const expired = await offered();
    const minutes = 3 * 24 * 60 + 1;
    ctx.advance(minutes);
    expect(await pay(expired)).toMatchObject({
      ok: false,
      reason: "expired",
      message: expect.stringContaining("This offer has expired.") as string,
    });
    ctx.advance(-minutes);
    const goods = await makeGoods(database, { stock: 5 });
    const withdrawn = await offered([{ ...UNLISTED, product: goods, quantity: 5 }]);
    expect(await withdrawOffer(ctx, boss, { ...withdrawn, version: 2 })).toEqual({ ok: true, version: 3 });
    expect(await pay(withdrawn)).toMatchObject({ ok: false, reason: "withdrawn" });
    expect(await stockNow(database, [goods])).toEqual([5]);
    const mine = await offered();
    expect(await pay({ token: mine.token, offer_id: expired.offer_id })).toEqual({ ok: false, reason: "not_found" });
    expect(await pay({ token: "x", offer_id: mine.offer_id })).toEqual({ ok: false, reason: "not_found" });
    expect(await pay(mine, { contact: { ...CONTACT, city: "" } })).toMatchObject({
      reason: "invalid",
      errors: { city: "required" },
    });
  });

  test("a phone number that reaches nobody is refused at its field", async () => {
    const request = await offered();
    expect(await pay(request, { contact: { ...CONTACT, phone: "+999 1234567890" } })).toEqual({
      ok: false,
      reason: "invalid",
      message: "Please enter a valid phone number.",
      errors: { phone: "Please enter a valid phone number." },
    });
  });

  test("an offer counts with its payer's other unpaid checkouts, whatever its quantities", async () => {
    const { contact } = startInput([]);
    const goods = await makeGoods(database, { stock: 60 });
    for (let open = 0; open < 4; open += 1) {
      expect(await startCheckout(ctx, startInput([[goods, 1]], { contact }))).toMatchObject({ ok: true });
    }
    const all = { ...UNLISTED, product: goods, quantity: 56 };
    expect(await pay(await offered([all]), { contact })).toMatchObject({ ok: true });
    expect(await stockNow(database, [goods])).toEqual([0]);
    expect(await pay(await offered(), { contact })).toEqual({
      ok: false,
      reason: "too_many_holds",
      message:
        "Several of your orders are waiting to be paid already. Please pay for one of them, or try again in 15 minutes.",
      retry_after: 900,
    });
  });

  test("items sold out meanwhile are listed", async () => {
    const goods = await makeGoods(database, { stock: 4 });
    const request = await offered([{ ...UNLISTED, product: goods, quantity: 5 }]);
    expect(await pay(request)).toMatchObject({
      ok: false,
      reason: "stock",
      message: expect.stringContaining("Enamel basin 40 cm (4 left)") as string,
    });
    expect(await stockNow(database, [goods])).toEqual([4]);
  });

  test("lines without a product are never short, also in a late payment", async () => {
    const request = await offered();
    const reference = await opened(request);
    await database.db
      .update(payment_attempts)
      .set({ hold: "released" })
      .where(eq(payment_attempts.reference, reference));
    ctx.payments.set(reference, { status: "success" });
    expect(await settlePayment(ctx, reference)).toMatchObject({ state: "paid" });
    expect(await reviewsOf(reference)).toEqual([]);
  });

  test("a cart cannot use the checkout of an offer", async () => {
    const { offer_id } = await offered();
    const [offer] = await database.db.select().from(custom_order_offers).where(eq(custom_order_offers.id, offer_id));
    const goods = await makeGoods(database);
    const input = startInput([[goods, 1]], { checkout_id: offer?.checkout_id ?? "" });
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "refused" });
  });
});

describe("withdrawing during a payment", () => {
  test("a completed payment prevents the withdrawal", async () => {
    const request = await offered();
    const reference = await opened(request);
    ctx.payments.set(reference, { status: "success" });
    expect(await withdrawOffer(ctx, boss, { ...request, version: 2 })).toEqual({ ok: false, reason: "paid" });
    expect((await customOrderByToken(database.db, request.token))?.offers[0]?.state).toBe("accepted");
  });

  test("a payment after the withdrawal needs a review, which can accept it at the offer's prices", async () => {
    const goods = await makeGoods(database, { stock: 5 });
    const request = await offered([{ ...UNLISTED, product: goods, quantity: 5 }]);
    const reference = await opened(request);
    expect(await withdrawOffer(ctx, boss, { ...request, version: 2 })).toMatchObject({ ok: true });
    expect(await stockNow(database, [goods])).toEqual([5]);
    ctx.payments.set(reference, { status: "success" });
    expect(await settlePayment(ctx, reference)).toEqual({ state: "review", reason: "offer_withdrawn" });
    const [review] = await reviewsOf(reference);
    expect(review?.reason).toBe("offer_withdrawn");
    expect((await customOrderByToken(database.db, request.token))?.offers[0]?.state).toBe("withdrawn");
    expect(await acceptReview(ctx, boss, { id: review?.id, note: "We still have them" })).toMatchObject({ ok: true });
    expect((await customOrderByToken(database.db, request.token))?.offers[0]?.state).toBe("accepted");
    expect(await stockNow(database, [goods])).toEqual([0]);
  });
});
