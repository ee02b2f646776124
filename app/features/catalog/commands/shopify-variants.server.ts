import { gtinProblem } from "../rules/facts.ts";
import { OPTION_LIMIT, optionKey } from "../rules/variants.ts";
import { readPrice, readQuantity } from "./shopify-cells.server.ts";
import type { Problem, ShopifyRow } from "./shopify-columns.server.ts";

/** A variant as its row has it: its options in their order, prices in kobo, null where the row says nothing. */
export type ShopifyVariant = {
  line: number;
  label: string;
  values: string[];
  price_kobo: number;
  discount_price_kobo: number | null;
  quantity: number | null;
  sku: string | null;
  barcode: string | null;
  weight_grams: number | null;
  image: string;
};

const SKU_LIMIT = 100;
const MAX_GRAMS = 100_000_000;

/** The variants of one handle; what is wrong with a row is added to `problems`. */
export function readVariants(rows: ShopifyRow[], problems: Problem[], notes: string[]): ShopifyVariant[] {
  return rows.flatMap((row, index) => {
    const { price, option1_value, quantity } = row.cells;
    if (index > 0 && !price && !option1_value && !quantity) return [];
    const variant = readVariant(row, problems, notes);
    return variant ? [variant] : [];
  });
}

function readVariant({ cells, line }: ShopifyRow, problems: Problem[], notes: string[]): ShopifyVariant | null {
  const price = readPrice("Variant Price", cells.price);
  const compareAt = cells.compare_at ? readPrice("Variant Compare At Price", cells.compare_at) : null;
  const quantity = cells.quantity ? readQuantity(cells.quantity) : null;
  for (const value of [price, compareAt, quantity]) {
    if (typeof value === "string") problems.push({ line, reason: value });
  }
  if (cells.sku.length > SKU_LIMIT) {
    problems.push({ line, reason: `Variant SKU has ${cells.sku.length} characters, at most ${SKU_LIMIT} fit` });
  }
  if (typeof price === "string" || typeof compareAt === "string" || typeof quantity === "string") return null;
  if (price === 0) {
    problems.push({ line, reason: "Variant Price is 0: goods for nothing are not imported" });
    return null;
  }
  const values = [cells.option1_value, cells.option2_value, cells.option3_value];
  const label = values.filter((value) => value !== "" && !/^default title$/i.test(value)).join(" / ");
  const of = label && ` of ${label}`;
  if (quantity !== null && quantity < 0) notes.push(`the stock ${quantity}${of} counts as 0`);
  const wrongCode = cells.barcode ? gtinProblem(cells.barcode) : null;
  if (wrongCode) notes.push(`the barcode ${cells.barcode.slice(0, 40)}${of} is left out: ${wrongCode}`);
  const isReduced = compareAt !== null && compareAt > price;
  return {
    line,
    label,
    values,
    price_kobo: isReduced ? compareAt : price,
    discount_price_kobo: isReduced ? price : null,
    quantity: quantity === null ? null : Math.max(0, quantity),
    sku: cells.sku || null,
    barcode: cells.barcode && !wrongCode ? cells.barcode : null,
    weight_grams: readGrams(cells.grams),
    image: cells.variant_image,
  };
}

/** Whole grams; null for 0, which exports write where nobody weighed, and for what is no number. */
function readGrams(cell: string): number | null {
  const grams = /^\d+(\.\d+)?$/.test(cell) ? Math.round(Number(cell)) : 0;
  return grams > 0 && grams <= MAX_GRAMS ? grams : null;
}

/**
 * The names of the options in use, from the first row; `values` of the variants are cut to them. Values that are missing,
 * too long or together those of another variant are problems of their row.
 */
export function readOptionNames(first: ShopifyRow, variants: ShopifyVariant[], problems: Problem[]): string[] {
  const { option1_name, option2_name, option3_name } = first.cells;
  const named = [option1_name, option2_name, option3_name].map((name, at) => ({ name, at }));
  const used = named.filter(({ at }) => variants.some(({ values }) => values[at]));
  const names = used.map(({ name, at }) => name || `Option ${at + 1}`);
  if (names.length === 0) {
    for (const { line } of variants.slice(1)) {
      problems.push({ line, reason: "this variant has no options: Option1 Value is empty" });
    }
  }
  for (const [at, name] of names.entries()) {
    if (name.length > OPTION_LIMIT) {
      problems.push({
        line: first.line,
        reason: `the option name "${name.slice(0, 60)}" has ${name.length} characters, at most ${OPTION_LIMIT} fit`,
      });
    } else if (names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== at) {
      problems.push({ line: first.line, reason: `two options are named "${name}"` });
    }
  }
  const seen = new Map<string, number>();
  for (const variant of variants) {
    const { line } = variant;
    variant.values = used.map(({ at }) => variant.values[at] ?? "");
    for (const [at, value] of variant.values.entries()) {
      if (value === "") problems.push({ line, reason: `the value of ${names[at]} is empty` });
      if (value.length > OPTION_LIMIT) {
        problems.push({
          line,
          reason: `the value of ${names[at]} has ${value.length} characters, at most ${OPTION_LIMIT} fit`,
        });
      }
    }
    const key = optionKey(names, Object.fromEntries(names.map((name, at) => [name, variant.values[at] ?? ""])));
    const earlier = seen.get(key);
    if (earlier !== undefined && names.length > 0) {
      problems.push({ line, reason: `the options ${variant.label} are those of line ${earlier}` });
    }
    seen.set(key, earlier ?? line);
  }
  return names;
}
