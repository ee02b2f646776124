import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";

/** Longer than a TOTP code is accepted: its own 30 seconds plus the ones before and after. */
const SPENT_MS = 120_000;
const SPENT = { code: "INVALID_CODE", message: "Invalid code" };

/** Accepts each TOTP code once per account: a repeat is refused before verification. */
export function totpReplayGuard() {
  return {
    id: "totp-replay-guard",
    hooks: {
      before: [
        {
          matcher: ({ request, path }) => Boolean(request) && path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => {
            const { code } = (ctx.body ?? {}) as { code?: unknown };
            if (typeof code !== "string" || !/^\d{6}$/.test(code)) return;
            const { internalAdapter: adapter, secret } = ctx.context;
            const challenge = await ctx.getSignedCookie(ctx.context.createAuthCookie("two_factor").name, secret);
            const session = await getSessionFromCtx(ctx);
            const pending = challenge && !session ? await adapter.findVerificationValue(challenge) : null;
            const userId = session?.user.id ?? pending?.value;
            if (!userId) return;
            const expiresAt = new Date(Date.now() + SPENT_MS);
            const isFirst = await adapter.reserveVerificationValue({
              identifier: `totp:${userId}:${code}`,
              // Not the bare id, by which a password change finds the entries to delete.
              value: `spent:${userId}`,
              expiresAt,
            });
            if (!isFirst) throw new APIError("UNAUTHORIZED", SPENT);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
