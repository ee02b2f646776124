import { randomBytes, randomInt } from "node:crypto";

/** An unguessable token for addresses: 32 characters, 192 random bits, safe in a URL. */
export function randomToken(): string {
  return randomBytes(24).toString("base64url");
}

/** `count` random decimal digits from the secure source; the first may be 0. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join("");
}
