import { expect, test } from "vitest";
import { answerRefused } from "./edit-answer.server.ts";

const FORM = new URLSearchParams({ name: "Rice", secret: "x" });
const messages = { missing: "It is gone.", held: { text: "Try again later.", status: 409 }, refused: { status: 502 } };

test.each([
  ["unreadable", undefined, 400, "This form could not be read. Please try again."],
  ["forbidden", undefined, 403, "Your role does not allow this."],
  ["missing", undefined, 404, "It is gone."],
  ["changed", "Now it is 5.", 409, "Now it is 5."],
  ["held", "The command's message", 409, "Try again later."],
  ["refused", "The provider's message", 502, "The provider's message"],
  ["too_much", "Too much.", 422, "Too much."],
])("the refusal %s with message %j has status %d and says %j", (reason, message, status, text) => {
  const { data, init } = answerRefused<string>(FORM, { reason, message }, { messages, secret: ["secret"] });
  expect(init?.status).toBe(status);
  expect(data).toEqual({ ok: false, errors: {}, values: { name: "Rice" }, message: text });
});
