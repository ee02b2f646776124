import { setTimeout as wait } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { withoutParameters } from "#app/platform/log.server.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { isAt, type PaymentProvider } from "../providers/provider.server.ts";
import { attemptById, type Attempt } from "../queries/attempts.server.ts";
import { closeAttempt, unusedReference, updateAttempt } from "./attempts.server.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";

export type StartedPayment = {
  reference: string;
  access_token: string;
  access_code: string;
  authorization_url: string;
  amount_kobo: number;
  /** End of the hold in ms since the epoch. */
  held_until: number;
};

export type OpenResult =
  | { ok: true; payment: StartedPayment }
  | { ok: false; reason: "provider_unavailable" | "refused"; message: string };

const NOT_OPENED = "Failed to initialize payment. Please try again.";
/** `provider_status` of an attempt whose initialization request got no response. */
const UNANSWERED = "not_opened";
/** An attempt still without access code after this time belongs to a process that ended. */
const OPENING_MS = 15_000;

/** Whether another start, in any process, is initializing this attempt at the provider. */
export function isOpening(attempt: Attempt, now: Date): boolean {
  return (
    attempt.status === "open" &&
    attempt.access_code === null &&
    attempt.provider_status === null &&
    now.getTime() - attempt.created_at.getTime() < OPENING_MS
  );
}

/** Data that the browser needs to pay an initialized attempt; refused if its stored page is not at the provider. */
export function startedPayment(ctx: PaymentsContext, payments: PaymentProvider, attempt: Attempt): OpenResult {
  const authorization_url = attempt.authorization_url ?? "";
  if (!isAt(payments.checkoutOrigin, authorization_url)) {
    ctx.log.error({ reference: attempt.reference }, "the stored payment page is not at the provider's address");
    return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
  }
  const payment = {
    reference: attempt.reference,
    access_token: attempt.access_token,
    access_code: attempt.access_code ?? "",
    authorization_url,
    amount_kobo: attempt.amount_kobo,
    held_until: attempt.hold_expires_at.getTime(),
  };
  return { ok: true, payment };
}

/**
 * Initializes the payment at the provider and stores its access code. A refusal closes the attempt. Without a response
 * it stays open with its hold until the sweep or a retry queries it, because the provider may have accepted it.
 */
export async function openPayment(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  attempt: Attempt,
  deadline: AbortSignal,
): Promise<OpenResult> {
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
      deadline,
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
    await updateAttempt(ctx, ctx.db, attempt.id, { access_code, authorization_url });
    return startedPayment(ctx, payments, { ...attempt, access_code, authorization_url });
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
    return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
  }
  await closeAttempt(ctx, attempt);
  return { ok: false, reason: "refused", message: result.message || NOT_OPENED };
}

/** Waits for the result of an attempt that another start, possibly in another process, is initializing. */
export async function awaitOpening(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  id: string,
  deadline: AbortSignal,
): Promise<OpenResult> {
  for (let pause = 50; !deadline.aborted; pause = Math.min(pause * 2, 500)) {
    const attempt = await attemptById(ctx.db, id);
    if (attempt?.access_code) return startedPayment(ctx, payments, attempt);
    if (!attempt || !isOpening(attempt, currentTime(ctx))) break;
    await wait(pause, null, { signal: deadline }).catch(() => {});
  }
  return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
}
