import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { DECOY_FIELD, SUBMISSION_FIELD } from "#app/lib/submissions.ts";
import { addressContext, shopContext, type Shop } from "./context.server.ts";
import { checkSubmission, LEAST_FILLING_MS, newSubmissionId } from "./submissions.server.ts";

const hit = vi.fn<(name: string, key: string) => Promise<number | null>>();
const context = new RouterContextProvider();
context.set(shopContext, { limits: { hit } } as unknown as Shop);
context.set(addressContext, "1.2.3.4");

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const openFor = (ms: number) => newSubmissionId(Date.now() - ms);

test("an id is a UUID of version 7, a new one each time, that sorts by its moment", () => {
  const [earlier, later] = [newSubmissionId(1_700_000_000_000), newSubmissionId(1_700_000_000_001)];
  expect(earlier).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(earlier < later).toBe(true);
  expect(newSubmissionId(1)).not.toBe(newSubmissionId(1));
});

test("a form that was open long enough is taken under its id and counts once for its address", async () => {
  hit.mockClear().mockResolvedValue(null);
  const id = openFor(LEAST_FILLING_MS);
  const form = formOf({ [SUBMISSION_FIELD]: id.toUpperCase(), [DECOY_FIELD]: "" });
  expect(await checkSubmission(context, form)).toEqual({ ok: true, submission_id: id });
  expect(hit.mock.calls).toEqual([["submission", "1.2.3.4"]]);
});

test.each([
  ["has no id", {}, /out of date/],
  ["has an id of another kind", { [SUBMISSION_FIELD]: "5f0c1f6e-7b1d-4c0a-9c60-0d5f7a0f9b11" }, /out of date/],
  ["has a filled decoy", { [SUBMISSION_FIELD]: openFor(60_000), [DECOY_FIELD]: "https://x.example" }, /hidden field/],
  ["comes at once", { [SUBMISSION_FIELD]: openFor(0) }, /very quick/],
  ["comes from the future", { [SUBMISSION_FIELD]: openFor(-60_000) }, /very quick/],
])("a form that %s is refused with a sentence", async (_, fields, message) => {
  const answer = await checkSubmission(context, formOf(fields));
  expect(answer).toEqual({ ok: false, status: 422, message: expect.stringMatching(message) });
});

test("a form without a required field is not told that it was quick", async () => {
  hit.mockClear().mockResolvedValue(null);
  const fields = { [SUBMISSION_FIELD]: openFor(0), name: "Ada", email: "" };
  expect(await checkSubmission(context, formOf(fields), ["name", "email"])).toMatchObject({ ok: true });
  expect(await checkSubmission(context, formOf(fields), ["name"])).toMatchObject({ ok: false });
});

test("an address above the limit is told when to come back", async () => {
  const form = formOf({ [SUBMISSION_FIELD]: openFor(60_000) });
  hit.mockResolvedValue(30);
  expect(await checkSubmission(context, form)).toMatchObject({
    status: 429,
    message: expect.stringContaining("in a minute.") as string,
  });
  hit.mockResolvedValue(301);
  expect(await checkSubmission(context, form)).toMatchObject({
    status: 429,
    message: expect.stringContaining("in 6 minutes.") as string,
  });
});
