import { variantName, type OptionValues } from "../rules/variants.ts";
import { plainText } from "./plain-text.server.ts";
import { readPictures, readPictureTexts } from "./shopify-cells.server.ts";
import type { Problem, ShopifyField, ShopifyRow } from "./shopify-columns.server.ts";
import { readOptionNames, readVariants, type ShopifyVariant } from "./shopify-variants.server.ts";

/** A product as the file has it. Empty text and null mean that the file says nothing. */
export type ImportedProduct = {
  slug: string;
  name: string;
  description: string;
  distributor: string;
  /** The category's name or slug. */
  type: string;
  price_kobo: number;
  discount_price_kobo: number | null;
  stock_quantity: number | null;
  unit: string;
  images: string[];
  image_alts: Record<string, string>;
  brand: string;
  sku: string | null;
  barcode: string | null;
  weight_grams: number | null;
  option_values: OptionValues;
};

/** The rows of one handle: one product, or with `option_names` the variants of a group named `name`. */
export type ImportedGroup = { name: string; option_names: string[]; products: ImportedProduct[] };

export type MappedProduct =
  | { kind: "product"; group: ImportedGroup; notes: string[] }
  | { kind: "skipped"; reason: string }
  | { kind: "bad"; problems: Problem[] };

const LIMITS = { handle: 255, title: 255, vendor: 255, type: 100, brand: 100, description: 20_000, unit: 100 };
const MAX_STOCK = 1_000_000_000;
const LABELS: Partial<Record<ShopifyField, string>> = {
  handle: "Handle",
  title: "Title",
  vendor: "Vendor",
  type: "Type",
  brand: "Brand",
};
const MEASURES = /^(size|weight|volume|pack|pack size|package|packaging|unit|quantity|measure)$/i;

/** Lower-case Latin letters, digits and hyphens: "Ẹ̀wà Olóyin 50kg" -> "ewa-oloyin-50kg". May be "". */
export function toSlug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** The slug of the product that a row belongs to: its handle, else made from its title, "" without both. */
export function rowSlug(row: ShopifyRow): string {
  const { handle, title } = row.cells;
  return /^[a-z0-9][a-z0-9_-]*$/.test(handle) ? handle : toSlug(handle || title);
}

/**
 * The rows of one handle as one product, or as a group of variants. `rows` has at least one; the first carries the
 * product's own fields, each that has a price is a variant, and each may bring a picture. One bad row makes all bad.
 */
export function mapProduct(rows: ShopifyRow[]): MappedProduct {
  const [first] = rows;
  if (!first) return { kind: "bad", problems: [] };
  const skip = skipReason(first);
  if (skip) return { kind: "skipped", reason: skip };

  const problems: Problem[] = [];
  const notes: string[] = [];
  for (const row of rows) {
    if (Object.values(row.cells).some((cell) => cell.includes("\uFFFD"))) {
      problems.push({
        line: row.line,
        reason: 'has letters that are not UTF-8: save the file as "CSV UTF-8"',
      });
    }
  }
  const name = line(first.cells.title);
  const slug = rowSlug(first);
  const bad = (reason: string): number => problems.push({ line: first.line, reason });
  if (!name) bad(first.cells.handle ? "Title is empty in the first row of this product" : "Handle and Title are empty");
  else if (!slug) bad("no address can be made from Handle or Title: give it a Handle of Latin letters and digits");
  for (const field of ["handle", "title", "vendor", "type", "brand"] as const) {
    const max = LIMITS[field];
    if (first.cells[field].length > max)
      bad(`${LABELS[field]} has ${first.cells[field].length} characters, at most ${max} fit`);
  }
  const description = plainText(first.cells.body);
  if (description.length > LIMITS.description) {
    bad(`Body has ${description.length} characters of text, at most ${LIMITS.description} fit`);
  }
  const variants = readVariants(rows, problems, notes);
  const stock = variants.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  if (stock > MAX_STOCK) bad(`the stock of all variants is ${stock}, at most ${MAX_STOCK} fit`);
  const option_names = variants.length > 1 ? readOptionNames(first, variants, problems) : [];
  const images = readPictures(rows, notes);
  const image_alts = readPictureTexts(rows);
  if (problems.length > 0 || variants.length === 0) return { kind: "bad", problems };

  if (!first.cells.handle) notes.push("Handle is empty: the address is made from Title");
  else if (slug !== first.cells.handle) notes.push(`the handle "${first.cells.handle}" becomes the address ${slug}`);
  let type = line(first.cells.type);
  if (type && !toSlug(type)) {
    notes.push(`no category can be made from Type "${type}"`);
    type = "";
  }
  const distributor = line(first.cells.vendor);
  const brand = line(first.cells.brand) || distributor;
  if (variants.length > 1) notes.push(`${variants.length} variants: ${variants.map(({ label }) => label).join(", ")}`);
  const products = variants.map((variant, at): ImportedProduct => {
    const { values, label: _label, line: _line, quantity, image, ...own } = variant;
    const option_values = Object.fromEntries(option_names.map((option, place) => [option, values[place] ?? ""]));
    const isAlone = option_names.length === 0;
    return {
      slug: isAlone || at === 0 ? slug : variantSlug(slug, variant),
      name: isAlone ? name : variantName(name, option_names, option_values),
      description,
      distributor,
      type,
      ...own,
      stock_quantity: quantity,
      unit: isAlone ? unitOf(first) : "",
      images: image && images.includes(image) ? [image, ...images.filter((one) => one !== image)] : images,
      image_alts,
      brand,
      option_values,
    };
  });
  return { kind: "product", notes, group: { name, option_names, products } };
}

/** The address of a variant: that of the handle with its values. */
function variantSlug(slug: string, { values }: ShopifyVariant): string {
  return [slug, toSlug(values.join(" "))].filter(Boolean).join("-");
}

function skipReason({ cells }: ShopifyRow): string | null {
  if (/^(true|yes|1)$/i.test(cells.gift_card)) return "a gift card";
  if (cells.status && !/^active$/i.test(cells.status)) return `Status is ${cells.status.toLowerCase()}`;
  if (/^(false|no|0)$/i.test(cells.published)) return "not published";
  return null;
}

/** What one piece is, when the file says it by exactly one named option: "50 kg bag", or "Colour: Red". */
function unitOf({ cells }: ShopifyRow): string {
  const options = [
    [cells.option1_name, cells.option1_value],
    [cells.option2_name, cells.option2_value],
    [cells.option3_name, cells.option3_value],
  ].filter(([name, value]) => name && value && !/^default title$/i.test(value));
  const [name = "", value = ""] = options.length === 1 ? (options[0] ?? []) : [];
  const unit = line(MEASURES.test(name) || /^title$/i.test(name) ? value : name && `${name}: ${value}`);
  return unit.length > LIMITS.unit ? "" : unit;
}

/** Text for one line: no control characters, no runs of space. */
function line(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}
