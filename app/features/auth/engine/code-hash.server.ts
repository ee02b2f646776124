import { createHmac } from "node:crypto";

/** How a one-time code waits in the database: keyed, so that whoever reads the table cannot try all codes against it. */
export function hashOfCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${code}`).digest("base64url");
}
