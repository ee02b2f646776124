import type { FieldErrors } from "#app/lib/forms.ts";

/** Labels of the import fields, in the order of the choices. */
export const FIELD_LABELS = {
  name: "Name",
  sku: "SKU",
  barcode: "Barcode",
  slug: "Address (slug)",
  price: "Price",
  discount_price: "Discount price",
  price_steps: "Price steps",
  compare_at: "Price before the discount",
  cost: "Cost",
  stock: "Stock",
  unit: "Unit",
  pieces: "Pieces in a unit",
  larger_units: "Larger units",
  min_order: "Minimum order",
  order_multiple: "Order multiple",
  category: "Category",
  distributor: "Distributor",
  brand: "Brand",
  description: "Description",
  images: "Pictures (addresses)",
  image_alt: "What the picture shows",
  weight_grams: "Weight in grams",
  weight_kg: "Weight in kilograms",
  weight_lb: "Weight in pounds",
  weight_oz: "Weight in ounces",
  length: "Length",
  width: "Width",
  height: "Height",
  country_of_origin: "Country of origin",
  nafdac_number: "NAFDAC number",
  best_before: "Best before",
  facts: "Facts",
  featured: "Featured",
  best_seller: "Best seller",
  new_arrival: "New arrival",
};
export type ImportField = keyof typeof FIELD_LABELS;
export const IMPORT_FIELDS = Object.keys(FIELD_LABELS) as ImportField[];

/** Scope of an import: new and existing products, existing ones only, or only their prices or stock. */
export const MODE_LABELS = {
  all: "Everything the file says, and new products",
  update: "Everything the file says, of products that the shop has",
  prices: "Only prices",
  stock: "Only stock",
};
export type ImportMode = keyof typeof MODE_LABELS;
export const IMPORT_MODES = Object.keys(MODE_LABELS) as ImportMode[];

/** Column index of each field; unmapped fields are absent. */
export type Mapping = Partial<Record<ImportField, number>>;

/** What a column can be: one field, or the two that Shopify's vendor is. */
export const COLUMN_CHOICES: readonly { value: string; label: string }[] = [
  ...IMPORT_FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] })),
  { value: "distributor+brand", label: "Distributor and brand" },
];

/** The choice of a column in a mapping; empty for a column that is not used. */
export function choiceOf(mapping: Mapping, column: number): string {
  return IMPORT_FIELDS.filter((field) => mapping[field] === column).join("+");
}

/**
 * Parses mapping and mode of a form, which has a choice for each column: `column.3` = "price". `errors` name the columns
 * whose field an earlier column has.
 */
export function readMapping(form: URLSearchParams): { mapping: Mapping; mode: ImportMode; errors: FieldErrors } {
  const mapping: Mapping = {};
  const errors: FieldErrors = {};
  for (const [name, choice] of form) {
    const [, column] = /^column\.(\d{1,3})$/.exec(name) ?? [];
    if (column === undefined) continue;
    for (const field of IMPORT_FIELDS.filter((one) => choice.split("+").includes(one))) {
      if (mapping[field] === undefined) mapping[field] = Number(column);
      else errors[name] = `Another column is “${FIELD_LABELS[field]}” already.`;
    }
  }
  return { mapping, mode: IMPORT_MODES.find((mode) => mode === form.get("mode")) ?? "all", errors };
}

const PRICE_FIELDS: readonly ImportField[] = ["price", "discount_price", "price_steps", "compare_at", "cost"];

/** Whether a mode uses a field. Fields that identify the product are always used. */
export function usesField(mode: ImportMode, field: ImportField): boolean {
  if (["name", "sku", "barcode", "slug"].includes(field)) return true;
  if (mode === "prices") return PRICE_FIELDS.includes(field);
  return mode !== "stock" || field === "stock";
}

/** Errors of a mapping by field; none if valid. */
export function mappingErrors(mapping: Mapping, mode: ImportMode): FieldErrors {
  const { name, sku, barcode, slug } = mapping;
  if ([name, sku, barcode, slug].every((index) => index === undefined)) {
    return { name: "Say which column names the product: its name, SKU, barcode or address." };
  }
  if (mode === "all" && name === undefined)
    return { name: "New products need a name. Choose its column, or update known products only." };
  if (mode === "prices" && !PRICE_FIELDS.some((field) => mapping[field] !== undefined))
    return { price: "Choose the column of the price." };
  if (mode === "stock" && mapping.stock === undefined) return { stock: "Choose the column of the stock." };
  return {};
}
