import { data } from "react-router";
import { refuseForm, type FieldErrors, type RefusedForm, type InvalidInput } from "#app/lib/forms.ts";
import { mergedText, refuseConflicts, refuseGone, type Conflict, type Edit, type EditResult } from "#app/lib/merge.ts";

type Others = Parameters<typeof mergedText>[0];

/** Results of commands that edit a record. `by` and `others` name the other editors, if known. */
export type Edited =
  | { ok: true; version: number; others?: Others }
  | { ok: false; reason: "conflict"; conflicts: Record<string, Conflict>; version: number; by?: string | null }
  | InvalidInput
  | { ok: false; reason: "unknown" | "gone" | "missing" | "forbidden" };

type Form = Iterable<[string, FormDataEntryValue]>;

/**
 * The response of a record's route to its form, by result: saved 200, conflict and gone 409, invalid 422, forbidden
 * 403.
 */
export function answerEdit(form: Form, edit: Edit, saved: Edited, messages: { done: string; forbidden: string }) {
  const answer = (result: EditResult, status = 200) => data(result, { status });
  if (saved.ok) {
    return answer({ ok: true, version: saved.version, message: messages.done, ...mergedText(saved.others ?? []) });
  }
  switch (saved.reason) {
    case "conflict":
      return answer(refuseConflicts(edit, saved.conflicts, saved.version, saved.by ?? null), 409);
    case "invalid":
      return answer(refuseForm(form, saved.errors), 422);
    case "forbidden":
      return answer(refuseForm(form, {}, { message: messages.forbidden }), 403);
    default:
      return answer(refuseGone(edit), 409);
  }
}

/** Results of commands that add a record; `text` is for the toast. */
type Added = { ok: true; text?: string } | InvalidInput | { ok: false; reason: "unknown" | "missing" | "forbidden" };

/** The same for the form of a new record. */
export function answerAdded(form: Form, added: Added, messages: { done: string; forbidden: string }) {
  if (added.ok) return data<EditResult>({ ok: true, version: 0, message: messages.done, text: added.text });
  if (added.reason === "invalid") return data<EditResult>(refuseForm(form, added.errors), { status: 422 });
  return data<EditResult>(refuseForm(form, {}, { message: messages.forbidden }), { status: 403 });
}

/** Statuses of the reasons that any command may have. Commands' own reasons have theirs in the table of messages. */
const STATUSES: Readonly<Record<string, number>> = {
  unreadable: 400,
  forbidden: 403,
  unknown: 404,
  missing: 404,
  not_found: 404,
  changed: 409,
  gone: 409,
};

const MESSAGES: Readonly<Record<string, string>> = {
  unreadable: "This form could not be read. Please try again.",
  forbidden: "Your role does not allow this.",
};

type EditRefusal<Reason extends string> = { reason: Reason; message?: string | undefined; errors?: FieldErrors };

/** What a form says to one reason: a text, with a status if the reason is one of this command alone. */
type ReasonAnswer = string | { text?: string; status: number };

/**
 * The response of any other form to a command's refusal: the status and text of `messages` for the reason, else the
 * status of a general reason or 422, and the command's own message. `errors` are by field name; `secret` and `echo` are
 * those of `refuseForm`.
 */
export function answerRefused<Reason extends string>(
  form: Form,
  { reason, message, errors = {} }: EditRefusal<Reason>,
  {
    messages = {},
    ...values
  }: { messages?: Partial<Record<Reason, ReasonAnswer>>; secret?: readonly string[]; echo?: boolean } = {},
) {
  const own = messages[reason];
  const { text, status } = typeof own === "object" ? own : { text: own, status: STATUSES[reason] ?? 422 };
  const refused: RefusedForm = refuseForm(form, errors, { ...values, message: text ?? message ?? MESSAGES[reason] });
  return data(refused, { status });
}
