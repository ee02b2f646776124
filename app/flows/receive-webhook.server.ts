import { sql } from "drizzle-orm";
import { z } from "zod";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { attemptByReference, lockAttempt } from "#app/features/payments/queries/attempts.server.ts";
import { referenceOfTransaction, transfersWithoutId } from "#app/features/payments/queries/transfers.server.ts";
import { parseExactly } from "#app/lib/exact-json.ts";
import { storable } from "#app/lib/storable.ts";
import { payment_events, payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { recordRefunds } from "./record-refunds.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** Lenient schema: fields that are not used may have any type. */
const eventSchema = z.object({
  event: z.string().min(1).max(100),
  data: z.looseObject({
    id: z.union([z.number(), z.string()]).optional(),
    reference: z.string().max(100).optional(),
    transaction_reference: z.string().max(100).optional(),
    transaction: z
      .looseObject({ reference: z.string().max(100).optional() })
      .optional()
      .catch(undefined),
    status: z.string().max(50).optional().catch(undefined),
    bank_transfer: z
      .looseObject({ transaction_id: z.coerce.string().max(50), amount: z.coerce.number().int() })
      .optional()
      .catch(undefined),
    customer: z
      .looseObject({ email: z.string().max(300) })
      .optional()
      .catch(undefined),
  }),
});

export type WebhookResult = "bad_signature" | "bad_body" | "not_configured" | "accepted" | "try_again";

/**
 * Handles a webhook: checks the signature over the raw bytes, then settles, which verifies at the provider. Repeated
 * events are counted without effect. `try_again` requests another delivery.
 */
export async function receiveWebhook(
  ctx: PaymentsContext,
  body: Uint8Array,
  signature: string | null,
): Promise<WebhookResult> {
  if (!ctx.payments) return "not_configured";
  if (!ctx.payments.isSignatureValid(body, signature)) return "bad_signature";
  const parsed = eventSchema.safeParse(parseEvent(body));
  if (!parsed.success) return "bad_body";
  const { event, data } = parsed.data;
  const { bank_transfer } = data;
  const named = data.reference ?? data.transaction_reference ?? data.transaction?.reference ?? null;
  const reference = named ?? (bank_transfer ? await rejectedReference(ctx, bank_transfer, data.customer?.email) : null);
  const about = bank_transfer
    ? [bank_transfer.transaction_id, bank_transfer.amount]
    : [data.id ?? reference, data.status];
  await ctx.db
    .insert(payment_events)
    .values({ dedupe_key: [event, ...about].join("|"), event, reference, payload: data })
    .onConflictDoUpdate({
      target: payment_events.dedupe_key,
      set: {
        deliveries: sql`payment_events.deliveries + 1`,
        reference: sql`coalesce(payment_events.reference, excluded.reference)`,
      },
    });
  if (!reference) return "accepted";
  if (event === "charge.success") {
    const { state } = await settlePayment(ctx, reference);
    return state === "unconfirmed" ? "try_again" : "accepted";
  }
  if (event.startsWith("refund.")) return (await recordRefunds(ctx, reference)) ? "accepted" : "try_again";
  if (event === "charge.dispute.create") await flagDispute(ctx, reference, data);
  return "accepted";
}

/**
 * The reference of a transfer that the provider sends back: the report names only the transaction's id. Transfers of
 * this buyer whose id is not known yet are verified first, which stores it.
 */
async function rejectedReference(
  ctx: PaymentsContext,
  { transaction_id }: { transaction_id: string },
  email: string | undefined,
): Promise<string | null> {
  const known = await referenceOfTransaction(ctx.db, transaction_id);
  if (known !== null || email === undefined) return known;
  const unknown = await transfersWithoutId(ctx.db, email);
  await Promise.all(unknown.map((reference) => settlePayment(ctx, reference)));
  return await referenceOfTransaction(ctx.db, transaction_id);
}

/** Locks the checkout: a concurrent settlement is either complete and has its order, or has not begun. */
async function flagDispute(ctx: PaymentsContext, reference: string, details: Record<string, unknown>): Promise<void> {
  const known = await attemptByReference(ctx.db, reference);
  if (!known) {
    ctx.log.warn({ reference }, "a dispute names a payment that is not ours");
    return;
  }
  await inTransaction(ctx.db, async (tx) => {
    const { order_id } = await lockAttempt(tx, known);
    await tx
      .insert(payment_reviews)
      .values({ attempt_id: known.id, order_id, reason: "dispute", details })
      .onConflictDoNothing();
  });
  ctx.log.warn({ reference }, "payment is disputed: needs review");
}

function parseEvent(body: Uint8Array): unknown {
  try {
    return storable(parseExactly(new TextDecoder().decode(body)));
  } catch {
    return null;
  }
}
