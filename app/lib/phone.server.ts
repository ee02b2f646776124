import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";

/**
 * True for a phone number as people in Nigeria write it, or a foreign one with its country code. A leading 00 is read
 * as +, which the library does not do for Nigeria (its international prefix is 009).
 */
export function isPhoneNumber(text: string): boolean {
  return parsePhoneNumberFromString(text.trim().replace(/^00/, "+"), "NG")?.isValid() ?? false;
}
