import { createHmac } from "node:crypto";
import type { AuthContext } from "@better-auth/core";
import { APIError } from "better-auth/api";
import { randomDigits } from "#app/platform/random.server.ts";

const LIFE_MS = 5 * 60_000;
const TRIES = 3;
const INVALID_CODE = { code: "INVALID_OTP", message: "This code is wrong or has expired." };
const SPENT = { code: "TOO_MANY_ATTEMPTS", message: "Too many wrong codes. Please ask for a new one." };

/** The used part of an endpoint's context. */
export type CodeContext = { context: Pick<AuthContext, "adapter" | "internalAdapter" | "secret"> };
type Stored = { data: object; hash: string; tries: number };

/** Keyed hash of a one-time code: without the key, reading the table does not allow trying all codes. */
export function hashOfCode(secret: string, purpose: string, code: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${code}`).digest("base64url");
}

/** Stores `data` for five minutes and returns the code that releases it. If `isTaken`, no code does. */
export async function createCode(
  ctx: CodeContext,
  identifier: string,
  data: object,
  isTaken: boolean,
): Promise<string> {
  const code = randomDigits(6);
  const hash = isTaken ? "" : hashOfCode(ctx.context.secret, identifier, code);
  await store(ctx, identifier, { data, hash, tries: TRIES }, new Date(Date.now() + LIFE_MS));
  return code;
}

/** The data that `code` releases, once. Throws INVALID_OTP for a wrong code, and TOO_MANY_ATTEMPTS for the third. */
export async function takeCode<Data extends object>(ctx: CodeContext, identifier: string, code: string): Promise<Data> {
  const found = await ctx.context.internalAdapter.consumeVerificationValue(identifier);
  if (!found) throw new APIError("BAD_REQUEST", INVALID_CODE);
  const stored = JSON.parse(found.value) as Stored;
  if (stored.hash === hashOfCode(ctx.context.secret, identifier, code.trim())) return stored.data as Data;
  const tries = stored.tries - 1;
  if (tries === 0) throw new APIError("BAD_REQUEST", SPENT);
  await store(ctx, identifier, { ...stored, tries }, found.expiresAt);
  throw new APIError("BAD_REQUEST", INVALID_CODE);
}

async function store({ context }: CodeContext, identifier: string, stored: Stored, expiresAt: Date): Promise<void> {
  await context.internalAdapter.createVerificationValue({ identifier, value: JSON.stringify(stored), expiresAt });
}
