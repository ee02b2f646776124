import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { withoutInvisible } from "#app/lib/invisible-characters.ts";

/**
 * The E.164 form ("+2348031234567") of a phone number in Nigerian formats, or of a foreign one with country code; null
 * for anything else, also for text around one and for satellite numbers, where an SMS costs many times as much. A
 * leading 00 is read as +, unlike in the library, whose prefix for Nigeria is 009.
 */
export function normalisePhone(text: string): string | null {
  const cleaned = withoutInvisible(text).trim().replace(/^00/, "+");
  const number = parsePhoneNumberFromString(cleaned, { defaultCountry: "NG", extract: false });
  return number?.isValid() && number.country ? number.number : null;
}

/** True for a phone number that `normalisePhone` accepts. */
export function isPhoneNumber(text: string): boolean {
  return normalisePhone(text) !== null;
}
