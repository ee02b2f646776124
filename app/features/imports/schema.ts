import type { z } from "zod";
import { TEXT_LIMITS } from "#app/features/products/rules/limits.ts";
import { productFields, stockField, textField } from "#app/features/products/schema.ts";
import { readAmount } from "#app/lib/money.ts";
import { usesField, type ImportField, type ImportMode } from "./rules/import-fields.ts";
import { readPictures, type PictureCell } from "./rules/import-pictures.ts";
import { shortCell, type Cells, type ImportRow } from "./rules/import-values.ts";

const { name, sku, unit, distributor, brand, price, discount_price, cost, ...fields } = productFields.shape;

/** The fields of the product form in a file's cells, in the order of their problems. */
const TEXTS = {
  name,
  sku,
  slug: textField(TEXT_LIMITS.slug),
  unit,
  category: textField(TEXT_LIMITS.category),
  distributor,
  brand,
};
const AMOUNTS = { price, discount_price, compare_at: discount_price, cost };
const COUNTS = {
  stock: { field: stockField, to: "stock_quantity", noun: "stock" },
  pieces: { field: fields.pieces, to: "pieces", noun: "pieces" },
  min_order: { field: fields.min_order, to: "min_order", noun: "min order" },
  order_multiple: { field: fields.order_multiple, to: "order_multiple", noun: "order multiple" },
} as const;
/** Grams per unit of a column. */
const WEIGHTS = { weight_grams: 1, weight_kg: 1_000 };

type ReadRow = Pick<ImportRow, "values" | "problems" | "notes">;
type Cell = (field: ImportField) => string;

/** The value of a cell, or null if its field refuses the text. */
function valueOf<Value>(field: z.ZodType<Value, string>, text: string): Value | null {
  const read = field.safeDecode(text);
  return read.success ? read.data : null;
}

const entriesOf = <Fields extends object>(table: Fields) =>
  Object.entries(table) as { [Name in keyof Fields]: [Name, Fields[Name]] }[keyof Fields][];

/**
 * Parses a row. `problems` are errors that prevent its import, `notes` describe ignored values. `toText` converts an
 * HTML description to plain text; `pictures` are those of the product when several rows provide them.
 */
export function readImportRow(
  cells: Cells,
  mode: ImportMode,
  toText: (html: string) => string,
  pictures: readonly PictureCell[] = [{ addresses: cells.images ?? "", alt: cells.image_alt ?? "" }],
): ReadRow {
  const row: ReadRow = { values: {}, problems: [], notes: [] };
  const { values, problems, notes } = row;
  const cell: Cell = (one) => (usesField(mode, one) ? (cells[one] ?? "").trim() : "");
  for (const [to, field] of entriesOf(TEXTS)) {
    const text = cell(to).replace(/\s+/g, " ");
    if (text === "") continue;
    const value = valueOf(field, text);
    if (value === null) problems.push(`The ${to} is longer than ${TEXT_LIMITS[to]} characters.`);
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
  readBarcode(cell("barcode"), row);
  if (usesField(mode, "images")) {
    const { images, image_alts, notes: aboutPictures } = readPictures(pictures);
    notes.push(...aboutPictures);
    if (images.length > 0) values.images = images;
    if (Object.keys(image_alts).length > 0) values.image_alts = image_alts;
  }
  return row;
}

/** A zero is no discount and no known cost. A higher price before the discount makes the price the discount price. */
function readPrices(cell: Cell, { values, problems }: ReadRow): void {
  const amounts: Partial<Record<keyof typeof AMOUNTS, number>> = {};
  for (const [from, field] of entriesOf(AMOUNTS)) {
    const text = cell(from);
    if (text === "") continue;
    const kobo = valueOf(field, text);
    if (kobo === null && readAmount(text) !== null) problems.push(`“${shortCell(text)}” is more than the shop takes.`);
    else if (kobo === null) problems.push(`“${shortCell(text)}” is not an amount of money.`);
    else if (kobo > 0) amounts[from] = kobo;
    else if (from === "price") problems.push("The price is ₦0.");
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
