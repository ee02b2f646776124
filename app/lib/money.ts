/** Money is an integer number of kobo everywhere; naira exist only as text. */

/** The only currency of the shop, regardless of settings. */
export const CURRENCY = "NGN";

/** Largest amount that the payment provider accepts in one transaction, in kobo. */
export const MAX_AMOUNT_KOBO = 1_000_000_000;

/** Smallest amount that the payment provider accepts, in kobo. */
export const MIN_AMOUNT_KOBO = 5_000;

/** Largest price of a product, in kobo. */
export const MAX_PRICE_KOBO = 1_000_000_000_000;

/** Largest count of units in an input, and largest stock that an input leads to. */
export const MAX_COUNT = 1_000_000_000;

/**
 * Formats an integer with commas: 12345 -> "12,345". Without `Intl`, whose first formatter blocks a slow phone for 40
 * ms before hydration.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats kobo as naira with exactly two decimals, like the locale en-NG: 123450 -> "₦1,234.50". */
export function formatNaira(kobo: number): string {
  const amount = Math.abs(Math.round(kobo));
  return `${kobo < 0 ? "-" : ""}₦${formatCount(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, "0")}`;
}

/** Kobo as a number of naira, for external formats: 123450 -> 1234.5. */
export function nairaOf(kobo: number): number {
  return kobo / 100;
}

/** Whole kobo of a number of naira: 1234.5 -> 123450. */
export function koboOf(naira: number): number {
  return Math.round(naira * 100);
}

/** What a field says to a text that is no amount of money. */
export const NAIRA_PROBLEM = "An amount in naira, such as 7500 or 7500.50.";

/**
 * The one reader of a typed amount, in kobo: "1,234.5", "₦1234", "N78500.00", "₦ 78 500", "78,500/=", and with the long
 * fractions of a spreadsheet's formulas. Null for anything else, also for amounts that could mean two things.
 */
export function parseNaira(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^(NGN|₦|N|#)\s*/i, "")
    .replace(/\s*(\/=|NGN|naira)$/i, "")
    .replaceAll(/(\d)[\s\u00a0](?=\d{3})/g, "$1");
  // "9,99" is 9.99 in some countries, and 999 with a thousands separator; "87.000" is 87 and 87,000.
  if (plain.includes(",") && !/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return null;
  const [, naira = "", fraction = ""] = /^(\d{1,12})(?:\.(\d+))?$/.exec(plain.replaceAll(",", "")) ?? [];
  if (naira === "" || fraction.length === 3) return null;
  return Number(naira) * 100 + Math.round(Number(`0.${fraction}`) * 100);
}

/** Parses a whole number from 0 to a billion: "1,200"; null if invalid. */
export function readCount(text: string): number | null {
  const plain = text.trim().replaceAll(",", "");
  return /^\d{1,10}$/.test(plain) && Number(plain) <= MAX_COUNT ? Number(plain) : null;
}

/** Kobo as a plain amount for fields and URLs: 250000 -> "2500", 250050 -> "2500.50". */
export function nairaText(kobo: number): string {
  return kobo % 100 === 0 ? String(kobo / 100) : (kobo / 100).toFixed(2);
}
