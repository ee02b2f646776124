import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Limits } from "#app/lib/limits.server.ts";
import { normalisePhone } from "#app/lib/phone.server.ts";

type LimitName = "sign_in" | "auth_message" | "auth_proof";

/**
 * What each path costs the account that it names, and the field that names it: any other is a stranger's, and would be
 * counted in place of the one that is tried. The limits by address are the library's own.
 */
const BY_NAME: Record<string, readonly [LimitName, "email" | "phoneNumber"]> = {
  "/sign-in/email": ["sign_in", "email"],
  "/sign-in/phone-number": ["sign_in", "phoneNumber"],
  "/sign-in/email-otp": ["sign_in", "email"],
  "/phone-number/verify": ["sign_in", "phoneNumber"],
  "/sign-up/email": ["auth_message", "email"],
  "/sign-up/phone": ["auth_message", "phoneNumber"],
  "/send-verification-email": ["auth_message", "email"],
  "/request-password-reset": ["auth_message", "email"],
  "/email-otp/send-verification-otp": ["auth_message", "email"],
  "/phone-number/send-otp": ["auth_message", "phoneNumber"],
  "/own-phone": ["auth_message", "phoneNumber"],
  "/own-email": ["auth_message", "email"],
};

/** Paths that mail to, or check a password or code of, whoever is signed in. */
const BY_SESSION: Record<string, LimitName> = {
  "/reauthenticate": "auth_message",
  "/own-phone": "auth_message",
  "/own-email": "auth_message",
  "/own-phone/confirm": "auth_proof",
  "/own-email/confirm": "auth_proof",
  "/own-phone/remove": "auth_proof",
  "/update-password": "auth_proof",
  "/two-factor/enable": "auth_proof",
  "/two-factor/disable": "auth_proof",
  "/two-factor/generate-backup-codes": "auth_proof",
  "/two-factor/verify-totp": "auth_proof",
  "/two-factor/verify-backup-code": "auth_proof",
};

const TOO_MANY = { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." };

/**
 * Limits by account, beside those by address: they also hold when the tries come from many addresses. They are counted
 * before anybody looks whether the account exists, so the answer is the same for known and unknown ones.
 */
export function accountLimits({ limits, secret }: { limits: Limits; secret: string }) {
  // The table keeps no addresses and numbers in clear.
  const keyOf = (account: string) =>
    createHmac("sha256", secret).update(`limit:${account}`).digest("base64url").slice(0, 32);
  const count = async (name: LimitName, account: string) => {
    const seconds = await limits.hit(name, keyOf(account));
    if (seconds !== null) throw new APIError("TOO_MANY_REQUESTS", TOO_MANY, { "Retry-After": String(seconds) });
  };
  return {
    id: "account-limits",
    hooks: {
      before: [
        {
          // Calls by the server itself have no request and were counted with the one that led to them.
          matcher: (ctx) => Boolean(ctx.request && ctx.path && BY_NAME[ctx.path]),
          handler: createAuthMiddleware(async (ctx) => {
            const named = accountIn(ctx.path, ctx.body);
            if (named) await count(named.limit, named.account);
          }),
        },
        {
          matcher: (ctx) => Boolean(ctx.request && ctx.path && BY_SESSION[ctx.path]),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await count(BY_SESSION[ctx.path] as LimitName, session.user.id);
          }),
        },
      ],
      after: [
        {
          matcher: (ctx) => Boolean(ctx.request && ctx.path && BY_NAME[ctx.path]?.[0] === "sign_in"),
          handler: createAuthMiddleware(async (ctx) => {
            const named = accountIn(ctx.path, ctx.body);
            if (named && !isAPIError(ctx.context.returned)) await limits.reset("sign_in", keyOf(named.account));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The account that a path's own field names, in the one form in which it is counted, and what counts it. */
function accountIn(path: string, body: unknown): { limit: LimitName; account: string } | null {
  const [limit, field] = BY_NAME[path] ?? [];
  const value = field && ((body ?? {}) as Record<string, unknown>)[field];
  if (!limit || typeof value !== "string") return null;
  const account = field === "email" ? value.trim().toLowerCase() : normalisePhone(value);
  return account ? { limit, account } : null;
}
