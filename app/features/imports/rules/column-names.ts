import { IMPORT_FIELDS, type ImportField, type Mapping } from "./import-fields.ts";

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
  image_alt: ["image alt text", "image alt", "alt text", "picture text", "picture texts", "what the picture shows"],
  price_steps: ["price steps", "wholesale prices", "quantity prices", "tier prices"],
  larger_units: ["larger units", "larger packs"],
  weight_grams: ["weight grams", "variant grams", "grams", "weight g", "weight in grams"],
  weight_kg: ["weight kg", "weight in kg", "kg", "weight kgs", "weight in kilograms"],
  weight_lb: ["weight lbs", "weight lb", "pounds", "weight in pounds"],
  weight_oz: ["weight oz", "ounces", "weight in ounces"],
  length: sizeNames("length"),
  width: sizeNames("width"),
  height: sizeNames("height"),
  country_of_origin: ["country of origin", "origin", "made in"],
  nafdac_number: ["nafdac number", "nafdac no", "nafdac", "nafdac reg no"],
  best_before: ["best before", "expiry date", "expiry"],
  facts: ["facts"],
  featured: ["featured", "is featured"],
  best_seller: ["best seller"],
  new_arrival: ["new arrival"],
};

/** A size has its unit in the name of its column. */
function sizeNames(size: string): string[] {
  return ["mm", "cm", "in", "m"].map((unit) => `${size} ${unit}`);
}

/** Millimetres in the unit that a column of sizes names: "Length (in)" -> 25.4; 1 without a known unit. */
export function millimetresOf(column: string): number {
  const unit = plainWords(column).split(" ").at(-1) ?? "";
  return { cm: 10, in: 25.4, m: 1_000 }[unit] ?? 1;
}

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
