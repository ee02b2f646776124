import { gtinProblem } from "#app/features/products/rules/facts.ts";
import { MAX_OPTIONS, OPTION_LIMIT } from "#app/features/products/rules/variants.ts";
import { readAmount } from "#app/lib/money.ts";
import { IMPORT_FIELDS, usesField, type ImportField, type ImportMode, type Mapping } from "./import-fields.ts";
import { readPictures, type PictureCell } from "./import-pictures.ts";

/** Values of a price list row; empty cells are absent. Amounts in kobo. */
export type ImportValues = {
  name?: string;
  sku?: string;
  barcode?: string;
  slug?: string;
  price_kobo?: number;
  discount_price_kobo?: number | null;
  cost_kobo?: number;
  stock_quantity?: number;
  unit?: string;
  pieces?: number;
  min_order?: number;
  order_multiple?: number;
  category?: string;
  distributor?: string;
  brand?: string;
  description?: string;
  images?: string[];
  /** Alt texts by picture URL. */
  image_alts?: Record<string, string>;
  weight_grams?: number;
};

/** Variant group of a row: rows with the same `key` are variants of one product. */
export type ImportGroup = { key: string; name: string; options: Record<string, string> };

/** `number` counts rows below the header from 1; `skipped` is the reason for not importing the row. */
export type ImportRow = {
  number: number;
  values: ImportValues;
  group: ImportGroup | null;
  problems: string[];
  notes: string[];
  skipped?: string | undefined;
};

type ReadRow = Pick<ImportRow, "values" | "problems" | "notes">;

/** Raw cells of a row by field. */
type Cells = Partial<Record<ImportField, string>>;

const TEXT_LIMITS: Partial<Record<ImportField, number>> = {
  name: 200,
  sku: 80,
  slug: 200,
  unit: 60,
  category: 120,
  distributor: 120,
  brand: 80,
  description: 20_000,
};

/** Maximum number of units. */
const MAX_COUNT = 1_000_000_000;

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
  const { values, problems } = row;
  const cell = (field: ImportField) => (usesField(mode, field) ? (cells[field] ?? "").trim() : "");
  for (const field of ["name", "sku", "slug", "unit", "category", "distributor", "brand"] as const) {
    const text = cell(field).replace(/\s+/g, " ");
    if (text.length > (TEXT_LIMITS[field] ?? 0))
      problems.push(`The ${field} is longer than ${TEXT_LIMITS[field]} characters.`);
    else if (text !== "") values[field] = text;
  }
  const description = toText(cell("description")).slice(0, TEXT_LIMITS.description);
  if (description !== "") values.description = description;
  readPrices(cell, values, problems);
  for (const [field, target, least] of COUNTS) {
    const text = cell(field);
    if (text === "") continue;
    const count = readCount(text);
    if (count === null || count < least)
      problems.push(`“${short(text)}” is no ${least === 0 ? "stock" : field.replaceAll("_", " ")}.`);
    else values[target] = count;
  }
  readWeight(cell, values, row.notes);
  readBarcode(cell("barcode"), row);
  if (usesField(mode, "images")) {
    const { images, image_alts, notes } = readPictures(pictures);
    row.notes.push(...notes);
    if (images.length > 0) values.images = images;
    if (Object.keys(image_alts).length > 0) values.image_alts = image_alts;
  }
  return row;
}

const COUNTS = [
  ["stock", "stock_quantity", 0],
  ["pieces", "pieces", 1],
  ["min_order", "min_order", 1],
  ["order_multiple", "order_multiple", 1],
] as const;

const short = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

function readPrices(cell: (field: ImportField) => string, values: ImportValues, problems: string[]): void {
  const amounts: Partial<Record<"price" | "discount_price" | "compare_at" | "cost", number>> = {};
  for (const field of ["price", "discount_price", "compare_at", "cost"] as const) {
    const text = cell(field);
    if (text === "") continue;
    const kobo = readAmount(text);
    if (kobo === null) problems.push(`“${short(text)}” is not an amount of money.`);
    else if (kobo === 0 && field === "price") problems.push("The price is ₦0.");
    else if (kobo > 0) amounts[field] = kobo;
  }
  const { price, discount_price, compare_at, cost } = amounts;
  if (cost !== undefined) values.cost_kobo = cost;
  if (price !== undefined) values.price_kobo = price;
  if (price !== undefined && compare_at !== undefined && compare_at > price) {
    values.price_kobo = compare_at;
    values.discount_price_kobo = price;
  } else if (discount_price !== undefined) {
    if (price !== undefined && discount_price >= price) problems.push("The discount price is not below the price.");
    else values.discount_price_kobo = discount_price;
  }
}

function readCount(text: string): number | null {
  const plain = text.replaceAll(/[,\s]/g, "").replace(/\.0+$/, "");
  if (/^-\d+$/.test(plain)) return 0;
  return /^\d{1,10}$/.test(plain) && Number(plain) <= MAX_COUNT ? Number(plain) : null;
}

function readWeight(cell: (field: ImportField) => string, values: ImportValues, notes: string[]): void {
  for (const [field, factor] of [
    ["weight_grams", 1],
    ["weight_kg", 1_000],
  ] as const) {
    const text = cell(field).replace(/\s*(kgs?|g|grams?)$/i, "");
    if (text === "" || Number(text) === 0) continue;
    const grams = Math.round(Number(text) * factor);
    if (Number.isInteger(grams) && grams > 0 && grams < 100_000_000) values.weight_grams = grams;
    else notes.push(`The weight “${short(text)}” is left out.`);
  }
}

function readBarcode(text: string, row: ReadRow): void {
  const code = text.replace(/^'/, "").replaceAll(/[\s-]/g, "");
  if (code === "") return;
  if (gtinProblem(code) === null) row.values.barcode = code;
  else row.notes.push(`The barcode “${short(text)}” is left out: its check digit does not fit.`);
}

/** Cells of a row by field. */
export function cellsOf(row: readonly string[], mapping: Mapping): Cells {
  const cells: Cells = {};
  for (const field of IMPORT_FIELDS) {
    const index = mapping[field];
    if (index !== undefined) cells[field] = row[index] ?? "";
  }
  return cells;
}

/**
 * Column indexes that define variants; null for a file without variants. `image` is the variant's own picture,
 * `position` the order of the product's pictures; -1 for a missing column.
 */
export type VariantColumns = {
  key: number;
  title: number;
  options: { name: number; value: number }[];
  image: number;
  position: number;
} | null;

/** Finds Shopify's columns: Handle, Title, up to three pairs "Option1 Name", "Option1 Value", and pictures. */
export function variantColumns(columns: readonly string[]): VariantColumns {
  const at = (name: string) => columns.findIndex((column) => column.trim().toLowerCase() === name);
  const key = at("handle");
  const title = at("title");
  const options = [1, 2, 3].slice(0, MAX_OPTIONS).flatMap((number) => {
    const pair = { name: at(`option${number} name`), value: at(`option${number} value`) };
    return pair.name < 0 || pair.value < 0 ? [] : [pair];
  });
  const pictures = { image: at("variant image"), position: at("image position") };
  return key < 0 || title < 0 || options.length === 0 ? null : { key, title, options, ...pictures };
}

/** A row completed with its product's first row, and the variant group. */
export type UnfoldedRow = { place: number; cells: readonly string[]; group: ImportGroup | null; problems: string[] };

/**
 * Makes rows self-contained: in a file with variants only a product's first row has title and texts, so empty
 * `inherited` columns are filled from it. Rows with only a picture are dropped (`picturesByKey` reads them).
 */
export function unfoldRows(
  rows: readonly (readonly string[])[],
  variants: VariantColumns,
  inherited: readonly number[],
  price: number | undefined,
): UnfoldedRow[] {
  if (!variants) return rows.map((cells, place) => ({ place, cells, group: null, problems: [] }));
  const firsts = new Map<string, readonly string[]>();
  const unfolded: UnfoldedRow[] = [];
  for (const [place, row] of rows.entries()) {
    const key = row[variants.key] ?? "";
    const first = firsts.get(key) ?? row;
    firsts.set(key, first);
    if (first !== row && price !== undefined && (row[price] ?? "") === "") continue;
    const cells = row.map((cell, index) => (cell === "" && inherited.includes(index) ? (first[index] ?? "") : cell));
    unfolded.push({ place, cells, ...importGroup(cells, first, variants, key) });
  }
  return unfolded;
}

function importGroup(
  cells: readonly string[],
  first: readonly string[],
  variants: NonNullable<VariantColumns>,
  key: string,
): { group: ImportGroup | null; problems: string[] } {
  const options: Record<string, string> = {};
  const problems: string[] = [];
  for (const [at, { name, value }] of variants.options.entries()) {
    const chosen = (cells[value] ?? "").trim();
    const option = (first[name] ?? "").trim() || (chosen && `Option ${at + 1}`);
    if (option === "" || chosen === "Default Title") continue;
    if (chosen === "") problems.push(`The value of ${short(option)} is empty.`);
    if (option.length > OPTION_LIMIT || chosen.length > OPTION_LIMIT) {
      problems.push(`The option “${short(chosen)}” is longer than ${OPTION_LIMIT} characters.`);
    }
    options[option] = chosen;
  }
  const name = (first[variants.title] ?? "").trim();
  return { group: key === "" || Object.keys(options).length === 0 ? null : { key, name, options }, problems };
}

/** Columns that mark rows that are not sold: drafts, unpublished products, gift cards. */
const SKIPPED = [
  { columns: ["status"], is: /^(draft|archived)$/i, reason: (cell: string) => `its status is ${cell.toLowerCase()}` },
  {
    columns: ["published", "published on online store"],
    is: /^(false|no|0|-1)$/i,
    reason: () => "it is not published",
  },
  { columns: ["gift card"], is: /^(true|yes|1)$/i, reason: () => "it is a gift card" },
];

/** Reason for not importing a row of a file with these columns, or undefined; `places` are the columns used. */
export function skipRule(columns: readonly string[]): {
  places: number[];
  reasonOf: (cells: readonly string[]) => string | undefined;
} {
  const names = columns.map((column) => column.trim().toLowerCase());
  const rules = SKIPPED.flatMap(({ columns: known, is, reason }) => {
    const place = names.findIndex((name) => known.includes(name));
    return place < 0 ? [] : [{ place, is, reason }];
  });
  return {
    places: rules.map(({ place }) => place),
    reasonOf(cells) {
      const rule = rules.find(({ place, is }) => is.test((cells[place] ?? "").trim()));
      return rule?.reason((cells[rule.place] ?? "").trim());
    },
  };
}
