import type { FieldErrors } from "#app/lib/forms.ts";

/** Labels of the import fields, in the order of the mapping form. */
export const FIELD_LABELS = {
  name: "Name",
  sku: "SKU",
  barcode: "Barcode",
  slug: "Address (slug)",
  price: "Price",
  discount_price: "Discount price",
  compare_at: "Price before the discount",
  cost: "Cost",
  stock: "Stock",
  unit: "Unit",
  pieces: "Pieces in a unit",
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
};
export type ImportField = keyof typeof FIELD_LABELS;
export const IMPORT_FIELDS = Object.keys(FIELD_LABELS) as ImportField[];

/** Column names in price lists and exports of other shops, in lower case. */
const NAMES: Record<ImportField, readonly string[]> = {
  name: [
    "name",
    "title",
    "product",
    "product name",
    "product title",
    "item",
    "item name",
    "goods",
    "description of goods",
    "item description",
    "particulars",
  ],
  sku: [
    "sku",
    "variant sku",
    "code",
    "item code",
    "product code",
    "stock code",
    "article",
    "ref",
    "reference",
    "item no",
    "product id",
  ],
  barcode: ["barcode", "variant barcode", "gtin", "ean", "upc", "gtin upc ean or isbn", "bar code"],
  slug: ["slug", "handle", "url key", "permalink"],
  price: [
    "price",
    "regular price",
    "variant price",
    "unit price",
    "selling price",
    "wholesale price",
    "new price",
    "price ngn",
    "price naira",
    "rate",
    "amount",
    "current price",
    "today price",
    "todays price",
    "carton price",
    "price per carton",
  ],
  discount_price: ["discount price", "sale price", "promo price", "special price"],
  compare_at: ["compare at price", "variant compare at price", "old price", "list price", "rrp", "was price"],
  cost: ["cost", "cost price", "cost per item", "purchase price", "buying price", "landed cost"],
  stock: [
    "stock",
    "stock quantity",
    "quantity",
    "qty",
    "inventory",
    "variant inventory qty",
    "inventory quantity",
    "available",
    "on hand",
    "stock level",
    "qty in stock",
    "quantity in stock",
  ],
  unit: ["unit", "uom", "unit of measure", "pack", "packaging", "pack size", "packing", "measure"],
  pieces: [
    "pieces",
    "pcs",
    "pieces per carton",
    "pcs per carton",
    "pcs ctn",
    "qty per carton",
    "units per case",
    "pack quantity",
    "pieces in a unit",
    "carton qty",
  ],
  min_order: ["min order", "minimum order", "moq", "minimum quantity", "min qty", "minimum order quantity"],
  order_multiple: ["order multiple", "multiple", "step", "sold in multiples of"],
  category: ["category", "categories", "type", "department", "product type", "product category", "group", "section"],
  distributor: ["distributor", "supplier", "vendor", "seller", "manufacturer", "company"],
  brand: ["brand", "brands", "make", "brand name"],
  description: ["description", "body html", "details", "long description", "product description", "short description"],
  images: ["image", "images", "image src", "image url", "picture", "pictures", "photo", "featured image", "image link"],
  image_alt: ["image alt text", "image alt", "alt text", "picture text", "what the picture shows"],
  weight_grams: ["weight grams", "variant grams", "grams", "weight g", "weight in grams"],
  weight_kg: ["weight kg", "weight in kg", "kg", "weight kgs", "weight in kilograms"],
};

/** Column index of each field; unmapped fields are absent. */
export type Mapping = Partial<Record<ImportField, number>>;

/** Proposes a mapping from column names. Each column is used once; exact names have priority over similar ones. */
export function proposeMapping(columns: readonly string[]): Mapping {
  const words = columns.map(plainWords);
  const mapping: Mapping = {};
  const taken = new Set<number>();
  const take = (field: ImportField, index: number) => {
    if (index < 0 || taken.has(index) || mapping[field] !== undefined) return;
    mapping[field] = index;
    taken.add(index);
  };
  for (const field of IMPORT_FIELDS) {
    for (const name of NAMES[field]) take(field, isOtherType(name, words) ? -1 : words.indexOf(name));
  }
  // "Price (N) per bag" is probably a price: the first word decides if there is no better match.
  for (const field of ["price", "stock", "unit", "category", "name"] as const) {
    take(
      field,
      words.findIndex((name, index) => !taken.has(index) && name.split(" ")[0] === NAMES[field][0]),
    );
  }
  // Shopify's vendor is the brand, unless another column matches.
  const vendor = words.indexOf("vendor");
  if (vendor >= 0 && mapping.distributor === vendor) mapping.brand ??= vendor;
  return mapping;
}

/** WooCommerce's Type is the kind of row; the category has its own column. */
const isOtherType = (name: string, words: readonly string[]) => name === "type" && words.includes("categories");

/** Normalizes a column name: "Price (₦)" -> "price". */
function plainWords(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[‘’']/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Key of a column set, ignoring case; stored mappings are found by it. */
export function columnsKey(columns: readonly string[]): string {
  return columns.map(plainWords).join("|").slice(0, 2_000);
}

/** Scope of an import: new and existing products, existing ones only, or only their prices or stock. */
export const MODE_LABELS = {
  all: "Everything the file says, and new products",
  update: "Everything the file says, of products that the shop has",
  prices: "Only prices",
  stock: "Only stock",
};
export type ImportMode = keyof typeof MODE_LABELS;
export const IMPORT_MODES = Object.keys(MODE_LABELS) as ImportMode[];

/** Parses mapping and mode of a form: the column index for each field, empty for none. */
export function readMapping(form: Pick<URLSearchParams, "get">): { mapping: Mapping; mode: ImportMode } {
  const mapping: Mapping = {};
  for (const field of IMPORT_FIELDS) {
    const text = form.get(field) ?? "";
    if (/^\d{1,3}$/.test(text)) mapping[field] = Number(text);
  }
  return { mapping, mode: IMPORT_MODES.find((mode) => mode === form.get("mode")) ?? "all" };
}

const PRICE_FIELDS: readonly ImportField[] = ["price", "discount_price", "compare_at", "cost"];

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
