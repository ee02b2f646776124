import { setTimeout as wait } from "node:timers/promises";
import type { PaymentsContext } from "./context.server.ts";
import { settlePayment, settledBefore, type SettleResult } from "./settle.server.ts";

/** Least time between two questions about one reference, in ms. */
const GAP_MS = 3_000;

type Asked = { at: number; answer: Promise<SettleResult>; next: Promise<SettleResult> | null };

/** By reference, for as long as the gap lasts; the references are those of stored attempts. */
const asked = new Map<string, Asked>();

/**
 * `settlePayment` for pages, which anybody may load as often as they like: the provider is asked once in 3 seconds about
 * a reference, by all callers of this process together. `recent` takes the last answer; without it the answer is to a
 * question of after this call, which may wait for the gap to end.
 */
export async function checkPayment(
  ctx: PaymentsContext,
  reference: string,
  { recent = false }: { recent?: boolean } = {},
): Promise<SettleResult> {
  const settled = await settledBefore(ctx, reference);
  if (settled) return settled;
  const last = asked.get(reference);
  if (!last) return await ask(ctx, reference);
  if (recent) return await last.answer;
  last.next ??= askAfterGap(ctx, reference, last);
  return await last.next;
}

async function askAfterGap(ctx: PaymentsContext, reference: string, last: Asked): Promise<SettleResult> {
  await last.answer.catch(() => {});
  await wait(Math.max(0, last.at + gap(ctx) - performance.now()));
  return await ask(ctx, reference);
}

function ask(ctx: PaymentsContext, reference: string): Promise<SettleResult> {
  const question: Asked = { at: performance.now(), answer: settlePayment(ctx, reference), next: null };
  asked.set(reference, question);
  const forget = () => {
    if (asked.get(reference) === question && !question.next) asked.delete(reference);
  };
  const forgetAfterGap = () => void setTimeout(forget, gap(ctx)).unref();
  question.answer.then(forgetAfterGap, forgetAfterGap);
  return question.answer;
}

const gap = (ctx: PaymentsContext) => ctx.checkGapMs ?? GAP_MS;
