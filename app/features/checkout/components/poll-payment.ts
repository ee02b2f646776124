import { verifyPayment, type PaymentAnswer } from "./checkout-api.ts";

/**
 * Delays before each poll, in seconds: short at first, because most payments arrive within a minute; 16 minutes in
 * total.
 */
export const PAUSES_S = [3, 3, 5, 5, 10, 15, 20, 30, 30, 60, 60, 60, 120, 120, 120, 120, 180];

type Poll = {
  references: readonly string[];
  onAnswer: (answer: PaymentAnswer, reference: string) => void;
  /** Whether a result ends the polling. */
  isFinal: (answer: PaymentAnswer) => boolean;
  /** Polls once before the first delay. */
  atOnce?: boolean;
  signal: AbortSignal;
};

/**
 * Polls the payments with growing delays, and at once when the page becomes visible or online. Respects rate limits.
 * Returns true for a final result, false after the last delay.
 */
export async function pollPayment({ references, onAnswer, isFinal, atOnce = false, signal }: Poll): Promise<boolean> {
  let least_s = 0;
  for (const pause_s of atOnce ? [0, ...PAUSES_S] : PAUSES_S) {
    // A rate limit is waited out in full, even when the page becomes visible.
    if (least_s > 0) await pause(least_s, signal, false);
    await pause(Math.max(0, pause_s - least_s), signal, true);
    least_s = 0;
    for (const reference of references) {
      if (signal.aborted) return true;
      const answer = await verifyPayment(reference);
      if (signal.aborted) return true;
      onAnswer(answer, reference);
      if (isFinal(answer)) return true;
      if (answer.state === "busy") least_s = Math.max(least_s, answer.wait_s);
    }
  }
  return false;
}

/** Polls attempts until one is paid; the result contains it and `watch` is aborted. Abort it to stop. */
export function pollInBackground<Attempt extends { reference: string }>(
  attempts: readonly Attempt[],
  watch: AbortController,
): { attempt: Attempt | null; state: "paid" | "review" } {
  const arrived: ReturnType<typeof pollInBackground<Attempt>> = { attempt: null, state: "paid" };
  void pollPayment({
    references: [...new Set(attempts.map(({ reference }) => reference))],
    onAnswer: ({ state }, reference) => {
      if (state !== "paid" && state !== "review") return;
      Object.assign(arrived, { state, attempt: attempts.find((one) => one.reference === reference) });
      watch.abort();
    },
    isFinal: ({ state }) => state === "paid" || state === "review",
    signal: watch.signal,
  });
  return arrived;
}

function pause(wait_s: number, signal: AbortSignal, isCutShort: boolean): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, wait_s * 1000);
    signal.addEventListener("abort", end, { signal: ended.signal });
    if (!isCutShort) return;
    const whenSeen = () => document.visibilityState === "visible" && end();
    document.addEventListener("visibilitychange", whenSeen, { signal: ended.signal });
    window.addEventListener("online", end, { signal: ended.signal });
  });
}
