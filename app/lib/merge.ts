import type { FormValues, RefusedForm } from "./forms.ts";
import { wholeNumber } from "./whole-numbers.ts";

/** The data of a record form: the version at opening, and per changed field the old and the new text. */
export type Edit = { version: number; was: FormValues; mine: FormValues };

/** A field that two users changed: `was` when the form was opened, `mine` typed, `theirs` stored meanwhile. */
export type Conflict = { was: string; mine: string; theirs: string };

export type Merged =
  /** `changes` has only values to write; empty if all are stored already. */
  { ok: true; changes: FormValues } | { ok: false; conflicts: Record<string, Conflict> };

const WAS = "was.";

/**
 * Parses a posted record form: `version`, and for each field `was.<name>` and `<name>`. A field without its own text is
 * an unchecked box, or empty. Fields without `was.` are not part of the record.
 */
export function readEdit(form: Pick<FormData | URLSearchParams, "get" | "keys">): Edit {
  const edit: Edit = { version: wholeNumber(form.get("version")) ?? 0, was: {}, mine: {} };
  const text = (name: string) => {
    const value = form.get(name);
    // Browsers send line breaks as CRLF.
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  for (const key of new Set(form.keys())) {
    if (!key.startsWith(WAS)) continue;
    const name = key.slice(WAS.length);
    const [was, mine] = [text(key), text(name)];
    if (was === mine) continue;
    edit.was[name] = was;
    edit.mine[name] = mine;
  }
  return edit;
}

/**
 * Merges an edit into the record as stored `now`, field by field: an unchanged field is written, a field that already
 * has the new value is left, and another user's different value is a conflict. Unknown fields are dropped.
 */
export function mergeEdit({ was, mine }: Edit, now: FormValues): Merged {
  const changes: FormValues = {};
  const conflicts: Record<string, Conflict> = {};
  for (const [name, wanted] of Object.entries(mine)) {
    const stored = Object.hasOwn(now, name) ? now[name] : undefined;
    const before = was[name] ?? "";
    if (stored === undefined || wanted === before || wanted === stored) continue;
    if (stored === before) changes[name] = wanted;
    else conflicts[name] = { was: before, mine: wanted, theirs: stored };
  }
  return Object.keys(conflicts).length > 0 ? { ok: false, conflicts } : { ok: true, changes };
}

/** A refused record form, with the fields that another user changed and their version (status 409). */
export type RefusedEdit = RefusedForm & { conflicts?: Record<string, Conflict>; version?: number };

/** The result of a record form's action. `version` is the record's new one, `message` the toast's text. */
export type EditResult = { ok: true; version: number; message: string; text?: string } | RefusedEdit;

/** The refusal of an edit that conflicts with another user's (`by`, if known). */
export function refuseConflicts(
  edit: Edit,
  conflicts: Record<string, Conflict>,
  version: number,
  by: string | null,
): RefusedEdit {
  const message = `${by ?? "Somebody else"} changed this in the meantime. Choose which value to keep, then save again.`;
  return { ok: false, message, errors: {}, values: edit.mine, conflicts, version };
}

/** The refusal for a record that was deleted while its form was open; the typed values stay. */
export function refuseGone(edit: Edit): RefusedEdit {
  return {
    ok: false,
    message: "This was deleted in the meantime, so nothing was saved.",
    errors: {},
    values: edit.mine,
  };
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Africa/Lagos" });

/** The toast's text about other users' changes that a save was merged with; empty if there are none. */
export function mergedText(others: readonly { who: string; at: Date; fields: string[] }[]): { text?: string } {
  const [last] = others;
  if (!last) return {};
  const fields = last.fields.map((field) => field.replaceAll("_", " ")).join(", ");
  return { text: `${last.who} changed ${fields || "it"} at ${CLOCK.format(last.at)}; both are kept.` };
}
