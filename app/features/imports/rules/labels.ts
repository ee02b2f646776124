import { capitalised } from "#app/lib/capitalised.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { Fields, RowState, RunState } from "../rules.ts";

/** Labels of row states. */
export const ROW_LABELS: Record<RowState, string> = {
  ready: "To do",
  unchanged: "No change",
  refused: "Refused",
  applied: "Done",
  changed_meanwhile: "Changed since",
  failed: "Failed",
};

export const RUN_LABELS: Record<RunState, string> = {
  staging: "Being prepared",
  preview: "Preview",
  applying: "Being applied",
  done: "Done",
  cancelled: "Cancelled",
};

export type RunFieldChange = { field: string; before: string; after: string };

/** Internal fields that are not displayed. */
const HIDDEN = new Set(["group", "group_id", "slug"]);

/** Changed fields of a row for display; a created record has only new values, a deleted one only old ones. */
export function runFieldChanges(before: Fields | null, after: Fields | null): RunFieldChange[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => !HIDDEN.has(name));
  // Skips fields that are only compared: pictures still to be fetched.
  const isSame = (name: string) =>
    before === null ? isEmpty(after?.[name]) : after !== null && isEqual(before[name], after[name]);
  return names
    .filter((name) => !isSame(name))
    .map((name) => ({
      field: fieldName(name),
      before: before ? valueLabel(name, before[name]) : "",
      after: after ? valueLabel(name, after[name]) : "",
    }));
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const isEmpty = (value: unknown) => typeof value === "object" && Object.keys(value ?? {}).length === 0;

/** "discount_price_kobo" -> "Discount price". */
function fieldName(name: string): string {
  if (name === "image_alts") return "Picture descriptions";
  return capitalised(fieldWords(name));
}

/** "discount_price_kobo" -> "discount price". */
export function fieldWords(name: string): string {
  return name.replace(/_(kobo|id|quantity|grams)$/, "").replaceAll("_", " ");
}

function valueLabel(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (name.endsWith("_kobo") && typeof value === "number") return formatNaira(value);
  if (name === "price_steps" && Array.isArray(value)) {
    const steps = value as { from: number; unit_kobo: number }[];
    return steps.map((step) => `${step.from}+ ${formatNaira(step.unit_kobo)}`).join(", ") || "none";
  }
  if (name === "images" && Array.isArray(value)) return value.length === 1 ? "1 picture" : `${value.length} pictures`;
  if (name === "image_alts") return Object.values(value).join("; ").slice(0, 80) || "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en-NG");
  const text = typeof value === "string" ? value : Object.values(value).join(", ");
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
