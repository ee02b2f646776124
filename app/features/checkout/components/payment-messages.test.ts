import { expect, test } from "vitest";
import { DEFAULT_STORE } from "#app/features/settings/rules.ts";
import type { PaymentAnswer } from "./checkout-api.ts";
import { endedMessage, paymentMessage } from "./payment-messages.ts";

const REFERENCE = "WH123456789012345";
const say = (state: Parameters<typeof paymentMessage>[0]["state"], more: Partial<PaymentAnswer> = {}) =>
  paymentMessage({ state, channel: null, wait_s: 0, ...more }, REFERENCE, DEFAULT_STORE);

test.each([
  ["bank_transfer", "Bank transfers can take a few minutes."],
  ["ussd", "USSD payments can take a few minutes."],
  ["card", "Your bank has not confirmed this card payment yet."],
  [null, "This payment has not been confirmed yet."],
])("the message of a pending payment by %s mentions only that method", (channel, begins) => {
  const { text } = say("pending", { channel });
  expect(text.startsWith(begins)).toBe(true);
  expect(text.includes("ransfer")).toBe(channel === "bank_transfer");
});

test("every state has a sentence of its own", () => {
  const states = [
    "paid",
    "review",
    "pending",
    "unconfirmed",
    "failed",
    "closed",
    "unknown",
    "busy",
    "unavailable",
    "offline",
    "reversed",
    "paid_twice",
  ] as const;
  expect(new Set(states.map((state) => say(state).text)).size).toBe(states.length);
});

test("only a payment that may still arrive asks the shopper not to pay again", () => {
  for (const state of ["pending", "unconfirmed", "busy", "unavailable", "offline", "review"] as const)
    expect(say(state).text, state).toContain("Please do not pay again.");
  for (const state of ["failed", "closed", "reversed"] as const) {
    expect(say(state).text, state).toContain("you can try again");
    expect(say(state).text, state).not.toContain("do not pay");
  }
});

test("messages that refer to support contain the reference", () => {
  for (const state of ["review", "closed", "unknown", "reversed", "paid_twice"] as const)
    expect(say(state).text, state).toContain(REFERENCE);
});

test("a rate limit states the time until the next check", () => {
  expect(say("busy", { wait_s: 42 }).text).toContain("we ask again in 42 seconds.");
});

test.each([
  ["failed", "This payment was not completed", "No money was taken"],
  ["closed", "This payment has ended", "No money arrived"],
  ["unknown", "We do not know this payment", "If you paid, please contact us."],
] as const)("a payment that is %s is said so, with what happened to the money", (state, title, begins) => {
  expect(say(state)).toEqual({ title, text: expect.stringMatching(new RegExp(`^${begins}`)) });
});

test.each([
  ["failed", true, "", "Payment Cancelled", "You can try again whenever you are ready."],
  ["failed", false, "The payment was not completed.", "Payment Verification Failed", "The payment was not completed."],
  ["closed", true, "It has ended.", "Payment Verification Failed", "It has ended."],
  ["unknown", true, "", "Payment Verification Failed", "We couldn't verify your payment. Please contact support."],
] as const)(
  "the window ends with a payment that is %s (closed by the shopper: %s)",
  (state, isClosed, message, title, text) => {
    expect(endedMessage({ state, message }, isClosed)).toEqual({ title, text });
  },
);
