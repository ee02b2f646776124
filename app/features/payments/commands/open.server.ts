import { eq } from "drizzle-orm";
import { payment_attempts } from "#db/schema/payments.ts";
import type { PaymentProvider } from "../providers/provider.server.ts";
import type { Attempt } from "../queries/attempts.server.ts";
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
  if (result.reason !== "refused") return { ok: false, reason: "provider_unavailable", message: NOT_OPENED };
  await closeAttempt(ctx, attempt);
  return { ok: false, reason: "refused", message: result.message || NOT_OPENED };
}
