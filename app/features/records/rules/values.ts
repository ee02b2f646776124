import { formatDate, formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Names of referenced records by id. */
export type Names = Readonly<Record<string, string>>;

const LONGEST = 160;

/**
 * A stored value for people: amounts in naira, times in Lagos, records by their name or short number, lists and objects
 * in words; empty for nothing.
 */
export function displayValue(field: string, value: unknown, names: Names = {}): string {
  const text = valueWords(field, value, names);
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

function valueWords(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return field.endsWith("_kobo") ? formatNaira(value) : value.toLocaleString("en-NG");
  if (typeof value === "string") return textWords(value, names);
  if (Array.isArray(value)) return listWords(field, value, names);
  return objectWords(field, value, names);
}

function textWords(text: string, names: Names): string {
  if (isUuid(text)) return (Object.hasOwn(names, text) && names[text]) || text.slice(0, 8).toUpperCase();
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)) return formatDateTime(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return text.replaceAll("_", " ");
  // Formatted texts are stored as HTML, which ends its blocks.
  const plain = /<\/(p|h\d|li|div)>/.test(text) ? text.replaceAll(/<[^>]*>/g, " ") : text;
  return plain
    .trim()
    .replaceAll(/\s*\n\s*/g, ", ")
    .replaceAll(/\s+/g, " ");
}

type Entry = Partial<Record<"from" | "unit_kobo" | "quantity" | "product_name", unknown>>;

function listWords(field: string, list: unknown[], names: Names): string {
  if (field === "images")
    return list.length === 0 ? "" : `${list.length} ${list.length === 1 ? "picture" : "pictures"}`;
  const entries = list.map((value): Entry => (typeof value === "object" && value !== null ? value : {}));
  if (list.length > 0 && entries.every(({ quantity, product_name }) => typeof quantity === "number" && !product_name)) {
    const pieces = entries.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    return `${pieces.toLocaleString("en-NG")} ${pieces === 1 ? "piece" : "pieces"}`;
  }
  return list.map((value, at) => entryWords(entries[at]) ?? valueWords("", value, names)).join("; ");
}

/** A price step or an order line; undefined for anything else. */
function entryWords({ from, unit_kobo, quantity, product_name }: Entry = {}): string | undefined {
  if (typeof from === "number" && typeof unit_kobo === "number") return `${from}+ ${formatNaira(unit_kobo)}`;
  return typeof product_name === "string" ? `${Number(quantity)} × ${product_name}` : undefined;
}

function objectWords(field: string, value: object, names: Names): string {
  const parts = Object.entries(value).map(([name, part]) => [name, valueWords(name, part, names)] as const);
  const known = parts.filter(([, words]) => words !== "");
  // Pictures are addresses: only their descriptions can be read.
  if (field === "image_alts") return known.map(([, words]) => words).join("; ");
  return known.map(([name, words]) => `${fieldLabel(name)}: ${words}`).join(", ");
}

/** "price_kobo" -> "price", "staff_role" -> "staff role": default label of a stored field. */
export function fieldLabel(field: string): string {
  if (field === "image_alts") return "picture descriptions";
  return (field === "images" ? "pictures" : field).replace(/_(kobo|id)$/, "").replaceAll("_", " ");
}
