import type { ProductColumns } from "#app/features/products/schema.ts";
import { IMPORT_FIELDS, type ImportField, type Mapping } from "./import-fields.ts";

/** The product columns that a price list row can set, as they are stored; amounts in kobo. */
type Columns = Omit<ProductColumns, "category_id" | "images" | "image_alts">;

/** Values of a price list row; empty cells are absent. */
export type ImportValues = Partial<Columns> & {
  slug?: string;
  stock_quantity?: number;
  /** Names of the path: "Food > Rice". */
  category?: string;
  images?: string[];
  /** Alt texts by picture URL. */
  image_alts?: Record<string, string>;
};

/** A fact of a product, and an attribute of a row of WooCommerce. */
export type RowAttribute = Columns["attributes"][number];

/** Variant group of a row: rows with the same `key` are variants of one product. */
export type ImportGroup = { key: string; name: string; options: Record<string, string>; mixed?: boolean };

/**
 * `number` is the row of the sheet, from 1; `skipped` is the reason for not importing the row. `isUncounted`: the goods
 * are in stock, but the file does not say how many.
 */
export type ImportRow = {
  number: number;
  values: ImportValues;
  group: ImportGroup | null;
  problems: string[];
  notes: string[];
  skipped?: string | undefined;
  isUncounted?: boolean;
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
