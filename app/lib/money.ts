/** Money is an integer number of kobo everywhere; naira exist only as text. */

/** The one currency the shop sells in, whatever the settings say (decision M11). */
export const CURRENCY = "NGN";

/** Largest amount the payment provider takes in one transaction, in kobo. */
export const MAX_AMOUNT_KOBO = 1_000_000_000;

/** Smallest amount the payment provider takes, in kobo. */
export const MIN_AMOUNT_KOBO = 5_000;

/**
 * Formats a whole number with commas: 12345 -> "12,345". Written out, as the first formatter of `Intl` keeps a slow phone
 * busy for 40 ms before its first page is live.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Formats kobo as naira with exactly two decimals, as the locale en-NG does: 123450 -> "₦1,234.50". */
export function formatNaira(kobo: number): string {
  const amount = Math.abs(Math.round(kobo));
  return `${kobo < 0 ? "-" : ""}₦${formatCount(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, "0")}`;
}

/** Kobo as a number of naira, for formats that are not ours to choose: 123450 -> 1234.5. */
export function nairaOf(kobo: number): number {
  return kobo / 100;
}

/** Whole kobo of a number of naira: 1234.5 -> 123450. */
export function koboOf(naira: number): number {
  return Math.round(naira * 100);
}

/**
 * Reads a naira amount as a person or a CSV writes it ("1,234.5", "₦1234") and returns kobo.
 * Returns null for anything that is not a non-negative amount with at most two decimals.
 */
export function parseNaira(text: string): number | null {
  const clean = text
    .trim()
    .replace(/^(₦|NGN)\s*/i, "")
    .replaceAll(",", "");
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(clean);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
