import { randomBytes } from "node:crypto";
import { data, type RouterContextProvider } from "react-router";
import { refuseForm, type FieldErrors, type FormResult } from "#app/lib/forms.ts";
import { DECOY_FIELD, SUBMISSION_FIELD, TOO_QUICK } from "#app/lib/submissions.ts";
import { shopContext } from "./context.server.ts";
import { secondsToWait } from "./throttle.server.ts";

/** Minimum time between loading and sending a form, in ms; bots are faster. */
export const LEAST_FILLING_MS = 2_000;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * A new id of a public form (UUID version 7, which contains its creation time). The loader generates it, so the page of
 * such a form is never cached; a unique column stores a form that is sent twice once.
 */
export function newSubmissionId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export type Submission = { ok: true; submission_id: string } | { ok: false; status: 422 | 429; message: string };

/**
 * Checks a public form and returns its id: the visitor's address is within the limit, the honeypot field is empty, and
 * the form was open long enough, unless a `required` field is empty: its own refusal says more. Pass a refusal to `refuseForm`, which preserves the input.
 */
export async function checkSubmission(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  required: readonly string[] = [],
): Promise<Submission> {
  const id = form.get(SUBMISSION_FIELD);
  const submission_id = typeof id === "string" ? id.toLowerCase() : "";
  const isIncomplete = required.some((name) => form.get(name) === "");
  const refused = refusedSubmission(submission_id, form, isIncomplete ? Infinity : Date.now());
  if (refused) return { ok: false, status: 422, message: refused };
  const wait = await secondsToWait(context, "submission");
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60);
    const message = `Too many messages came from your network. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
    return { ok: false, status: 429, message };
  }
  return { ok: true, submission_id };
}

type Stored<Done> = ({ ok: true } & Done) | { ok: false; errors: FieldErrors; message?: string };

/**
 * The action of a public form whose `required` fields `store` refuses when empty: `store` gets the id of a submission that `checkSubmission` accepts. A refusal keeps the
 * typed values; an error is logged and answered with the message `failed` and status 503.
 */
export async function answerSubmission<Done extends object>(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  failed: string,
  store: (submission_id: string) => Promise<Stored<Done>>,
  required: readonly string[] = [],
) {
  const refuse = (status: number, message?: string, errors: FieldErrors = {}) =>
    data<FormResult<Done>>(refuseForm(form, errors, { message }), { status });
  const submission = await checkSubmission(context, form, required);
  if (!submission.ok) return refuse(submission.status, submission.message);
  try {
    const result = await store(submission.submission_id);
    return result.ok ? data<FormResult<Done>>(result) : refuse(422, result.message, result.errors);
  } catch (error) {
    context.get(shopContext).log.error({ err: error }, "a submission was not stored");
    return refuse(503, failed);
  }
}

function refusedSubmission(id: string, form: FormData, now: number): string | null {
  if (!UUID_V7.test(id)) return "This form is out of date. Please load the page again.";
  if (form.get(DECOY_FIELD)) return "Please leave the hidden field of the form empty and send it again.";
  const drawn = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  return drawn > now - LEAST_FILLING_MS ? TOO_QUICK : null;
}
