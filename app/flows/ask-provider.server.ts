import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { ReviewRefusal } from "#app/features/payments/commands/reviews.server.ts";
import { attemptByReference } from "#app/features/payments/queries/attempts.server.ts";
import { referenceInput } from "#app/features/payments/schema.ts";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { checkPayment } from "./check-payment.server.ts";
import { recordRefunds } from "./record-refunds.server.ts";
import { resolveUnansweredRefunds } from "./refund-order.server.ts";

/**
 * `state` is the result for a payment of this shop; `status` is the provider's status of any payment. Amounts in minor
 * units of `currency`.
 */
export type AskResult =
  | { ok: true; state: string; order_id: string | null }
  | { ok: true; state: "unknown"; status: string; amount_kobo: number; currency: string; channel: string | null }
  | ReviewRefusal
  | { ok: false; reason: "unconfirmed" };

/**
 * Verifies a payment at the provider, at most once in 3 seconds, settles it and reads its refunds. For a payment
 * without an attempt it returns the provider's status and changes nothing.
 */
export async function askProvider(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<AskResult> {
  if (!can(actor, "payments.view")) return { ok: false, reason: "forbidden" };
  const parsed = referenceInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { reference } = parsed.data;
  const attempt = await attemptByReference(ctx.db, reference);
  if (!attempt) return await askStranger(ctx, reference);
  const result = await checkPayment(ctx, reference, { recent: true });
  if (result.state === "unconfirmed") return { ok: false, reason: "unconfirmed" };
  if (result.state === "paid" || result.state === "review") {
    if (!(await recordRefunds(ctx, reference))) return { ok: false, reason: "unconfirmed" };
    await resolveUnansweredRefunds(ctx, reference);
  }
  return { ok: true, state: result.state, order_id: result.state === "paid" ? result.order_id : null };
}

async function askStranger(ctx: PaymentsContext, reference: string): Promise<AskResult> {
  const verified = await ctx.payments?.verify(reference);
  if (!verified?.ok)
    return { ok: false, reason: verified?.reason === "unknown_reference" ? "not_found" : "unconfirmed" };
  const { status, amount_kobo, currency, channel } = verified.verification;
  return { ok: true, state: "unknown", status, amount_kobo, currency, channel };
}
