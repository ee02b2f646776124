import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { attemptByReference, linesOfAttempt } from "#app/features/payments/queries/attempts.server.ts";
import { product_groups } from "#db/schema/catalog.ts";
import { payment_attempts, stock_movements } from "#db/schema/payments.ts";
import { makeGoods, startInput, stockNow } from "#tests/fixtures/checkout.ts";
import { ctx, database, ordersOf, started, setUpPayments } from "#tests/fixtures/payments.ts";
import { startCheckout } from "./start-checkout.server.ts";

setUpPayments();

describe("input that no caller can skip", () => {
  const FIELD = "Please enter a valid phone number.";
  test.each([
    ["a phone number that reaches nobody", { contact: { phone: "+999 1234567890" } }, { phone: FIELD }],
    [
      "a substitute who cannot be reached",
      { contact: { substitute_phone: "+999 1234567890" } },
      { substitute_phone: FIELD },
    ],
    ["a text for a phone number", { contact: { phone: "call me" } }, { phone: FIELD }],
    ["an empty field", { contact: { city: " " } }, { city: "required" }],
    ["a cart without quantities", { lines: [{ id: "x" }] }, {}],
    ["another checkout id", { checkout_id: "1" }, {}],
  ])("%s is refused before anything is held", async (_, wrong, errors) => {
    const rice = await makeGoods(database, { stock: 1 });
    const input = startInput([[rice, 1]]);
    const contact = { ...input.contact, ...("contact" in wrong ? wrong.contact : {}) };
    const result = await startCheckout(ctx, { ...input, ...wrong, contact });
    expect(result).toEqual({ ok: false, reason: "invalid", message: expect.any(String) as string, errors });
    expect([await stockNow(database, [rice]), ctx.payments.transactions.size]).toEqual([[1], 0]);
  });
});

describe("starting", () => {
  test("holds the stock, keeps the lines and mints a reference on the server", async () => {
    const [rice, beans] = [
      await makeGoods(database, { stock: 10 }),
      await makeGoods(database, { stock: 5, price_kobo: 50_050 }),
    ];
    const payment = await started([
      [rice, 4],
      [beans, 5],
    ]);
    expect(payment.reference).toMatch(/^WH\d{15}$/);
    expect(payment.amount_kobo).toBe(4 * 100_000 + 5 * 50_050);
    expect(await stockNow(database, [rice, beans])).toEqual([6, 0]);
    expect(await ordersOf(payment.reference)).toHaveLength(0);
    const moves = await database.db.select().from(stock_movements).where(eq(stock_movements.product_id, beans));
    expect(moves.map((move) => [move.quantity, move.reason])).toEqual([[-5, "hold"]]);
  });

  test("an unchanged repeat gets the same live attempt, a changed one replaces it and releases its hold", async () => {
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

  test("a stored payment page elsewhere than at the provider is not opened", async () => {
    const rice = await makeGoods(database, { stock: 10 });
    const input = startInput([[rice, 10]]);
    const first = await startCheckout(ctx, input);
    for (const address of ["https://evil.example/x", "javascript:alert(1)", "", null]) {
      const reference = first.ok ? first.payment.reference : "";
      await database.sql("update payment_attempts set authorization_url = $1 where reference = $2", [
        address,
        reference,
      ]);
      expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "provider_unavailable" });
    }
  });

  test.each([
    ["too little stock", { stock: 3 }, 4, undefined, { type: "only_left", stock: 3 }],
    ["no stock", { stock: 0 }, 1, undefined, { type: "out_of_stock" }],
    ["below the minimum", { min_order: 5 }, 4, undefined, { type: "below_minimum", min_order: 5 }],
    [
      "another price than shown",
      { price_kobo: 90_000 },
      1,
      80_000,
      { type: "price_changed", from: 80_000, to: 90_000 },
    ],
    ["a price of 0 from altered storage", {}, 1, 0, { type: "price_changed", from: 0, to: 100_000 }],
    [
      "off the order multiple",
      { min_order: 12, order_multiple: 12 },
      30,
      undefined,
      { type: "off_multiple", asked: 30 },
    ],
    [
      "the price of a step that is not reached",
      { price_steps: [{ from: 20, unit_kobo: 90_000 }] },
      19,
      90_000,
      { type: "price_changed", from: 90_000, to: 100_000 },
    ],
  ])("%s is refused and says so, holding nothing", async (_, goods, quantity, price, change) => {
    const id = await makeGoods(database, goods);
    const before = await stockNow(database, [id]);
    const result = await startCheckout(ctx, startInput([[id, quantity, price]]));
    expect(result).toMatchObject({ ok: false, reason: "cart_changed", cart: { lines: [{ id, changes: [change] }] } });
    expect(await stockNow(database, [id])).toEqual(before);
    expect(ctx.payments.transactions.size).toBe(0);
  });

  test("variants of a group reach the price step together, and the attempt keeps unit price, unit and pieces", async () => {
    const groups = [{ name: "Shirts", option_names: ["size"], mixed_price_breaks: true }];
    const [group] = await database.db.insert(product_groups).values(groups).returning({ id: product_groups.id });
    const variant = (size: string) =>
      makeGoods(database, {
        group_id: group!.id,
        option_values: { size },
        unit: "bale",
        pieces: 40,
        price_steps: [{ from: 10, unit_kobo: 90_000 }],
      });
    const [small, large] = [await variant("S"), await variant("L")];
    const payment = await started([
      [small, 4, 90_000],
      [large, 6, 90_000],
    ]);
    expect(payment.amount_kobo).toBe(10 * 90_000);
    const attempt = await attemptByReference(database.db, payment.reference);
    const lines = await linesOfAttempt(database.db, attempt!.id);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ product_price_kobo: 90_000, unit: "bale", pieces: 40 });
  });

  test("another total than the buyer saw is refused; the same is taken", async () => {
    const rice = await makeGoods(database, { stock: 10 });
    const input = { ...startInput([[rice, 3]]), total_kobo: 250_000 };
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "cart_changed" });
    expect(await stockNow(database, [rice])).toEqual([10]);
    expect(await startCheckout(ctx, { ...input, total_kobo: 300_000 })).toMatchObject({ ok: true });
  });

  test("an unknown product is named, not lost", async () => {
    const id = crypto.randomUUID();
    const result = await startCheckout(ctx, startInput([[id, 1]]));
    expect(result).toMatchObject({
      ok: false,
      reason: "cart_changed",
      cart: { lines: [{ id, changes: [{ type: "not_sold" }] }] },
    });
  });

  test.each([
    [10_000, 100_001_00, "limited to ₦10,000,000.00"],
    [1, 4_999, "at least ₦50.00"],
  ])(
    "%i pieces at %i kobo: an amount the provider does not take is said beforehand",
    async (quantity, price_kobo, said) => {
      const id = await makeGoods(database, { stock: 100_000, price_kobo });
      const result = await startCheckout(ctx, startInput([[id, quantity]]));
      expect(result).toMatchObject({ ok: false, reason: "amount" });
      expect(!result.ok && "message" in result && result.message).toContain(said);
      expect(await stockNow(database, [id])).toEqual([100_000]);
    },
  );

  test("without a response of the provider the attempt is kept for the sweep and the shopper can retry", async () => {
    const rice = await makeGoods(database, { stock: 4 });
    const input = startInput([[rice, 4]]);
    ctx.payments.outage = "initialize";
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "provider_unavailable" });
    ctx.payments.outage = null;
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: true });
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("a start waits for the provider for 10 seconds, of which earlier attempts get 5", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    expect(await startCheckout(ctx, startInput([[await makeGoods(database), 1]]))).toMatchObject({ ok: true });
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([10_000, 5_000]);
  });

  test("a silent provider ends the start within the time limit, for any first request", async () => {
    ctx.startTimeoutMs = 40;
    const rice = await makeGoods(database, { stock: 4 });
    const input = startInput([[rice, 4]]);
    ctx.payments.outage = "initialize";
    await startCheckout(ctx, input);
    ctx.payments.outage = null;
    ctx.payments.silent = true;
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: false, reason: "provider_unavailable" });
    expect(ctx.payments.verifications).toBe(1);
    ctx.payments.silent = false;
    ctx.startTimeoutMs = 60_000;
    expect(await startCheckout(ctx, input)).toMatchObject({ ok: true });
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("an attempt left by a process during initialization is replaced", async () => {
    const rice = await makeGoods(database, { stock: 4 });
    const input = startInput([[rice, 4]]);
    const left = await startCheckout(ctx, input);
    if (!left.ok) throw new Error("not started");
    await database.db
      .update(payment_attempts)
      .set({ access_code: null, provider_status: null })
      .where(eq(payment_attempts.reference, left.payment.reference));
    ctx.advance(1);
    const next = await startCheckout(ctx, input);
    expect(next.ok && next.payment.reference !== left.payment.reference).toBe(true);
    expect(await stockNow(database, [rice])).toEqual([0]);
  });

  test("a paid cart cannot be paid again", async () => {
    const rice = await makeGoods(database);
    const input = startInput([[rice, 1]]);
    const first = await startCheckout(ctx, input);
    if (!first.ok) throw new Error("not started");
    ctx.payments.set(first.payment.reference, { status: "success" });
    expect(await startCheckout(ctx, input)).toEqual({
      ok: false,
      reason: "already_paid",
      message: "This checkout is paid.",
      access_token: first.payment.access_token,
    });
    expect(await ordersOf(first.payment.reference)).toHaveLength(1);
  });
});
