import { data } from "react-router";
import { refuseForm, type FieldErrors } from "./forms.ts";
import { mergedText, refuseConflicts, refuseGone, type Conflict, type Edit, type EditResult } from "./merge.ts";

type Others = Parameters<typeof mergedText>[0];

/** Results of commands that edit a record. `by` and `others` name the other editors, if known. */
export type Edited =
  | { ok: true; version: number; others?: Others }
  | { ok: false; reason: "conflict"; conflicts: Record<string, Conflict>; version: number; by?: string | null }
  | { ok: false; reason: "invalid"; errors: FieldErrors }
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
type Added =
  | { ok: true; text?: string }
  | { ok: false; reason: "invalid"; errors: FieldErrors }
  | { ok: false; reason: "unknown" | "missing" | "forbidden" };

/** The same for the form of a new record. */
export function answerAdded(form: Form, added: Added, messages: { done: string; forbidden: string }) {
  if (added.ok) return data<EditResult>({ ok: true, version: 0, message: messages.done, text: added.text });
  if (added.reason === "invalid") return data<EditResult>(refuseForm(form, added.errors), { status: 422 });
  return data<EditResult>(refuseForm(form, {}, { message: messages.forbidden }), { status: 403 });
}
