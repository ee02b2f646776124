import { createHash } from "node:crypto";
import type { DeliveryColumns } from "#app/features/delivery/queries.server.ts";
import { insertAttempt, releaseHold, type Payer } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { holdRefusal, lockHolders } from "#app/features/payments/commands/holds.server.ts";
import {
  awaitOpening,
  isOpened,
  isOpening,
  openPayment,
  startedPayment,
} from "#app/features/payments/commands/open.server.ts";
import {
  attemptsOfCheckout,
  lockCheckout,
  productsOfAttempts,
  type Attempt,
  type AttemptLine,
} from "#app/features/payments/queries/attempts.server.ts";
import { accountEndFor } from "#app/features/payments/queries/transfers.server.ts";
import type { StartAttemptResult, StartRefusal } from "#app/features/payments/rules/start.ts";
import { MIN_TRANSFER_KOBO, type Channel } from "#app/features/payments/rules/transfer.ts";
import type { OrderTotals } from "#app/features/pricing/rules.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { visitorUnit } from "#app/platform/addresses.server.ts";
import { isPhoneNumber } from "#app/platform/phone.server.ts";
import type { Tx } from "#db/client.server.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** The account if signed in, and the network address for limits. */
export type StartedBy = { user_id?: string | null | undefined; address?: string | null | undefined };

/** What an attempt is made of. `limited` are the lines whose quantities the payer chose: limits on holds count them. */
export type PricedAttempt = {
  ok: true;
  lines: AttemptLine[];
  totals: OrderTotals;
  /** The chosen delivery; an offer has none. */
  delivery?: DeliveryColumns | undefined;
  limited: readonly { id: string; quantity: number }[];
};

/** Locks products, and releases what earlier attempts of this checkout hold. Call it once, before reading stock. */
export type LockGoods = (productIds: readonly string[]) => Promise<void>;

export type AttemptStart<Refusal extends StartRefusal> = {
  checkout_id: string;
  payer: Payer;
  by: StartedBy;
  channel: Channel;
  /** Identifies lines and prices shown to the payer: an unchanged repeat gets the same live attempt. */
  shown: unknown;
  /** Prices what is paid, in the transaction that has locked the checkout; a refusal rolls it back. */
  price: (tx: Tx, lockGoods: LockGoods) => Promise<PricedAttempt | Refusal>;
};

/** Minimum remaining time of the hold, or of the account number, of an attempt that is reused. */
const REUSE_MARGIN_MS = 2 * 60_000;
/** Maximum time that a start waits for the provider; earlier attempts get half of it. */
const TIMEOUT_MS = 10_000;

/**
 * Starts the payment of a checkout, a cart's or an offer's: checks the payer's phone numbers, verifies earlier attempts,
 * reuses the live attempt of an unchanged (also concurrent) repeat or else prices, holds stock within the limits on
 * unpaid holds and writes a new attempt, and initializes it at the provider.
 */
export async function startAttempt<Refusal extends StartRefusal>(
  ctx: PaymentsContext,
  start: AttemptStart<Refusal>,
): Promise<StartAttemptResult | Refusal> {
  const { phone, substitute_phone } = start.payer;
  const numbers = { phone, ...(substitute_phone === "" ? {} : { substitute_phone }) };
  const wrong = Object.entries(numbers).filter(([, number]) => !isPhoneNumber(number));
  if (wrong.length > 0) {
    const message = "Please enter a valid phone number.";
    const errors = Object.fromEntries(wrong.map(([field]) => [field, message]));
    return { ok: false, reason: "invalid", message, errors };
  }
  const { payments, startTimeoutMs = TIMEOUT_MS } = ctx;
  if (!payments) return { ok: false, reason: "not_configured", message: "Payment system is not properly configured." };

  const deadline = AbortSignal.timeout(startTimeoutMs);
  await settleOpenAttempts(ctx, start.checkout_id, AbortSignal.timeout(startTimeoutMs / 2));
  const found = await findOrCreate(ctx, start);
  if ("paid" in found)
    return { ok: false, reason: "already_paid", message: "This checkout is paid.", access_token: found.paid };
  if ("reason" in found) return found;
  const { attempt, isNew } = found;
  if (isNew) return await openPayment(ctx, payments, attempt, deadline);
  return isOpened(attempt)
    ? startedPayment(ctx, payments, attempt)
    : await awaitOpening(ctx, payments, attempt, deadline);
}

/** Verifies all open attempts of a checkout and settles the paid ones. */
export async function settleOpenAttempts(
  ctx: PaymentsContext,
  checkoutId: string,
  deadline: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<void> {
  const earlier = await attemptsOfCheckout(ctx.db, checkoutId);
  const unclear = earlier.filter((one) => one.status === "open" && !isOpening(one, currentTime(ctx)));
  await Promise.all(unclear.map(({ reference }) => settlePayment(ctx, reference, deadline)));
}

const TRANSFER_TOO_SMALL = "A bank transfer must be at least ₦100.00. Please pay by card or USSD.";

type TooManyHolds = Extract<StartAttemptResult, { reason: "too_many_holds" }>;
type TooSmall = { ok: false; reason: "refused"; message: string };
type Found<Refusal> = { attempt: Attempt; isNew: boolean } | { paid: string } | Refusal | TooManyHolds | TooSmall;

/** The live attempt of an unchanged checkout, else a new one. Starts of one checkout are serialized. */
async function findOrCreate<Refusal extends StartRefusal>(
  ctx: PaymentsContext,
  start: AttemptStart<Refusal>,
): Promise<Found<Refusal>> {
  const fingerprint = fingerprintOf(start);
  return await inTransaction<Found<Refusal>>(ctx.db, async (tx, rollback) => {
    const attempts = await lockCheckout(tx, start.checkout_id);
    const paid = attempts.find((attempt) => attempt.status === "settled" || attempt.status === "review");
    if (paid) return { paid: paid.access_token };
    const live = attempts.find((attempt) => isReusable(attempt, fingerprint, currentTime(ctx)));
    if (live) return { attempt: live, isNew: false };
    const created = await createAttempt(ctx, tx, start, fingerprint, attempts);
    return "reason" in created ? rollback(created) : { attempt: created, isNew: true };
  });
}

/** Takes all locks in one order: checkout (by the caller), payer, products. */
async function createAttempt<Refusal extends StartRefusal>(
  ctx: PaymentsContext,
  tx: Tx,
  { checkout_id, payer, by, channel, price }: AttemptStart<Refusal>,
  fingerprint: string,
  attempts: readonly Attempt[],
): Promise<Attempt | Refusal | TooManyHolds | TooSmall> {
  const user_id = by.user_id ?? null;
  const visitor = by.address ? visitorUnit(by.address) : null;
  const starter = { visitor, user_id, email: payer.email, phone: payer.phone };
  await lockHolders(tx, starter);
  const held = attempts.filter((one) => one.status === "open" && one.hold === "held").map(({ id }) => id);
  const priced = await price(tx, async (productIds) => {
    await lockProducts(tx, [...(await productsOfAttempts(tx, held)), ...productIds]);
    for (const id of held) await releaseHold(ctx, tx, id);
  });
  if (!priced.ok) return priced;
  const { lines, totals, delivery, limited } = priced;
  if (channel === "transfer" && totals.total_kobo < MIN_TRANSFER_KOBO)
    return { ok: false, reason: "refused", message: TRANSFER_TOO_SMALL };
  const tooMany = await holdRefusal(tx, checkout_id, starter, limited, channel, currentTime(ctx));
  if (tooMany) return { ok: false, reason: "too_many_holds", ...tooMany };
  // The window's hold may be shorter than the account that is still shown for the same goods.
  const held_until = await accountEndFor(tx, attempts, lines, currentTime(ctx));
  const who = { checkout_id, user_id, visitor, contact: payer };
  return await insertAttempt(ctx, tx, { ...who, channel, held_until, fingerprint, totals, delivery, lines });
}

type Identity = Pick<AttemptStart<StartRefusal>, "shown" | "payer" | "by" | "channel">;

function fingerprintOf({ shown, payer, by, channel }: Identity): string {
  return createHash("sha256")
    .update(JSON.stringify([shown, payer, by.user_id ?? null, channel]))
    .digest("base64url");
}

function isReusable(attempt: Attempt, fingerprint: string, now: Date): boolean {
  return (
    attempt.status === "open" &&
    attempt.hold === "held" &&
    attempt.fingerprint === fingerprint &&
    (isOpened(attempt) || isOpening(attempt, now)) &&
    (attempt.account_expires_at ?? attempt.hold_expires_at).getTime() - now.getTime() > REUSE_MARGIN_MS
  );
}
