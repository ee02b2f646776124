import { createHash } from "node:crypto";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { lockProducts } from "#app/features/catalog/commands/stock.server.ts";
import { insertAttempt, releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import {
  openPayment,
  startedPayment,
  type OpenResult,
  type StartedPayment,
} from "#app/features/payments/commands/open.server.ts";
import { settlePayment } from "#app/features/payments/commands/settle.server.ts";
import { attemptsOfCheckout, lockCheckout, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { StartInput } from "../schema.ts";

export type StartResult =
  | { ok: true; payment: StartedPayment }
  | Extract<OpenResult, { ok: false }>
  | { ok: false; reason: "not_configured"; message: string }
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
  ctx: PaymentsContext,
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
  const live = attempts.find((attempt) => isReusable(attempt, fingerprint, currentTime(ctx)));
  if (live) return { ok: true, payment: startedPayment(live) };

  try {
    const attempt = await ctx.db.transaction((tx) => createAttempt(ctx, tx, input, fingerprint, user_id));
    return await openPayment(ctx, payments, attempt);
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

/** Prices are part of it as they were shown, and an attempt only exists when those were right; so is who pays. */
function fingerprintOf(input: StartInput, user_id: string | null): string {
  const lines = input.lines
    .map((line) => `${line.id} ${line.quantity} ${line.price_kobo ?? ""}`)
    .sort((a, b) => a.localeCompare(b));
  return createHash("sha256")
    .update(JSON.stringify([lines, input.contact, user_id]))
    .digest("base64url");
}

/** Releases what earlier attempts of this checkout hold, then locks, prices again, holds and writes the new one. */
async function createAttempt(
  ctx: PaymentsContext,
  tx: Tx,
  input: StartInput,
  fingerprint: string,
  user_id: string | null,
): Promise<Attempt> {
  const earlier = await lockCheckout(tx, input.checkout_id);
  await lockProducts(
    tx,
    input.lines.map((line) => line.id),
  );
  for (const attempt of earlier) {
    if (attempt.status === "open" && attempt.hold === "held") await releaseHold(ctx, tx, attempt.id);
  }
  const cart = await checkCart(tx, input.lines);
  if (cart.changed || !cart.ok) throw new CartChanged(cart);
  return await insertAttempt(ctx, tx, {
    checkout_id: input.checkout_id,
    user_id,
    contact: input.contact,
    fingerprint,
    amount_kobo: cart.subtotal_kobo,
    lines: cart.lines.map((line) => ({
      product_id: line.id,
      product_name: line.product?.name ?? "",
      product_price_kobo: line.product?.price_kobo ?? 0,
      quantity: line.quantity,
    })),
  });
}
