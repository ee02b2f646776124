import { createHmac } from "node:crypto";

/** Keyed hash of a one-time code: without the key, reading the table does not allow trying all codes. */
export function hashOfCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${code}`).digest("base64url");
}
