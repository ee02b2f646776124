import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { SettleResult } from "#app/features/payments/rules/settlement.ts";
import { settlePayment, existingSettlement } from "./settle-payment.server.ts";

/** Minimum interval between two provider requests for one reference, in ms. */
const GAP_MS = 3_000;

type RecentCheck = { at: number; answer: Promise<SettleResult>; next: Promise<SettleResult> | null };

/**
 * Latest requests by reference, each removed after the interval. Only references of stored attempts are added, which
 * limits its size.
 */
const recentChecks = new Map<string, RecentCheck>();

/**
 * `settlePayment` for pages, rate-limited to one provider request in 3 seconds per reference over all callers and
 * processes. `recent` returns the last result, or 'pending' when another process has just asked. Without it the result
 * is from a request made after this call, which may wait for the interval to end.
 */
export async function checkPayment(
  ctx: PaymentsContext,
  reference: string,
  { recent = false }: { recent?: boolean } = {},
): Promise<SettleResult> {
  const settled = await existingSettlement(ctx, reference);
  if (settled) return settled;
  const last = recentChecks.get(reference);
  if (last && recent) return await last.answer;
  if (last) {
    last.next ??= askAfterGap(ctx, reference, last);
    return await last.next;
  }
  return await trackCheck(ctx, reference, recent ? settleIfClaimed(ctx, reference) : settleWhenClaimed(ctx, reference));
}

async function askAfterGap(ctx: PaymentsContext, reference: string, last: RecentCheck): Promise<SettleResult> {
  await last.answer.catch(() => {});
  await wait(Math.max(0, last.at + gap(ctx) - performance.now()));
  return await trackCheck(ctx, reference, settleWhenClaimed(ctx, reference));
}

function trackCheck(ctx: PaymentsContext, reference: string, answer: Promise<SettleResult>): Promise<SettleResult> {
  const question: RecentCheck = { at: performance.now(), answer, next: null };
  recentChecks.set(reference, question);
  const invalidate = () => {
    if (recentChecks.get(reference) === question && !question.next) recentChecks.delete(reference);
  };
  const invalidateAfterGap = () => void setTimeout(invalidate, gap(ctx)).unref();
  question.answer.then(invalidateAfterGap, invalidateAfterGap);
  return question.answer;
}

async function settleIfClaimed(ctx: PaymentsContext, reference: string): Promise<SettleResult> {
  const pause = await claimQuestion(ctx, reference);
  return pause > 0 ? { state: "pending", message: null, channel: null } : await settlePayment(ctx, reference);
}

async function settleWhenClaimed(ctx: PaymentsContext, reference: string): Promise<SettleResult> {
  for (let pause = await claimQuestion(ctx, reference); pause > 0; pause = await claimQuestion(ctx, reference)) {
    await wait(pause);
    const settled = await existingSettlement(ctx, reference);
    if (settled) return settled;
  }
  return await settlePayment(ctx, reference);
}

/** Reserves the provider request of this interval; returns 0, or the ms until the next one is allowed. */
async function claimQuestion(ctx: PaymentsContext, reference: string): Promise<number> {
  const { rows } = await ctx.db.execute(sql`
    with claimed as (
      update payment_attempts set asked_at = now()
      where reference = ${reference} and (asked_at is null or asked_at <= now() - ${gap(ctx)} * interval '1 ms')
      returning 1
    )
    select ceil(extract(epoch from asked_at - now()) * 1000 + ${gap(ctx)})::int as pause
    from payment_attempts where reference = ${reference} and not exists (select 1 from claimed)`);
  return rows[0] ? Math.max(10, Number(rows[0].pause)) : 0;
}

const gap = (ctx: PaymentsContext) => ctx.checkGapMs ?? GAP_MS;
