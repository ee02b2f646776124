import { setTimeout as wait } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { payment_attempts } from "#db/schema/payments.ts";
import type { PaymentProvider } from "../providers/provider.server.ts";
import { attemptById, type Attempt } from "../queries/attempts.server.ts";
import { closeAttempt, unusedReference } from "./attempts.server.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";

export type StartedPayment = {
  reference: string;
  access_token: string;
  access_code: string;
  authorization_url: string;
  amount_kobo: number;
};

export type OpenResult =
  | { ok: true; payment: StartedPayment }
  | { ok: false; reason: "provider_unavailable" | "refused"; message: string };

const NOT_OPENED = "Failed to initialize payment. Please try again.";
/** `provider_status` of an attempt whose opening got no answer. */
const UNANSWERED = "not_opened";
/** An attempt that has no access code after this time was left by a process that ended. */
const OPENING_MS = 15_000;

/** Whether a start is just opening this attempt at the provider, in any process. */
export function isOpening(attempt: Attempt, now: Date): boolean {
  return (
    attempt.status === "open" &&
    attempt.access_code === null &&
    attempt.provider_status === null &&
    now.getTime() - attempt.created_at.getTime() < OPENING_MS
  );
}

/** What the browser needs to pay an attempt that was opened at the provider. */
export function startedPayment(attempt: Attempt): StartedPayment {
  return {
    reference: attempt.reference,
    access_token: attempt.access_token,
    access_code: attempt.access_code ?? "",
    authorization_url: attempt.authorization_url ?? "",
    amount_kobo: attempt.amount_kobo,
  };
}

/**
 * Opens the payment of an attempt at the provider and stores its access code. A refusal closes the attempt; without an
 * answer it stays open with its hold, for the sweep or a retry to look up, because the provider may have opened it.
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
    await ctx.db
      .update(payment_attempts)
      .set({ access_code, authorization_url, updated_at: currentTime(ctx) })
      .where(eq(payment_attempts.id, attempt.id));
    return { ok: true, payment: startedPayment({ ...attempt, access_code, authorization_url }) };
  }
  ctx.log.warn({ reference: attempt.reference, reason: result.reason, said: result.message }, "payment was not opened");
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

/** What became of an attempt that another start is opening; that start may run in another process. */
export async function awaitOpening(ctx: PaymentsContext, id: string, deadline: AbortSignal): Promise<OpenResult> {
  for (let pause = 50; !deadline.aborted; pause = Math.min(pause * 2, 500)) {
    const attempt = await attemptById(ctx.db, id);
    if (attempt?.access_code) return { ok: true, payment: startedPayment(attempt) };
    if (!attempt || !isOpening(attempt, currentTime(ctx))) break;
    await wait(pause, null, { signal: deadline }).catch(() => {});
  }
  return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
}
