import { createHash } from "node:crypto";
import { z } from "zod";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { cartLinesSchema } from "#app/features/cart/schema.ts";
import { lockProducts } from "#app/features/catalog/commands/stock.server.ts";
import { orderTotals } from "#app/features/catalog/rules/pricing.ts";
import { insertAttempt, releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { holdRefusal, lockHolders, type Starter } from "#app/features/payments/commands/holds.server.ts";
import {
  awaitOpening,
  isOpening,
  openPayment,
  startedPayment,
  type OpenResult,
  type StartedPayment,
} from "#app/features/payments/commands/open.server.ts";
import { settlePayment } from "#app/features/payments/commands/settle.server.ts";
import {
  attemptsOfCheckout,
  lockCheckout,
  productsOfAttempts,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { visitorUnit } from "#app/lib/addresses.server.ts";
import type { Tx } from "#db/client.server.ts";
import { retriedTransaction } from "#db/transaction.server.ts";
import { contactSchema } from "../schema.ts";

/** What the browser may say: products, quantities and contact data. Prices are only what the shopper was shown. */
export const startSchema = z.object({ checkout_id: z.uuid(), contact: contactSchema, lines: cartLinesSchema });

export type StartInput = z.infer<typeof startSchema>;

export type StartResult =
  | { ok: true; payment: StartedPayment }
  | Extract<OpenResult, { ok: false }>
  | { ok: false; reason: "not_configured"; message: string }
  | { ok: false; reason: "cart_changed"; cart: CheckedCart }
  | { ok: false; reason: "amount"; message: string }
  | { ok: false; reason: "too_many_holds"; message: string; retry_after: number | null }
  | { ok: false; reason: "already_paid"; access_token: string };

/** Who starts: the account when signed in, and the network address that limits count. */
export type Start = { user_id?: string | null; address?: string | null };

/** Least time a hold must still have for its attempt to be handed out again. */
const REUSE_MARGIN_MS = 2 * 60_000;
/** The longest that a start waits for the provider; half of it for the attempts before. */
const TIMEOUT_MS = 10_000;

/** Ends the transaction with an answer, so that nothing it did stays. */
class Refused extends Error {
  readonly answer: StartResult;
  constructor(answer: StartResult) {
    super("the start was refused");
    this.answer = answer;
  }
}

/**
 * Prices the cart on the server, holds its stock, writes the attempt down and opens the payment at the provider.
 * An unchanged repeat gets the same live attempt, also when both come at once; a changed one replaces the earlier
 * attempts of its checkout after asking the provider about them. Nobody needs to be signed in.
 */
export async function startCheckout(
  ctx: PaymentsContext,
  input: StartInput,
  { user_id = null, address = null }: Start = {},
): Promise<StartResult> {
  const { payments, startTimeoutMs = TIMEOUT_MS } = ctx;
  if (!payments) return { ok: false, reason: "not_configured", message: "Payment system is not properly configured." };

  const deadline = AbortSignal.timeout(startTimeoutMs);
  const earlier = await attemptsOfCheckout(ctx.db, input.checkout_id);
  const unclear = earlier.filter((one) => one.status === "open" && !isOpening(one, currentTime(ctx)));
  const verified = AbortSignal.timeout(startTimeoutMs / 2);
  await Promise.all(unclear.map(({ reference }) => settlePayment(ctx, reference, verified)));

  const { contact } = input;
  const visitor = address === null ? null : visitorUnit(address);
  const starter = { visitor, user_id, email: contact.email, phone: contact.phone };
  const fingerprint = fingerprintOf(input, user_id);
  const found = await findOrCreate(ctx, input, starter, fingerprint);
  if ("answer" in found) return found.answer;
  const { attempt, isNew } = found;
  if (isNew) return await openPayment(ctx, payments, attempt, deadline);
  return attempt.access_code === null
    ? await awaitOpening(ctx, attempt.id, deadline)
    : { ok: true, payment: startedPayment(attempt) };
}

type Found = { attempt: Attempt; isNew: boolean } | { answer: StartResult };

/** The live attempt of an unchanged checkout, else a new one that holds the cart; one start of a checkout at a time. */
async function findOrCreate(
  ctx: PaymentsContext,
  input: StartInput,
  starter: Starter,
  fingerprint: string,
): Promise<Found> {
  try {
    return await retriedTransaction(ctx.db, async (tx): Promise<Found> => {
      const attempts = await lockCheckout(tx, input.checkout_id);
      const paid = attempts.find((attempt) => attempt.status === "settled" || attempt.status === "review");
      if (paid) return { answer: { ok: false, reason: "already_paid", access_token: paid.access_token } };
      const live = attempts.find((attempt) => isReusable(attempt, fingerprint, currentTime(ctx)));
      if (live) return { attempt: live, isNew: false };
      return { attempt: await createAttempt(ctx, tx, input, starter, fingerprint, attempts), isNew: true };
    });
  } catch (error) {
    if (error instanceof Refused) return { answer: error.answer };
    throw error;
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
    (attempt.access_code ? true : isOpening(attempt, now)) &&
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

/** Releases what earlier attempts of this checkout hold, prices again, holds and writes the new one; or throws Refused. */
async function createAttempt(
  ctx: PaymentsContext,
  tx: Tx,
  input: StartInput,
  starter: Starter,
  fingerprint: string,
  attempts: readonly Attempt[],
): Promise<Attempt> {
  const held = attempts.filter((one) => one.status === "open" && one.hold === "held").map(({ id }) => id);
  await lockHolders(tx, starter);
  await lockProducts(tx, [...(await productsOfAttempts(tx, held)), ...input.lines.map((line) => line.id)]);
  for (const id of held) await releaseHold(ctx, tx, id);
  const cart = await checkCart(tx, input.lines);
  if (cart.changed || !cart.ok) throw new Refused(cartAnswer(cart));
  const tooMany = await holdRefusal(tx, input.checkout_id, starter, cart.lines, currentTime(ctx));
  if (tooMany) throw new Refused({ ok: false, reason: "too_many_holds", ...tooMany });
  return await insertAttempt(ctx, tx, {
    checkout_id: input.checkout_id,
    user_id: starter.user_id,
    visitor: starter.visitor,
    contact: input.contact,
    fingerprint,
    totals: orderTotals(cart.lines.map((line) => line.total_kobo)),
    lines: cart.lines.map((line) => ({
      product_id: line.id,
      product_name: line.product?.name ?? "",
      product_price_kobo: line.unit_kobo,
      quantity: line.quantity,
      unit: line.product?.unit ?? "",
      pieces: line.product?.pieces ?? 1,
    })),
  });
}

function cartAnswer(cart: CheckedCart): StartResult {
  const isAmount = cart.amount_problem && !cart.changed && cart.lines.every((line) => line.buyable);
  return isAmount && cart.amount_problem
    ? { ok: false, reason: "amount", message: AMOUNT_MESSAGES[cart.amount_problem] }
    : { ok: false, reason: "cart_changed", cart };
}
