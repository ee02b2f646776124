import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { randomText } from "#app/lib/random.server.ts";

/** Small letters and digits that no handwriting mixes up: no l, o, i, 0 and 1. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
const AMOUNT = 10;
const HALF = 5;

/** Codes for a lost phone, like k7m3q-x9t2w: each has 49 random bits. */
export function newBackupCodes(): string[] {
  return Array.from({ length: AMOUNT }, () => dashed(randomText(2 * HALF, SIGNS)));
}

/**
 * A backup code as it was given out, from what somebody typed. The library's own codes, which some accounts still have,
 * mix cases: small letters beside capitals (but for the first, as phones write it) or a sign of theirs keep the case.
 */
export function backupCodeOf(typed: string): string {
  const signs = typed.replaceAll(/[^a-z0-9]/gi, "");
  const isOld = /[01ilo]/i.test(signs) || (/[a-z]/.test(signs) && /[A-Z]/.test(signs.slice(1)));
  return dashed(isOld ? signs : signs.toLowerCase());
}

const dashed = (signs: string) => `${signs.slice(0, HALF)}-${signs.slice(HALF)}`;

/** Takes backup codes with spaces, without their dash and in capitals. */
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
