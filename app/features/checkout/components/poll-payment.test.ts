import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaymentAnswer } from "./checkout-api.ts";
import { PAUSES_S, pollPayment, pollInBackground } from "./poll-payment.ts";

const REFERENCE = "WH123456789012345";
const seen: { reference: string; at_s: number }[] = [];
let answers: (reference: string) => Response | Error;
let began: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  seen.length = 0;
  began = Date.now();
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { reference } = JSON.parse(body) as { reference: string };
    seen.push({ reference, at_s: (Date.now() - began) / 1000 });
    const answer = answers(reference);
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const verified = (status: string) =>
  Response.json({ success: status === "paid", status, message: "", channel: "ussd" });

async function poll(signal = new AbortController().signal) {
  const received: PaymentAnswer[] = [];
  const isFinal = ({ state }: PaymentAnswer) => state === "paid";
  const polling = pollPayment({ references: [REFERENCE], onAnswer: (one) => received.push(one), isFinal, signal });
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  return { received, isFinal: await polling };
}

test("polling ends after the last delay, and every result is reported", async () => {
  answers = () => verified("pending");
  const { received, isFinal } = await poll();
  expect([received.length, isFinal]).toEqual([PAUSES_S.length, false]);
  expect(received[0]).toMatchObject({ state: "pending", channel: "ussd" });
});

test("polling ends at once with a final result", async () => {
  answers = () => verified("paid");
  expect((await poll()).isFinal).toBe(true);
  expect(seen).toHaveLength(1);
});

test.each([
  ["busy", () => Response.json({ message: "wait" }, { status: 429, headers: { "Retry-After": "50" } })],
  ["unavailable", () => new Response("<h1>Bad gateway</h1>", { status: 503 })],
  ["unavailable", () => Response.json({ success: false }, { status: 500 })],
  ["unavailable", () => new Response("<h1>Welcome to the hotel</h1>", { status: 200 })],
  ["offline", () => new TypeError("Failed to fetch")],
  ["unknown", () => Response.json({ message: "no such payment" }, { status: 404 })],
] as const)("%s is told as what it is, and asking goes on", async (state, first) => {
  answers = () => (seen.length === 1 ? first() : verified("paid"));
  const { received } = await poll();
  expect(received.map((one) => one.state)).toEqual([state, "paid"]);
});

test("a rate limit is waited out in full, even when the page becomes visible", async () => {
  answers = () =>
    seen.length === 1 ? Response.json({}, { status: 429, headers: { "Retry-After": "50" } }) : verified("paid");
  Object.assign(document, { visibilityState: "visible" });
  setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 10_000);
  await poll();
  expect(Math.round(seen[1]?.at_s ?? 0)).toBe(53);
});

test("a page that becomes visible polls at once", async () => {
  answers = () => (seen.length < 2 ? verified("pending") : verified("paid"));
  Object.assign(document, { visibilityState: "visible" });
  setTimeout(() => document.dispatchEvent(new Event("visibilitychange")), 4_000);
  await poll();
  expect(seen.map(({ at_s }) => at_s)).toEqual([3, 4]);
});

test("watching two attempts reports the paid one, and aborting stops it", async () => {
  const attempts = [{ reference: "WH111111111111111" }, { reference: "WH222222222222222" }];
  answers = (reference) => verified(reference.endsWith("1") && seen.length > 4 ? "paid" : "failed");
  const watch = new AbortController();
  const arrived = pollInBackground(attempts, watch);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([arrived, watch.signal.aborted]).toEqual([{ attempt: attempts[0], state: "paid" }, true]);
  const asked = seen.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seen).toHaveLength(asked);
});
