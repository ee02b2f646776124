import { phoneDigits } from "#app/lib/phone-numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Interpretations of a search text in the order list; conditions are combined with OR. */
export type OrderSearch = {
  /** Inclusive id range for a complete or partial order number. */
  ids: { from: string; to: string } | null;
  reference: string | null;
  /** The last digits of a phone number, without country code or leading zero. */
  phone: string | null;
  /** The text itself, in lower case. */
  text: string;
  /** Words of a name or an address, in lower case. */
  words: string[];
};

const LONGEST = 100;

/** Parses a search text: "#1a2b3c4d", "WH12..." also without WH, "+234 803 123 4567", "ada@example.com", "Adaeze Obi". */
export function readOrderSearch(text: string): OrderSearch | null {
  const clean = text.trim().slice(0, LONGEST).toLowerCase();
  if (!clean) return null;
  const hasPrefix = /^wh\d{4,20}$/.test(clean);
  // Bank statements and the provider's app show a reference without its letters; 15 digits may also be a phone number.
  const reference = hasPrefix ? clean.toUpperCase() : /^\d{15}$/.test(clean) ? `WH${clean}` : null;
  const words = hasPrefix || isUuid(clean) ? [] : clean.split(/\s+/).filter((word) => word !== "#");
  return { ids: idRange(clean.replace(/^#\s*/, "")), reference, phone: phoneDigits(clean), text: clean, words };
}

/** Range of ids with this hexadecimal prefix; an order number is the first eight digits. */
function idRange(text: string): { from: string; to: string } | null {
  if (isUuid(text)) return { from: text, to: text };
  if (!/^[0-9a-f]{4,8}$/.test(text)) return null;
  const fill = (digit: string) => text.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { from: fill("0"), to: fill("f") };
}
