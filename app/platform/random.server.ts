import { randomBytes, randomInt } from "node:crypto";

/** An unguessable token for addresses: 32 characters, 192 random bits, URL-safe. */
export function randomToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Whether a text has the format of `randomToken`. */
export function isToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}

/** `count` random decimal digits from the secure source; the first may be 0. */
export function randomDigits(count: number): string {
  return randomText(count, "0123456789");
}

/** `count` random characters of `signs` from the secure source. */
export function randomText(count: number, signs: string): string {
  return Array.from({ length: count }, () => signs[randomInt(signs.length)]).join("");
}
