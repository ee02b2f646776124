import { setTimeout as wait } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { withoutParameters } from "#app/platform/log.server.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { isAt, type PaymentProvider } from "../providers/provider.server.ts";
import { attemptById, type Attempt } from "../queries/attempts.server.ts";
import { accountEnd } from "../rules/transfer.ts";
import { closeAttempt, unusedReference, updateAttempt } from "./attempts.server.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";

/** What a browser needs to pay: the provider's window, or the shop's page with an account number (`payHref`). */
export type StartedPayment = {
  reference: string;
  access_token: string;
  amount_kobo: number;
  /** End of the hold in ms since the epoch. */
  held_until: number;
} & ({ channel: "popup"; access_code: string; authorization_url: string } | { channel: "transfer"; pay_token: string });

export type OpenResult =
  | { ok: true; payment: StartedPayment }
  | { ok: false; reason: "provider_unavailable" | "refused"; message: string };

const NOT_OPENED = "Failed to initialize payment. Please try again.";
const NO_ACCOUNT =
  "There is no account number for a bank transfer right now. Please try again, or pay by card or USSD.";
/** `provider_status` of an attempt whose initialization request got no response. */
const UNANSWERED = "not_opened";
/** An attempt that is still not opened after this time belongs to a process that ended. */
const OPENING_MS = 15_000;

/** Whether the provider has opened this attempt: its window by an access code, a transfer by an account number. */
export function isOpened(attempt: Attempt): boolean {
  return (attempt.channel === "transfer" ? attempt.account_number : attempt.access_code) !== null;
}

/** Whether another start, in any process, is opening this attempt at the provider. */
export function isOpening(attempt: Attempt, now: Date): boolean {
  return (
    attempt.status === "open" &&
    !isOpened(attempt) &&
    attempt.provider_status === null &&
    now.getTime() - attempt.created_at.getTime() < OPENING_MS
  );
}

/** Data that the browser needs to pay an opened attempt; refused if its stored page is not at the provider. */
export function startedPayment(ctx: PaymentsContext, payments: PaymentProvider, attempt: Attempt): OpenResult {
  const { reference, access_token, amount_kobo, pay_token } = attempt;
  const payment = { reference, access_token, amount_kobo, held_until: attempt.hold_expires_at.getTime() };
  if (attempt.channel === "transfer" && pay_token)
    return { ok: true, payment: { ...payment, channel: "transfer", pay_token } };
  const authorization_url = attempt.authorization_url ?? "";
  if (!isAt(payments.checkoutOrigin, authorization_url)) {
    ctx.log.error({ reference }, "the stored payment page is not at the provider's address");
    return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
  }
  const access_code = attempt.access_code ?? "";
  return { ok: true, payment: { ...payment, channel: "popup", access_code, authorization_url } };
}

type Opened = Partial<Attempt>;
type Opening =
  | { ok: true; opened: Opened }
  | { ok: false; reason: "duplicate_reference" | "refused" | "unavailable"; message: string };

/** Asks the provider for the window's access code, or for the account of a transfer. */
async function requestOpening(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  attempt: Attempt,
  deadline: AbortSignal,
): Promise<Opening> {
  const { reference, amount_kobo, currency } = attempt;
  const metadata = {
    attempt_id: attempt.id,
    customer_name: attempt.customer_name,
    customer_phone: attempt.customer_phone,
  };
  const request = { reference, amount_kobo, currency, email: attempt.customer_email, metadata, deadline };
  if (attempt.channel === "transfer") {
    const result = await payments.chargeTransfer({ ...request, expires_at: accountEnd(currentTime(ctx)) });
    if (!result.ok) return result;
    const { account_number, account_name, bank_name, expires_at } = result.account;
    // The page never offers the account for longer than the goods are held.
    const account_expires_at = expires_at < attempt.hold_expires_at ? expires_at : attempt.hold_expires_at;
    return { ok: true, opened: { account_number, account_name, bank_name, account_expires_at } };
  }
  const callback_url = `${ctx.baseUrl}/checkout/return/${attempt.access_token}`;
  const result = await payments.initialize({ ...request, callback_url });
  if (!result.ok) return result;
  return { ok: true, opened: { access_code: result.access_code, authorization_url: result.authorization_url } };
}

/**
 * Opens the payment at the provider and stores its access code or account number. A refusal closes the attempt. Without
 * a response it stays open with its hold until the sweep or a retry queries it, because the provider may have accepted
 * it. A reference that the provider has already is replaced once.
 */
export async function openPayment(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  attempt: Attempt,
  deadline: AbortSignal,
): Promise<OpenResult> {
  const failure = failureOf(attempt);
  let result = await requestOpening(ctx, payments, attempt, deadline);
  if (!result.ok && result.reason === "duplicate_reference") {
    const reference = await unusedReference(ctx.db);
    await ctx.db.update(payment_attempts).set({ reference }).where(eq(payment_attempts.id, attempt.id));
    attempt = { ...attempt, reference };
    result = await requestOpening(ctx, payments, attempt, deadline);
  }
  if (result.ok) {
    await updateAttempt(ctx, ctx.db, attempt.id, result.opened);
    return startedPayment(ctx, payments, { ...attempt, ...result.opened });
  }
  ctx.log.warn(
    { reference: attempt.reference, reason: result.reason, provider_message: withoutParameters(result.message) },
    "payment was not opened",
  );
  if (result.reason !== "refused") {
    await ctx.db
      .update(payment_attempts)
      .set({ provider_status: UNANSWERED })
      .where(and(eq(payment_attempts.id, attempt.id), isNull(payment_attempts.provider_status)));
    return { ok: false, reason: "provider_unavailable", message: failure };
  }
  await closeAttempt(ctx, attempt);
  // The window's refusals are about what the buyer typed; those of a transfer about the shop's account.
  const message = attempt.channel === "transfer" ? failure : result.message || failure;
  return { ok: false, reason: "refused", message };
}

const failureOf = ({ channel }: Attempt) => (channel === "transfer" ? NO_ACCOUNT : NOT_OPENED);

/** Waits for the result of an attempt that another start, possibly in another process, is opening. */
export async function awaitOpening(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  stale: Attempt,
  deadline: AbortSignal,
): Promise<OpenResult> {
  for (let pause = 50; !deadline.aborted; pause = Math.min(pause * 2, 500)) {
    const attempt = await attemptById(ctx.db, stale.id);
    if (attempt && isOpened(attempt)) return startedPayment(ctx, payments, attempt);
    if (!attempt || !isOpening(attempt, currentTime(ctx))) break;
    await wait(pause, null, { signal: deadline }).catch(() => {});
  }
  return { ok: false, reason: "provider_unavailable", message: failureOf(stale) };
}
