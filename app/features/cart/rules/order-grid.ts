import { quantityRange, type Stocked } from "#app/features/pricing/rules.ts";
import { multipleText, type Packed } from "#app/features/pricing/rules/packs.ts";
import { sortOptionValues, type OptionValues } from "#app/features/products/rules/variants.ts";
import { formatCount } from "#app/lib/money.ts";

type GridVariant = { id: string; option_values: OptionValues };

/** A table of the order grid: each cell is the variant with the row's and column's value, or null. */
export type VariantTable<Variant> = {
  /** Value of the third option, "" with fewer than three. */
  title: string;
  rows: { value: string; cells: (Variant | null)[] }[];
};

/** `columnName` and `tableName` are "" for a group with fewer options. */
export type OrderGrid<Variant> = {
  rowName: string;
  columnName: string;
  tableName: string;
  columns: string[];
  tables: VariantTable<Variant>[];
};

/**
 * Variants of a group as tables: one option gives a list, two give rows and columns, a third one table per value. Of
 * the first two options, the one with fewer values gives the columns, to fit phones.
 */
export function orderGrid<Variant extends GridVariant>(
  optionNames: readonly string[],
  variants: readonly Variant[],
): OrderGrid<Variant> {
  const [first = "", second, tableName = ""] = optionNames;
  const valuesOf = (name: string | undefined) =>
    name === undefined ? [""] : sortOptionValues(variants.map((variant) => variant.option_values[name] ?? ""));
  const isTurned = second !== undefined && valuesOf(second).length > valuesOf(first).length;
  const [rowName, columnName] = isTurned ? [second, first] : [first, second ?? ""];
  const columns = valuesOf(columnName || undefined);
  const has = (variant: Variant, name: string, value: string) =>
    name === "" || (variant.option_values[name] ?? "") === value;
  const tables = valuesOf(tableName || undefined).map((title) => ({
    title,
    rows: valuesOf(rowName).map((value) => ({
      value,
      cells: columns.map(
        (column) =>
          variants.find(
            (one) => has(one, rowName, value) && has(one, columnName, column) && has(one, tableName, title),
          ) ?? null,
      ),
    })),
  }));
  return { rowName, columnName, tableName, columns, tables };
}

/** Name of a variant's quantity field. */
export function quantityField(id: string): string {
  return `quantity.${id}`;
}

/** Quantity of a field, 0 if empty, or an error message. */
export type GridQuantity = { ok: true; quantity: number } | { ok: false; reason: string };

/** Parses a quantity: null if empty, or an error message. */
export type ReadQuantity = (
  input: string,
  bounds: { min: number; max: number },
) => { quantity: number | null; refusal: { text: string } | null };
type Read = { readQuantity: ReadQuantity; held?: number };

/** Parses one field. `held` units are already in the cart and count towards minimum, multiple and stock. */
export function readGridQuantity(
  input: string,
  variant: Stocked & Packed,
  { readQuantity, held = 0 }: Read,
): GridQuantity {
  const { quantity, refusal } = readQuantity(input, { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (refusal) return { ok: false, reason: refusal.text };
  if (!quantity) return { ok: true, quantity: 0 };
  const range = quantityRange(variant);
  const inCart = held > 0 ? `, and ${formatCount(held)} of them are in your cart` : "";
  const left = formatCount(variant.stock_quantity);
  if (!range.buyable) {
    const few = `Only ${left} left, less than the minimum order`;
    return { ok: false, reason: range.reason === "out_of_stock" ? "Out of Stock" : few };
  }
  const wanted = held + quantity;
  if (wanted < range.min) return { ok: false, reason: `Minimum order: ${formatCount(range.min)}` };
  if (wanted > variant.stock_quantity) return { ok: false, reason: `Only ${left} left${inCart}` };
  if ((wanted - range.min) % range.step !== 0) return { ok: false, reason: multipleText(variant, wanted) };
  return { ok: true, quantity };
}

/** Parses all fields of a grid: lines to add, or error messages by field and no lines. */
export function readGrid<Variant extends GridVariant & Stocked & Packed>(
  variants: readonly Variant[],
  fields: { input: (id: string) => string; held: (id: string) => number; readQuantity: ReadQuantity },
): { ok: true; lines: { variant: Variant; quantity: number }[] } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const lines: { variant: Variant; quantity: number }[] = [];
  for (const variant of variants) {
    const { readQuantity } = fields;
    const read = readGridQuantity(fields.input(variant.id), variant, { readQuantity, held: fields.held(variant.id) });
    if (!read.ok) errors[quantityField(variant.id)] = read.reason;
    else if (read.quantity > 0) lines.push({ variant, quantity: read.quantity });
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, lines };
}
