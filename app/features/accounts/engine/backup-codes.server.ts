import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { randomText } from "#app/platform/random.server.ts";

/** Unambiguous lower-case letters and digits: without l, o, i, 0 and 1. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
const AMOUNT = 10;
const HALF = 5;

/** Backup codes like k7m3q-x9t2w, each with 49 random bits. */
export function newBackupCodes(): string[] {
  return Array.from({ length: AMOUNT }, () => dashed(randomText(2 * HALF, SIGNS)));
}

/**
 * Normalizes a typed backup code. Older accounts have the library's mixed-case codes: case is preserved when lower and
 * upper case are mixed (except the first letter, which phones capitalize) or a character occurs only in those.
 */
export function backupCodeOf(input: string): string {
  const signs = input.replaceAll(/[^a-z0-9]/gi, "");
  const isOld = /[01ilo]/i.test(signs) || (/[a-z]/.test(signs) && /[A-Z]/.test(signs.slice(1)));
  return dashed(isOld ? signs : signs.toLowerCase());
}

const dashed = (signs: string) => `${signs.slice(0, HALF)}-${signs.slice(HALF)}`;

/** Accepts backup codes with spaces, without dash and in upper case. */
export function typedBackupCodes() {
  return {
    id: "typed-backup-codes",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/two-factor/verify-backup-code",
          handler: createAuthMiddleware(async (ctx) => {
            const body = ctx.body as { code?: unknown } | undefined;
            if (typeof body?.code !== "string") return;
            return { context: { body: { ...body, code: backupCodeOf(body.code) } } };
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
