import type { Tx } from "#db/client.server.ts";
import { inTransaction, type Rollback } from "#db/transaction.server.ts";
import { attemptsOfCheckout, lockCheckout, type Attempt } from "../queries/attempts.server.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";
import { awaitOpening, isOpening, openPayment, startedPayment, type OpenResult } from "./open.server.ts";
import { settlePayment } from "./settle.server.ts";

export type StartAttemptResult =
  | OpenResult
  | { ok: false; reason: "not_configured"; message: string }
  | { ok: false; reason: "already_paid"; message: string; access_token: string };

/** `Refused` are the refusals of `create`. */
export type AttemptStart<Refused> = {
  checkout_id: string;
  /** Digest of lines, prices and payer: an unchanged repeat gets the same live attempt. */
  fingerprint: string;
  /**
   * Inserts the new attempt in the transaction that has locked the checkout; `attempts` are its earlier ones, of which
   * open ones may hold stock. `refuse` ends the start without writing anything.
   */
  create: (tx: Tx, attempts: readonly Attempt[], refuse: Rollback<Refused>) => Promise<Attempt>;
};

/** Minimum remaining hold time of an attempt that is reused. */
const REUSE_MARGIN_MS = 2 * 60_000;
/** Maximum time that a start waits for the provider; earlier attempts get half of it. */
const TIMEOUT_MS = 10_000;

/**
 * Starts the payment of a checkout: verifies its earlier attempts, reuses the live attempt of an unchanged (also
 * concurrent) repeat or else creates one, and initializes it at the provider.
 */
export async function startAttempt<Refused>(
  ctx: PaymentsContext,
  start: AttemptStart<Refused>,
): Promise<StartAttemptResult | Refused> {
  const { payments, startTimeoutMs = TIMEOUT_MS } = ctx;
  if (!payments) return { ok: false, reason: "not_configured", message: "Payment system is not properly configured." };

  const deadline = AbortSignal.timeout(startTimeoutMs);
  await settleOpenAttempts(ctx, start.checkout_id, AbortSignal.timeout(startTimeoutMs / 2));
  const found = await findOrCreate(ctx, start);
  if ("paid" in found)
    return { ok: false, reason: "already_paid", message: "This checkout is paid.", access_token: found.paid };
  if ("refused" in found) return found.refused;
  const { attempt, isNew } = found;
  if (isNew) return await openPayment(ctx, payments, attempt, deadline);
  return attempt.access_code === null
    ? await awaitOpening(ctx, attempt.id, deadline)
    : { ok: true, payment: startedPayment(attempt) };
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

type Found<Refused> = { attempt: Attempt; isNew: boolean } | { paid: string } | { refused: Refused };

/** The live attempt of an unchanged checkout, else a new one. Starts of one checkout are serialized. */
async function findOrCreate<Refused>(
  ctx: PaymentsContext,
  { checkout_id, fingerprint, create }: AttemptStart<Refused>,
): Promise<Found<Refused>> {
  return await inTransaction<Found<Refused>>(ctx.db, async (tx, rollback) => {
    const attempts = await lockCheckout(tx, checkout_id);
    const paid = attempts.find((attempt) => attempt.status === "settled" || attempt.status === "review");
    if (paid) return { paid: paid.access_token };
    const live = attempts.find((attempt) => isReusable(attempt, fingerprint, currentTime(ctx)));
    if (live) return { attempt: live, isNew: false };
    return { attempt: await create(tx, attempts, (refused) => rollback({ refused })), isNew: true };
  });
}

function isReusable(attempt: Attempt, fingerprint: string, now: Date): boolean {
  return (
    attempt.status === "open" &&
    attempt.hold === "held" &&
    attempt.fingerprint === fingerprint &&
    (attempt.access_code ? true : isOpening(attempt, now)) &&
    attempt.hold_expires_at.getTime() - now.getTime() > REUSE_MARGIN_MS
  );
}
