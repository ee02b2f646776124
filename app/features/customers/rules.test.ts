import { expect, test } from "vitest";
import { failedAnswer, revalidatesAfter } from "./rules.ts";

test.each([
  [{ intent: "profile", city: "Jos" }, "profile", "Failed to update profile"],
  [{}, "profile", "Failed to update profile"],
  [{ intent: "delete-account" }, "delete-account", "Failed to delete account"],
  [{ intent: "end-others" }, "sessions", "Failed to sign out. Please try again."],
])("the form %j that failed to send", (form, intent, message) => {
  const answer = failedAnswer(form);
  expect(answer).toMatchObject({ intent, ok: false, message });
});

const REFUSED = { ok: false, errors: {}, values: {} } as const;

test.each<[Parameters<typeof revalidatesAfter>[0], boolean, boolean]>([
  [undefined, true, true],
  [undefined, false, false],
  [{ intent: "profile", ok: true }, true, true],
  [{ ...REFUSED, intent: "password", asksCode: false }, true, false],
  [{ ...REFUSED, intent: "sessions", message: "Failed to sign out. Please try again." }, true, false],
  [{ ...REFUSED, intent: "sessions", message: "This session has ended already.", isStale: true }, false, true],
])("after %j, by default %s, the page loads its data anew: %s", (answer, byDefault, loads) => {
  expect(revalidatesAfter(answer, byDefault)).toBe(loads);
});

test("keeps the input", () => {
  expect(failedAnswer({ intent: "profile", city: "Jos" })).toMatchObject({ values: { city: "Jos" } });
});
