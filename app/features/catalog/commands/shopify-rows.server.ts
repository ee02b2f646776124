import { formatNaira } from "#app/lib/money.ts";
import { plainText } from "./plain-text.server.ts";
import { readPictures, readPrice, readQuantity } from "./shopify-cells.server.ts";
import type { ShopifyField, ShopifyRow } from "./shopify-columns.server.ts";

/** A product as the file has it. Empty text and null stock mean that the file says nothing. */
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
};

export type Problem = { line: number; reason: string };
export type MappedProduct =
  | { kind: "product"; product: ImportedProduct; notes: string[] }
  | { kind: "skipped"; reason: string }
  | { kind: "bad"; problems: Problem[] };

/** Which variant's price the one product gets, when they differ. */
export type PriceRule = "first" | "highest";

const LIMITS = { handle: 255, title: 255, vendor: 255, type: 100, description: 20_000, unit: 100 };
const MAX_STOCK = 1_000_000_000;
const LABELS: Partial<Record<ShopifyField, string>> = {
  handle: "Handle",
  title: "Title",
  vendor: "Vendor",
  type: "Type",
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
 * The rows of one handle as one product. `rows` has at least one; the first carries the product's own fields,
 * each that has a price is a variant, and each may bring a picture. One bad row makes the product bad.
 */
export function mapProduct(rows: ShopifyRow[], rule: PriceRule = "first"): MappedProduct {
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
  for (const field of ["handle", "title", "vendor", "type"] as const) {
    const max = LIMITS[field];
    if (first.cells[field].length > max)
      bad(`${LABELS[field]} has ${first.cells[field].length} characters, at most ${max} fit`);
  }
  const description = plainText(first.cells.body);
  if (description.length > LIMITS.description) {
    bad(`Body has ${description.length} characters of text, at most ${LIMITS.description} fit`);
  }
  const variants = readVariants(rows, problems, notes);
  const price = choosePrice(variants, rule, notes);
  const stated = variants.map((variant) => variant.quantity).filter((quantity) => quantity !== null);
  const stock = stated.length > 0 ? stated.reduce((sum, quantity) => sum + quantity, 0) : null;
  if (stock !== null && stock > MAX_STOCK) bad(`the stock of all variants is ${stock}, at most ${MAX_STOCK} fit`);
  const images = readPictures(rows, notes);
  if (problems.length > 0 || !price) return { kind: "bad", problems };

  if (!first.cells.handle) notes.push("Handle is empty: the address is made from Title");
  else if (slug !== first.cells.handle) notes.push(`the handle "${first.cells.handle}" becomes the address ${slug}`);
  let type = line(first.cells.type);
  if (type && !toSlug(type)) {
    notes.push(`no category can be made from Type "${type}"`);
    type = "";
  }
  const distributor = line(first.cells.vendor);
  const unit = variants.length === 1 ? unitOf(first) : "";
  return {
    kind: "product",
    notes,
    product: {
      slug,
      name,
      description,
      distributor,
      type,
      ...price,
      stock_quantity: stock,
      unit,
      images,
    },
  };
}

function skipReason({ cells }: ShopifyRow): string | null {
  if (/^(true|yes|1)$/i.test(cells.gift_card)) return "a gift card";
  if (cells.status && !/^active$/i.test(cells.status)) return `Status is ${cells.status.toLowerCase()}`;
  if (/^(false|no|0)$/i.test(cells.published)) return "not published";
  return null;
}

type Variant = { label: string; price: number; compareAt: number | null; quantity: number | null };

function readVariants(rows: ShopifyRow[], problems: Problem[], notes: string[]): Variant[] {
  const variants: Variant[] = [];
  for (const [index, row] of rows.entries()) {
    const { cells } = row;
    const isVariant = index === 0 || cells.price || cells.option1_value || cells.quantity;
    if (!isVariant) continue;
    const price = readPrice("Variant Price", cells.price);
    const compareAt = cells.compare_at ? readPrice("Variant Compare At Price", cells.compare_at) : null;
    const quantity = cells.quantity ? readQuantity(cells.quantity) : null;
    for (const value of [price, compareAt, quantity]) {
      if (typeof value === "string") problems.push({ line: row.line, reason: value });
    }
    if (typeof price === "string" || typeof compareAt === "string" || typeof quantity === "string") continue;
    if (price === 0) {
      problems.push({
        line: row.line,
        reason: "Variant Price is 0: goods for nothing are not imported",
      });
      continue;
    }
    const label = [cells.option1_value, cells.option2_value, cells.option3_value].filter(Boolean).join(" / ");
    if (quantity !== null && quantity < 0) notes.push(`the stock ${quantity}${label && ` of ${label}`} counts as 0`);
    variants.push({
      label,
      price,
      compareAt,
      quantity: quantity === null ? null : Math.max(0, quantity),
    });
  }
  if (variants.length > 1)
    notes.push(`${variants.length} variants become one product: ${variants.map((v) => v.label).join(", ")}`);
  return variants;
}

function choosePrice(variants: Variant[], rule: PriceRule, notes: string[]) {
  const [first] = variants;
  if (!first) return null;
  const lowest = Math.min(...variants.map((variant) => variant.price));
  const highest = Math.max(...variants.map((variant) => variant.price));
  const chosen = rule === "first" ? first : (variants.find((variant) => variant.price === highest) ?? first);
  if (lowest !== highest) {
    const which = rule === "first" ? "the first variant's" : "the highest";
    notes.push(
      `its variants cost ${formatNaira(lowest)} to ${formatNaira(highest)}: ${which} price is taken, ${formatNaira(chosen.price)}`,
    );
  }
  return chosen.compareAt !== null && chosen.compareAt > chosen.price
    ? { price_kobo: chosen.compareAt, discount_price_kobo: chosen.price }
    : { price_kobo: chosen.price, discount_price_kobo: null };
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
