import { capitalised } from "#app/lib/capitalised.ts";
import { placeName } from "#app/lib/lgas.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { Fields } from "../rules.ts";

export type RunFieldChange = { field: string; before: string; after: string };

/** Internal fields that are not displayed. */
const HIDDEN = new Set(["group", "group_id", "slug", "made_categories"]);

/**
 * Changed fields of a row for display; a created record has only new values, a deleted one only old ones. `names` are
 * those of categories, by id.
 */
export function runFieldChanges(
  before: Fields | null,
  after: Fields | null,
  names: ReadonlyMap<string, string> = new Map(),
): RunFieldChange[] {
  const all = { ...before, ...after };
  // The path of a category says more than its id.
  const fields = Object.keys(all).filter((name) => !HIDDEN.has(name) && !(name === "category_id" && "category" in all));
  // Skips fields that are only compared: pictures still to be fetched.
  const isSame = (name: string) =>
    before === null ? isEmpty(after?.[name]) : after !== null && isEqual(before[name], after[name]);
  return fields
    .filter((name) => !isSame(name))
    .flatMap((name) =>
      name === "methods"
        ? methodChanges(methodsOf(before), methodsOf(after))
        : {
            field: capitalised(fieldWords(name)),
            before: before ? valueLabel(name, before[name], names) : "",
            after: after ? valueLabel(name, after[name], names) : "",
          },
    );
}

/** A way of delivery in the fields of a zone. */
type Method = Fields & {
  name: string;
  min_days: number;
  max_days: number;
  bands: { upto_grams: number; kobo: number }[];
};

const methodsOf = (fields: Fields | null) => (fields?.["methods"] ?? []) as Method[];

/** Each way of delivery that differs, under its own name. */
function methodChanges(before: Method[], after: Method[]): RunFieldChange[] {
  const named = (methods: Method[], name: string) =>
    methods.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const all = [...before, ...after.filter(({ name }) => !named(before, name))];
  return all.flatMap(({ name }) => {
    const [was, is] = [named(before, name), named(after, name)];
    if (isEqual(was, is)) return [];
    return { field: is?.name ?? name, before: was ? methodLabel(was, is) : "", after: is ? methodLabel(is, was) : "" };
  });
}

const METHOD_DETAILS = ["kind", "carrier", "address", "extra_kg_kobo", "free_from_kobo", "cutoff_minute", "active"];

/**
 * "1-3 days, up to 10 kg ₦2,500.00, 50 kg ₦4,500.00", and what else differs from the same way in `other`: "carrier GUO".
 * Without one, what else is set.
 */
function methodLabel(method: Method, other: Method | undefined): string {
  const { min_days, max_days, bands } = method;
  const prices = bands.map(({ upto_grams, kobo }) => `${upto_grams / 1000} kg ${formatNaira(kobo)}`);
  const days = min_days === max_days ? String(min_days) : `${min_days}-${max_days}`;
  const details = METHOD_DETAILS.filter((name) =>
    other ? !isEqual(method[name], other[name]) : !isEmpty(method[name] || null) && method[name] !== true,
  );
  return [`${days} days, up to ${prices.join(", ")}`, ...details.map((name) => methodDetail(name, method[name]))].join(
    "; ",
  );
}

function methodDetail(name: string, value: unknown): string {
  if (name === "active") return value === true ? "offered" : "not offered";
  if (name !== "cutoff_minute") return `${fieldWords(name)} ${valueLabel(name, value, new Map())}`;
  const minutes = Number(value);
  return `cut-off ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Values of a new record that say nothing: empty lists, and a flag that is not set. */
const isEmpty = (value: unknown) =>
  value === false || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

/** Fields whose words are not those of the column. */
const WORDS: Readonly<Record<string, string>> = {
  attributes: "facts",
  image_alts: "picture descriptions",
  images: "pictures",
  min_order: "minimum order",
  option_values: "options",
  order_multiple: "sold in multiples of",
  pieces: "pieces in a unit",
  sku: "SKU",
};

/** "discount_price_kobo" -> "discount price". */
export function fieldWords(name: string): string {
  const words = WORDS[name];
  if (words !== undefined) return words;
  return name.replace(/_(kobo|id|quantity|grams|mm)$/, "").replaceAll("_", " ");
}

function valueLabel(name: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === "") return "none";
  if (name === "category_id") return names.get(value as string) ?? "a deleted category";
  if (name === "weight_grams" && typeof value === "number")
    return value < 1_000 ? `${value} g` : `${(value / 1_000).toLocaleString("en-NG")} kg`;
  if (name.endsWith("_kobo") && typeof value === "number") return formatNaira(value);
  if (name === "price_steps" && Array.isArray(value)) {
    const steps = value as { from: number; unit_kobo: number }[];
    return steps.map((step) => `${step.from}+ ${formatNaira(step.unit_kobo)}`).join(", ") || "none";
  }
  if (name === "larger_units" && Array.isArray(value)) {
    const units = value as { unit: string; pieces: number }[];
    return units.map(({ unit, pieces }) => `${unit} of ${formatCount(pieces)}`).join(", ") || "none";
  }
  if (name === "attributes" && Array.isArray(value)) {
    const facts = value as { name: string; value: string }[];
    return shortened(facts.map((fact) => `${fact.name}: ${fact.value}`).join("; ")) || "none";
  }
  if (name === "option_values")
    return shortened(
      Object.entries(value)
        .map(([option, choice]) => `${option}: ${String(choice)}`)
        .join("; "),
    );
  if (name === "images" && Array.isArray(value)) return value.length === 1 ? "1 picture" : `${value.length} pictures`;
  if (name === "image_alts") return Object.values(value).join("; ").slice(0, 80) || "none";
  if (name === "places" && Array.isArray(value)) return shortened(value.map(String).map(placeName).join("; "));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name.endsWith("_grams") && typeof value === "number") return `${formatCount(value)} g`;
  if (name.endsWith("_mm") && typeof value === "number") return `${formatCount(value)} mm`;
  if (typeof value === "number") return value.toLocaleString("en-NG");
  const text = typeof value === "string" ? value : Object.values(value).join(", ");
  return shortened(text);
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
