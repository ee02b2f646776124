import { asc, eq } from "drizzle-orm";
import { orderNumber } from "#app/features/orders/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { payment_reviews } from "#db/schema/payments.ts";
import { attemptsOfCheckout, attemptProducts, type Attempt } from "../queries/attempts.server.ts";
import { heldProducts } from "../queries/holds.server.ts";
import { checkPayment } from "./check.server.ts";
import type { PaymentsContext } from "./context.server.ts";

/** By priority: a checkout has the first of these states that one of its attempts has. */
const STATES = ["paid", "review", "reversed", "pending", "unconfirmed", "failed", "closed"] as const;

type Goods = { id: string; quantity: number }[];

/**
 * `none`: no payment was started. `review`: paid, an admin must decide. `reversed`: the money was returned and there is
 * no order. The others are those of `checkPayment`.
 */
export type CheckoutStatus =
  | { state: "none"; held: Goods; held_until: number }
  | {
      state: (typeof STATES)[number];
      reference: string;
      access_token: string;
      amount_kobo: number;
      channel: string | null;
      order_number: string | null;
      /** Items that the payment is for. */
      lines: Goods;
      /** Stock held by the open attempts, until a time in ms since the epoch. */
      held: Goods;
      held_until: number;
    };

/** Maximum number of open attempts of one checkout that are verified, newest first. */
const MOST = 3;

/**
 * Status of a checkout over all its attempts. Open attempts are verified at the provider and settled. The checkout id
 * is a secret of the browser that created it.
 */
export async function checkoutStatus(ctx: PaymentsContext, checkout_id: string): Promise<CheckoutStatus> {
  const known = await attemptsOfCheckout(ctx.db, checkout_id);
  const open = known.filter(({ status }) => status === "open").slice(0, MOST);
  const checks = new Map(
    await Promise.all(
      open.map(async ({ id, reference }) => [id, await checkPayment(ctx, reference, { recent: true })] as const),
    ),
  );
  const attempts = await attemptsOfCheckout(ctx.db, checkout_id);
  const held_until = Math.max(0, ...attempts.map(({ hold_expires_at }) => hold_expires_at.getTime()));
  const held = [...(await heldProducts(ctx.db, checkout_id))].map(([id, quantity]) => ({ id, quantity }));
  const states = await Promise.all(
    attempts.map(async (attempt) => {
      const answer = checks.get(attempt.id);
      const channel = answer && "channel" in answer ? answer.channel : null;
      return { attempt, channel, state: await stateOf(ctx.db, attempt, answer?.state) };
    }),
  );
  const [first] = states.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
  if (!first) return { state: "none", held, held_until };
  const { attempt, channel, state } = first;
  return {
    state,
    reference: attempt.reference,
    access_token: attempt.access_token,
    amount_kobo: attempt.amount_kobo,
    channel,
    order_number: attempt.order_id && orderNumber(attempt.order_id),
    lines: await attemptProducts(ctx.db, attempt.id),
    held,
    held_until,
  };
}

async function stateOf(db: Tx, attempt: Attempt, latest: string | undefined): Promise<(typeof STATES)[number]> {
  if (attempt.status === "settled") return "paid";
  if (attempt.status === "review") return (await reviewReason(db, attempt.id)) === "reversed" ? "reversed" : "review";
  if (attempt.status === "closed") return "closed";
  return latest === "pending" || latest === "failed" ? latest : "unconfirmed";
}

/** Reason of this attempt's open review, as in `payment_reviews`; null without one. */
export async function reviewReason(db: Tx, attemptId: string): Promise<string | null> {
  const [review] = await db
    .select({ reason: payment_reviews.reason })
    .from(payment_reviews)
    .where(eq(payment_reviews.attempt_id, attemptId))
    .orderBy(asc(payment_reviews.created_at))
    .limit(1);
  return review?.reason ?? null;
}
