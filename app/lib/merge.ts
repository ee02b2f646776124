import type { FormValues, RefusedForm } from "./forms.ts";

/** What a form of a record sends: the version it was opened at, and per changed field the old text and the new one. */
export type Edit = { version: number; was: FormValues; mine: FormValues };

/** A field that two people changed: `was` when the form was opened, `mine` typed in it, `theirs` stored meanwhile. */
export type Conflict = { was: string; mine: string; theirs: string };

export type Merged =
  /** `changes` has only what has to be written; none when everything stands there already. */
  { ok: true; changes: FormValues } | { ok: false; conflicts: Record<string, Conflict> };

const WAS = "was.";

/**
 * Reads a posted form of a record: `version`, and for each field `was.<name>` and `<name>`. A field that was sent without
 * its own text is an unticked box, or empty. Fields without `was.` are not part of the record.
 */
export function readEdit(form: Pick<FormData | URLSearchParams, "get" | "keys">): Edit {
  const edit: Edit = { version: Number(form.get("version")) || 0, was: {}, mine: {} };
  const text = (name: string) => {
    const value = form.get(name);
    // Browsers send line breaks as two characters.
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
 * Merges an edit into the record as it is stored `now`, field by field: what nobody else changed is written, what stands
 * there already is left, and what somebody else changed to another value is a conflict. Fields that the record does not
 * have are dropped.
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

/** A refused form of a record, with the fields that somebody else changed and the version they are of (status 409). */
export type RefusedEdit = RefusedForm & { conflicts?: Record<string, Conflict>; version?: number };

/** What the action of a record's form answers. `version` is the record's new one, `message` what the toast says. */
export type EditResult<Done extends object = object> =
  | ({ ok: true; version: number; message: string; text?: string } & Done)
  | RefusedEdit;

/** The refusal of an edit that collides with another person's (`by`, when known). */
export function refuseConflicts(
  edit: Edit,
  conflicts: Record<string, Conflict>,
  version: number,
  by: string | null,
): RefusedEdit {
  const message = `${by ?? "Somebody else"} changed this meanwhile. Choose which value stays, then save again.`;
  return { ok: false, message, errors: {}, values: edit.mine, conflicts, version };
}

/** A record that was deleted while its form was open; what was typed stays in it. */
export function refuseGone(edit: Edit): RefusedEdit {
  return { ok: false, message: "This was deleted meanwhile, so nothing was saved.", errors: {}, values: edit.mine };
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "Africa/Lagos" });

/** What the toast says of other people's changes that a save was merged with; nothing where there are none. */
export function mergedText(others: readonly { who: string; at: Date; fields: string[] }[]): { text?: string } {
  const [last] = others;
  if (!last) return {};
  const fields = last.fields.map((field) => field.replaceAll("_", " ")).join(", ");
  return { text: `${last.who} changed ${fields || "it"} at ${CLOCK.format(last.at)}; both are kept.` };
}
