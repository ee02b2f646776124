import type { FormValues } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { displayValue, fieldLabel } from "./values.ts";

type Columns = Readonly<Record<string, unknown>>;

/** Current state of the record, for its history. */
export type HistoryOf = {
  /** Current values of all form fields. */
  values: FormValues;
  /** Converts stored columns to form values; plain text by default. */
  texts?: (columns: Columns) => FormValues;
  /** Columns hidden from this user. */
  hidden?: readonly string[];
  /** Display names of referenced records, by id. */
  names?: Readonly<Record<string, string>>;
};

/** A changed field. `canRestore`: it is a form field with a different current value. */
export type HistoryChange = { field: string; label: string; before: string; after: string; canRestore: boolean };

export type AuditLine = { id: number; before: object | null; after: object | null };

/** Changed fields by name, with values for display; empty for none. */
export function historyChanges({ before, after }: AuditLine, record: HistoryOf): HistoryChange[] {
  const [was, is] = [before ?? {}, after ?? {}] as Columns[];
  const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].toSorted();
  return fields.flatMap((field) => {
    if (record.hidden?.includes(field)) return [];
    const [left, right] = [shown(field, was?.[field], record), shown(field, is?.[field], record)];
    if (JSON.stringify(was?.[field] ?? null) === JSON.stringify(is?.[field] ?? null)) return [];
    const old = before !== null && after !== null ? formText(field, was ?? {}, record) : undefined;
    const canRestore = old !== undefined && old !== record.values[formField(field)];
    const label = fieldLabel(field).replace(/^./, (first) => first.toUpperCase());
    return [{ field, label, before: left, after: right, canRestore }];
  });
}

/**
 * The edit that restores values of a change: `field`, or all possible ones if it is "". Its base values are those when
 * the history was read, so that a later change (`newer`, oldest first) is a conflict. Null if there is nothing to
 * restore.
 */
export function restoreEdit(
  line: AuditLine,
  field: string,
  record: HistoryOf,
  newer: readonly AuditLine[],
  version: number,
): Edit | null {
  const edit: Edit = { version, was: {}, mine: {} };
  const columns = (line.before ?? {}) as Columns;
  const wanted = field === "" ? Object.keys(columns) : [field];
  for (const name of wanted) {
    const old = line.after === null || record.hidden?.includes(name) ? undefined : formText(name, columns, record);
    if (old === undefined) continue;
    const since = newer.find(({ before }) => before !== null && Object.hasOwn(before, name));
    const seen = since ? formText(name, since.before as Columns, record) : record.values[formField(name)];
    if (field === "" && seen === old) continue;
    edit.was[formField(name)] = seen ?? "";
    edit.mine[formField(name)] = old;
  }
  return Object.keys(edit.mine).length > 0 ? edit : null;
}

/** Form field of a column: amounts are stored in kobo and edited in naira. */
const formField = (column: string) => column.replace(/_kobo$/, "");

/** A column's value as form text; undefined if the change or the form does not have it. */
function formText(column: string, columns: Columns, { values, texts = plainTexts }: HistoryOf): string | undefined {
  if (!Object.hasOwn(columns, column) || !Object.hasOwn(values, formField(column))) return undefined;
  return texts(columns)[formField(column)];
}

/** Columns without lists and amounts as form values; a checked box is "1". */
function plainTexts(columns: Columns): FormValues {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, valueText(value)]));
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "";
  return typeof value === "object" ? JSON.stringify(value) : `${value as string | number}`;
}

/** A stored value for display: as the form has it, else in words. */
function shown(column: string, value: unknown, record: HistoryOf): string {
  if (value === null || value === undefined) return "";
  const isRaw = typeof value === "boolean" || column === "images" || column.endsWith("_kobo");
  const hasText = !isRaw && (typeof value !== "object" || record.texts !== undefined);
  const text = hasText ? formText(column, { [column]: value }, record) : undefined;
  return displayValue(column, text ?? value, record.names);
}
