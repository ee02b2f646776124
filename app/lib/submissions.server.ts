import { randomBytes } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { addressContext, shopContext } from "./context.server.ts";
import { DECOY_FIELD, SUBMISSION_FIELD } from "./submissions.ts";

/** Less than this between loading a form and sending it is no person. In ms. */
export const LEAST_FILLING_MS = 2_000;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id of one filling of a public form (UUID version 7, which carries the time it was drawn). A loader draws it, so
 * the page of such a form is never in the page cache; a unique column makes a form that is sent twice one row.
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
 * Whether a public form may be taken, and its id: the visitor's address is not above the limit, the decoy field is empty,
 * and the form was open for as long as a person needs. A refusal is for `refuseForm`, so that nothing typed is lost.
 */
export async function checkSubmission(context: Readonly<RouterContextProvider>, form: FormData): Promise<Submission> {
  const id = form.get(SUBMISSION_FIELD);
  const submission_id = typeof id === "string" ? id.toLowerCase() : "";
  const refused = refusedSubmission(submission_id, form, Date.now());
  if (refused) return { ok: false, status: 422, message: refused };
  const wait = await context.get(shopContext).limits.hit("submission", context.get(addressContext));
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60);
    const message = `Too many messages came from your network. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
    return { ok: false, status: 429, message };
  }
  return { ok: true, submission_id };
}

function refusedSubmission(id: string, form: FormData, now: number): string | null {
  if (!UUID_V7.test(id)) return "This form is out of date. Please load the page again.";
  if (form.get(DECOY_FIELD)) return "Please leave the hidden field of the form empty and send it again.";
  const drawn = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  return drawn > now - LEAST_FILLING_MS ? "That was very quick. Please check the form and send it again." : null;
}
