import type { z } from "zod";
import { TEXT_LIMITS } from "#app/features/products/rules/limits.ts";
import { productFields, stockField, textField } from "#app/features/products/schema.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";
import { FIELD_LABELS, usesField, type ImportField, type ImportMode } from "./rules/import-fields.ts";
import { readPictures, type PictureCell } from "./rules/import-pictures.ts";
import { shortCell, type Cells, type ImportRow } from "./rules/import-values.ts";

const { name, sku, unit, distributor, brand, price, discount_price, cost, ...fields } = productFields.shape;

/** Maximum length of the path of a category: Shopify's have many levels. */
const MAX_PATH = 400;

/** The fields of the product form in a file's cells, in the order of their problems. */
const TEXTS = {
  name,
  sku,
  slug: textField(TEXT_LIMITS.slug),
  unit,
  category: textField(MAX_PATH),
  distributor,
  brand,
};
const LIMITS = { ...TEXT_LIMITS, category: MAX_PATH };
const AMOUNTS = { price, discount_price, compare_at: discount_price, cost };
const COUNTS = {
  stock: { field: stockField, to: "stock_quantity", noun: "stock" },
  pieces: { field: fields.pieces, to: "pieces", noun: "pieces" },
  min_order: { field: fields.min_order, to: "min_order", noun: "min order" },
  order_multiple: { field: fields.order_multiple, to: "order_multiple", noun: "order multiple" },
} as const;
/** Grams per unit of a column. */
const WEIGHTS = { weight_grams: 1, weight_kg: 1_000, weight_lb: 453.592_37, weight_oz: 28.349_523 };
const SIZES = { length: "length_mm", width: "width_mm", height: "height_mm" } as const;
/** Fields with one item per line, such as "24 = 9500". */
const LINES = { price_steps: fields.price_steps, larger_units: fields.larger_units, facts: fields.attributes };
const CODES = {
  country_of_origin: fields.country_of_origin,
  nafdac_number: fields.nafdac_number,
  best_before: fields.best_before,
};
const FLAGS = ["featured", "best_seller", "new_arrival"] as const;

type ReadRow = Pick<ImportRow, "values" | "problems" | "notes">;
type Cell = (field: ImportField) => string;

/** How a row is read: `toText` converts an HTML description, `millimetres` has the unit of each column of sizes. */
type ReadOptions = {
  mode: ImportMode;
  toText: (html: string) => string;
  millimetres?: Partial<Record<keyof typeof SIZES, number>>;
};

/** The value of a cell, or null if its field refuses the text. */
function valueOf<Value>(field: z.ZodType<Value, string>, text: string): Value | null {
  const read = field.safeDecode(text);
  return read.success ? read.data : null;
}

const entriesOf = <Fields extends object>(table: Fields) =>
  Object.entries(table) as { [Name in keyof Fields]: [Name, Fields[Name]] }[keyof Fields][];

/**
 * Parses a row. `problems` are errors that prevent its import, `notes` describe ignored and changed values; `pictures`
 * are those of the product when several rows provide them.
 */
export function readImportRow(
  cells: Cells,
  { mode, toText, millimetres = {} }: ReadOptions,
  pictures: readonly PictureCell[] = [{ addresses: cells.images ?? "", alt: cells.image_alt ?? "" }],
): ReadRow {
  const row: ReadRow = { values: {}, problems: [], notes: [] };
  const { values, problems, notes } = row;
  // CSV exports put an apostrophe before text that begins like a formula.
  const cell: Cell = (one) => (usesField(mode, one) ? (cells[one] ?? "").trim().replace(/^'(?=[=+\-@])/, "") : "");
  for (const [to, field] of entriesOf(TEXTS)) {
    const text = cell(to).replace(/\s+/g, " ");
    if (text === "") continue;
    const value = valueOf(field, text);
    if (value === null) problems.push(`The ${to} is longer than ${LIMITS[to]} characters.`);
    else values[to] = value;
  }
  const description = toText(cell("description")).slice(0, TEXT_LIMITS.description);
  if (description !== "") values.description = description;
  readPrices(cell, row);
  for (const [from, { field, to, noun }] of entriesOf(COUNTS)) {
    const text = cell(from);
    if (text === "") continue;
    // Spreadsheets write 24.0, and sold-out goods below 0.
    const plain = text
      .replaceAll(/[,\s]/g, "")
      .replace(/\.0+$/, "")
      .replace(/^-\d+$/, "0");
    const count = valueOf(field, plain);
    if (count === null) problems.push(`“${shortCell(text)}” is no ${noun}.`);
    else values[to] = count;
  }
  for (const [from, factor] of entriesOf(WEIGHTS)) {
    const text = cell(from).replace(/\s*(kgs?|g|grams?)$/i, "");
    if (text === "" || Number(text) === 0) continue;
    const grams = valueOf(fields.weight_grams, String(Math.round(Number(text) * factor)));
    if (grams === null) notes.push(`The weight “${shortCell(text)}” is left out.`);
    else values.weight_grams = grams;
  }
  for (const [from, to] of entriesOf(SIZES)) {
    const text = cell(from);
    if (text === "" || Number(text) === 0) continue;
    const size = valueOf(fields[to], String(Math.round(Number(text) * (millimetres[from] ?? 1))));
    if (size === null) notes.push(`The ${from} “${shortCell(text)}” is left out.`);
    else values[to] = size;
  }
  readOthers(cell, row);
  readBarcode(cell("barcode"), row);
  if (usesField(mode, "images")) {
    const { images, image_alts, notes: aboutPictures } = readPictures(pictures);
    notes.push(...aboutPictures);
    if (images.length > 0) values.images = images;
    if (Object.keys(image_alts).length > 0) values.image_alts = image_alts;
  }
  return row;
}

function readOthers(cell: Cell, { values, problems, notes }: ReadRow): void {
  for (const [from, field] of entriesOf(LINES)) {
    const text = cell(from);
    if (text === "") continue;
    const read = field.safeDecode(from === "facts" ? text : text.replaceAll(";", "\n"));
    if (!read.success) problems.push(`${FIELD_LABELS[from]}: ${read.error.issues[0]?.message ?? ""}`);
    else Object.assign(values, { [from === "facts" ? "attributes" : from]: read.data });
  }
  for (const [from, field] of entriesOf(CODES)) {
    const text = cell(from);
    if (text === "") continue;
    const value = valueOf(field, text);
    if (value === null) notes.push(`${FIELD_LABELS[from]} “${shortCell(text)}” is left out.`);
    else values[from] = value;
  }
  for (const flag of FLAGS) {
    const text = cell(flag);
    if (/^(1|yes|true)$/i.test(text)) values[flag] = true;
    else if (/^(0|no|false)$/i.test(text)) values[flag] = false;
    else if (text !== "") notes.push(`${FIELD_LABELS[flag]} “${shortCell(text)}” is left out: write yes or no.`);
  }
}

/** A zero is no discount and no known cost. A higher price before the discount makes the price the discount price. */
function readPrices(cell: Cell, { values, problems, notes }: ReadRow): void {
  const amounts: Partial<Record<keyof typeof AMOUNTS, number>> = {};
  for (const [from, field] of entriesOf(AMOUNTS)) {
    const text = cell(from);
    if (text === "") continue;
    const kobo = valueOf(field, text);
    if (kobo === null && parseNaira(text) !== null) problems.push(`“${shortCell(text)}” is more than the shop takes.`);
    else if (kobo === null) problems.push(`“${shortCell(text)}” is not an amount of money.`);
    else if (kobo > 0) amounts[from] = kobo;
    else if (from === "price") problems.push("The price is ₦0.");
    if (kobo !== null && /\.\d\d\d*[1-9]/.test(text))
      notes.push(`${FIELD_LABELS[from]} ${shortCell(text)} is rounded to ${formatNaira(kobo)}.`);
  }
  const { price: now, discount_price: reduced, compare_at: before } = amounts;
  if (amounts.cost !== undefined) values.cost_kobo = amounts.cost;
  if (now !== undefined) values.price_kobo = now;
  if (now !== undefined && before !== undefined && before > now) {
    values.price_kobo = before;
    values.discount_price_kobo = now;
  } else if (reduced !== undefined) {
    if (now !== undefined && reduced >= now) problems.push("The discount price is not below the price.");
    else values.discount_price_kobo = reduced;
  }
}

function readBarcode(text: string, { values, notes }: ReadRow): void {
  // The apostrophe keeps a spreadsheet from taking the code for a number.
  const read = fields.barcode.safeDecode(text.replace(/^'/, ""));
  if (!read.success) notes.push(`The barcode “${shortCell(text)}” is left out: its check digit does not fit.`);
  else if (read.data !== null) values.barcode = read.data;
}
