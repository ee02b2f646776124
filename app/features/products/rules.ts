import { quantityRange, unitPrice, type Priced, type Stocked } from "#app/features/pricing/rules.ts";
import { formatCount } from "#app/lib/money.ts";

/** Fixed ratings on all cards and product pages until reviews exist. */
export const CARD_RATING = 4;
export const PAGE_RATING = 4.5;

/** Page size of listings. */
export const PRODUCTS_PER_PAGE = 12;

/** Cap of filtered counts, shown as "10,000+". */
export const COUNT_CAP = 10_000;

/** Low-stock threshold. */
export const LOW_STOCK = 10;

/** Discount in percent, rounded; null for less than 1. */
export function percentOff(product: Priced): number | null {
  const { price_kobo: full, discount_price_kobo: reduced } = product;
  if (reduced === null || reduced === undefined || full <= 0 || reduced >= full) return null;
  const percent = Math.round(((full - reduced) / full) * 100);
  return percent >= 1 ? percent : null;
}

/** The price to strike through, in kobo; null without a discount. */
export function oldPrice(product: Priced): number | null {
  return unitPrice(product, 1) < product.price_kobo ? product.price_kobo : null;
}

export type StockBadge = {
  label: "In Stock" | "Low Stock" | "Too Few Left" | "Out of Stock";
  tone: "good" | "low" | "out";
};

/** More than 10 is In Stock, 1 to 10 is Low Stock, 0 is Out of Stock; fewer than `minimum` can sell is Too Few Left. */
export function stockBadge(stock: number, minimum = 1): StockBadge {
  if (stock > 0 && stock < minimum) return { label: "Too Few Left", tone: "out" };
  if (stock > LOW_STOCK) return { label: "In Stock", tone: "good" };
  return stock > 0 ? { label: "Low Stock", tone: "low" } : { label: "Out of Stock", tone: "out" };
}

/** Message why a product is not available; null when it is. */
export function unbuyableReason(product: Stocked): string | null {
  const answer = quantityRange(product);
  if (answer.buyable) return null;
  if (answer.reason === "out_of_stock") return "Out of Stock";
  return `Only ${formatCount(product.stock_quantity)} left, less than the minimum order`;
}

/** Number of pages for `total` results, at least 1. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PRODUCTS_PER_PAGE));
}

export type Total = { count: number; capped: boolean };

/** Total of a scan that stops one row after the cap. */
export function cappedTotal(scanned: number, cap: number = COUNT_CAP): Total {
  return { count: Math.min(scanned, cap), capped: scanned > cap };
}

/** "1 product", "50,000 products", "10,000+ products". */
export function countLabel(total: Total, one = "product", many = `${one}s`): string {
  const text = formatCount(total.count);
  return total.capped ? `${text}+ ${many}` : `${text} ${total.count === 1 ? one : many}`;
}

/** Picture URLs from a list, a JSON string of a list, or any invalid value. */
export function imageList(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item): item is string => typeof item === "string" && item !== "");
  if (typeof value !== "string" || value.trim() === "") return [];
  if (!value.trimStart().startsWith("[")) return [value.trim()];
  try {
    return imageList(JSON.parse(value) as unknown);
  } catch {
    return [];
  }
}

/** Maximum length of an alt text. */
const MOST_ALT = 200;

/** Normalizes an alt text to one line of the maximum length. */
export function altText(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MOST_ALT).toWellFormed();
}

/** A product name with non-breaking spaces in quantities ("1 L"), for headings. */
export function withNonBreakingUnits(name: string): string {
  return name.replaceAll(/(\d) (?=[a-z]{1,3}\b)/gi, "$1\u00a0");
}
