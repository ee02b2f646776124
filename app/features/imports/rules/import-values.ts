import { MAX_OPTIONS, OPTION_LIMIT } from "#app/features/products/rules/variants.ts";
import { IMPORT_FIELDS, type ImportField, type Mapping } from "./import-fields.ts";

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

/** Raw cells of a row by field. */
export type Cells = Partial<Record<ImportField, string>>;

/** A cell as messages quote it. */
export const shortCell = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

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
    if (chosen === "") problems.push(`The value of ${shortCell(option)} is empty.`);
    if (option.length > OPTION_LIMIT || chosen.length > OPTION_LIMIT) {
      problems.push(`The option “${shortCell(chosen)}” is longer than ${OPTION_LIMIT} characters.`);
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
