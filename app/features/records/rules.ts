/** A changed field with its values as text; empty for none. */
export type FieldChange = { field: string; before: string; after: string };

/** Fields that differ between both sides of an audit line, sorted by name. */
export function fieldChanges(before: object | null, after: object | null): FieldChange[] {
  const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  return fields
    .map((field) => ({ field, before: valueText(was?.[field]), after: valueText(is?.[field]) }))
    .filter((change) => change.before !== change.after)
    .sort((a, b) => (a.field < b.field ? -1 : 1));
}

const LONGEST = 500;

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : `${value as string | number | boolean}`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

/** "product.price_changed" for display: noun "Product", verb "price changed". */
export function actionWords(action: string): { noun: string; verb: string } {
  const [noun = "", verb = ""] = action.split(".", 2);
  const words = (text: string) => text.replaceAll(/[_-]/g, " ");
  return { noun: words(noun).replace(/^./, (letter) => letter.toUpperCase()), verb: words(verb) };
}

/** "price_kobo" -> "price", "staff_role" -> "staff role": default label of a stored field. */
export function fieldLabel(field: string): string {
  return field.replace(/_(kobo|id)$/, "").replaceAll("_", " ");
}
