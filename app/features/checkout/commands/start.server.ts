import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { lockProducts, releaseStock, takeStock } from "#app/features/catalog/commands/stock.server.ts";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { nextCheckAge } from "#app/features/payments/rules.ts";
import { CURRENCY } from "#app/lib/money.ts";
import { randomDigits, randomToken } from "#app/lib/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";
import { attemptsOfCheckout, lockCheckout, type Attempt } from "../queries.server.ts";
import { REFERENCE_DIGITS, REFERENCE_PREFIX } from "../rules.ts";
import type { StartInput } from "../schema.ts";
import { timeOf, type CheckoutContext } from "./context.server.ts";
import { settlePayment } from "./settle.server.ts";

export type StartedPayment = {
  reference: string;
  access_token: string;
  access_code: string;
  authorization_url: string;
  amount_kobo: number;
};

export type StartResult =
  | { ok: true; payment: StartedPayment }
  | { ok: false; reason: "not_configured" | "provider_unavailable"; message: string }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "cart_changed"; cart: CheckedCart }
  | { ok: false; reason: "amount"; message: string }
  | { ok: false; reason: "already_paid"; access_token: string };

/** Least time a hold must still have for its attempt to be handed out again. */
const REUSE_MARGIN_MS = 2 * 60_000;

class CartChanged extends Error {
  readonly cart: CheckedCart;
  constructor(cart: CheckedCart) {
    super("the cart changed");
    this.cart = cart;
  }
}

/**
 * Prices the cart on the server, holds its stock, writes the attempt down and opens the payment at the provider.
 * An unchanged repeat gets the same live attempt; a changed one replaces the earlier attempts of its checkout after
 * asking the provider about them. Nobody needs to be signed in; `user_id` is who is.
 */
export async function startCheckout(
  ctx: CheckoutContext,
  input: StartInput,
  user_id: string | null = null,
): Promise<StartResult> {
  const { payments } = ctx;
  if (!payments) return { ok: false, reason: "not_configured", message: "Payment system is not properly configured." };

  for (const earlier of await attemptsOfCheckout(ctx.db, input.checkout_id)) {
    if (earlier.status === "open") await settlePayment(ctx, earlier.reference);
  }
  const attempts = await attemptsOfCheckout(ctx.db, input.checkout_id);
  const paid = attempts.find((attempt) => attempt.status === "settled" || attempt.status === "review");
  if (paid) return { ok: false, reason: "already_paid", access_token: paid.access_token };
  const fingerprint = fingerprintOf(input, user_id);
  const live = attempts.find((attempt) => isReusable(attempt, fingerprint, timeOf(ctx)));
  if (live) return { ok: true, payment: startedPayment(live) };

  try {
    const attempt = await ctx.db.transaction((tx) => createAttempt(ctx, tx, input, fingerprint, user_id));
    return await openAtProvider(ctx, payments, attempt);
  } catch (error) {
    if (!(error instanceof CartChanged)) throw error;
    const { cart } = error;
    const isAmount = cart.amount_problem && !cart.changed && cart.lines.every((line) => line.buyable);
    return isAmount && cart.amount_problem
      ? { ok: false, reason: "amount", message: AMOUNT_MESSAGES[cart.amount_problem] }
      : { ok: false, reason: "cart_changed", cart };
  }
}

const AMOUNT_MESSAGES = {
  too_large:
    "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or request a custom order.",
  too_small: "One payment must be at least ₦50.00.",
} as const;

function isReusable(attempt: Attempt, fingerprint: string, now: Date): boolean {
  return (
    attempt.status === "open" &&
    attempt.hold === "held" &&
    attempt.fingerprint === fingerprint &&
    attempt.access_code !== null &&
    attempt.hold_expires_at.getTime() - now.getTime() > REUSE_MARGIN_MS
  );
}

function startedPayment(attempt: Attempt): StartedPayment {
  return {
    reference: attempt.reference,
    access_token: attempt.access_token,
    access_code: attempt.access_code ?? "",
    authorization_url: attempt.authorization_url ?? "",
    amount_kobo: attempt.amount_kobo,
  };
}

/** Prices are part of it as they were shown, and an attempt only exists when those were right; so is who pays. */
function fingerprintOf(input: StartInput, user_id: string | null): string {
  const lines = input.lines
    .map((line) => `${line.id} ${line.quantity} ${line.price_kobo ?? ""}`)
    .sort((a, b) => a.localeCompare(b));
  return createHash("sha256")
    .update(JSON.stringify([lines, input.contact, user_id]))
    .digest("base64url");
}

/** Gives back what earlier attempts of this checkout hold, then locks, prices again, holds and writes the new one. */
async function createAttempt(
  ctx: CheckoutContext,
  tx: Tx,
  input: StartInput,
  fingerprint: string,
  user_id: string | null,
) {
  const earlier = await lockCheckout(tx, input.checkout_id);
  await lockProducts(
    tx,
    input.lines.map((line) => line.id),
  );
  for (const attempt of earlier.filter((one) => one.status === "open" && one.hold === "held")) {
    await releaseStock(tx, attempt.id);
    await tx
      .update(payment_attempts)
      .set({ hold: "released", updated_at: timeOf(ctx) })
      .where(eq(payment_attempts.id, attempt.id));
  }
  const cart = await checkCart(tx, input.lines);
  if (cart.changed || !cart.ok) throw new CartChanged(cart);
  const created_at = timeOf(ctx);
  const { contact } = input;
  const reference = await unusedReference(tx);
  const [attempt] = await tx
    .insert(payment_attempts)
    .values({
      reference,
      checkout_id: input.checkout_id,
      access_token: randomToken(),
      hold_expires_at: new Date(created_at.getTime() + ctx.env.HOLD_MINUTES * 60_000),
      user_id,
      customer_name: contact.name,
      customer_email: contact.email,
      customer_phone: contact.phone,
      address: contact.address,
      city: contact.city,
      state: contact.state,
      postal_code: contact.postal_code,
      amount_kobo: cart.subtotal_kobo,
      currency: CURRENCY,
      fingerprint,
      next_check_at: new Date(created_at.getTime() + (nextCheckAge(0) ?? 60_000)),
      created_at,
      updated_at: created_at,
    })
    .returning();
  if (!attempt) throw new Error("the attempt was not written");
  await tx.insert(payment_attempt_items).values(
    cart.lines.map((line) => ({
      attempt_id: attempt.id,
      product_id: line.id,
      product_name: line.product?.name ?? "",
      product_price_kobo: line.product?.price_kobo ?? 0,
      quantity: line.quantity,
    })),
  );
  const held = await takeStock(
    tx,
    cart.lines.map((line) => ({ id: line.id, quantity: line.quantity })),
    { attempt_id: attempt.id, reason: "hold" },
  );
  if (!held) throw new Error("locked and checked stock was not there");
  return attempt;
}

/** 'WH' and 15 secure random digits, drawn again while taken; the unique index stands behind it (decision M4). */
async function unusedReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = REFERENCE_PREFIX + randomDigits(REFERENCE_DIGITS);
    const [taken] = await tx
      .select({ id: payment_attempts.id })
      .from(payment_attempts)
      .where(eq(payment_attempts.reference, reference));
    if (!taken) return reference;
  }
}

async function openAtProvider(ctx: CheckoutContext, payments: PaymentProvider, attempt: Attempt): Promise<StartResult> {
  const open = (reference: string) =>
    payments.initialize({
      reference,
      amount_kobo: attempt.amount_kobo,
      currency: attempt.currency,
      email: attempt.customer_email,
      callback_url: `${ctx.baseUrl}/checkout/return/${attempt.access_token}`,
      metadata: {
        attempt_id: attempt.id,
        customer_name: attempt.customer_name,
        customer_phone: attempt.customer_phone,
      },
    });
  let result = await open(attempt.reference);
  if (!result.ok && result.reason === "duplicate_reference") {
    const reference = await unusedReference(ctx.db);
    await ctx.db.update(payment_attempts).set({ reference }).where(eq(payment_attempts.id, attempt.id));
    attempt = { ...attempt, reference };
    result = await open(reference);
  }
  if (result.ok) {
    const { access_code, authorization_url } = result;
    await ctx.db
      .update(payment_attempts)
      .set({ access_code, authorization_url, updated_at: timeOf(ctx) })
      .where(eq(payment_attempts.id, attempt.id));
    return { ok: true, payment: startedPayment({ ...attempt, access_code, authorization_url }) };
  }
  ctx.log.warn({ reference: attempt.reference, reason: result.reason, said: result.message }, "payment was not opened");
  if (result.reason === "refused") {
    await closeAttempt(ctx, attempt);
    return {
      ok: false,
      reason: "refused",
      message: result.message || "Failed to initialize payment. Please try again.",
    };
  }
  // The provider may have opened it all the same: the attempt stays, with its hold, for the sweep or a retry to look up.
  return { ok: false, reason: "provider_unavailable", message: "Failed to initialize payment. Please try again." };
}

async function closeAttempt(ctx: CheckoutContext, attempt: Attempt): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const current = (await lockCheckout(tx, attempt.checkout_id)).find((one) => one.id === attempt.id);
    if (current?.status !== "open") return;
    if (current.hold === "held") await releaseStock(tx, attempt.id);
    await tx
      .update(payment_attempts)
      .set({ status: "closed", hold: "released", next_check_at: null, updated_at: timeOf(ctx) })
      .where(eq(payment_attempts.id, attempt.id));
  });
}
