import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Limits } from "#app/lib/limits.server.ts";
import { normalisePhone } from "#app/lib/phone.server.ts";

type LimitName = "sign_in" | "auth_message" | "auth_proof";

/** What each path costs the account that it names; the limits by address are the library's own. */
const BY_NAME: Record<string, LimitName> = {
  "/sign-in/email": "sign_in",
  "/sign-in/phone-number": "sign_in",
  "/sign-in/email-otp": "sign_in",
  "/phone-number/verify": "sign_in",
  "/email-otp/verify-email": "sign_in",
  "/sign-up/email": "auth_message",
  "/sign-up/phone": "auth_message",
  "/send-verification-email": "auth_message",
  "/request-password-reset": "auth_message",
  "/email-otp/send-verification-otp": "auth_message",
  "/phone-number/send-otp": "auth_message",
};

/** Paths that mail to, or check a password or code of, whoever is signed in. */
const BY_SESSION: Record<string, LimitName> = {
  "/reauthenticate": "auth_message",
  "/update-password": "auth_proof",
  "/delete-user": "auth_proof",
  "/verify-password": "auth_proof",
  "/two-factor/enable": "auth_proof",
  "/two-factor/disable": "auth_proof",
  "/two-factor/get-totp-uri": "auth_proof",
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
            const account = accountIn(ctx.body);
            if (account) await count(BY_NAME[ctx.path] as LimitName, account);
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
          matcher: (ctx) => Boolean(ctx.request && ctx.path && BY_NAME[ctx.path] === "sign_in"),
          handler: createAuthMiddleware(async (ctx) => {
            const account = accountIn(ctx.body);
            if (account && !isAPIError(ctx.context.returned)) await limits.forget("sign_in", keyOf(account));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The e-mail address or phone number that a body names, in the one form in which it is counted. */
function accountIn(body: unknown): string | null {
  const { email, phoneNumber } = (body ?? {}) as { email?: unknown; phoneNumber?: unknown };
  if (typeof email === "string") return email.trim().toLowerCase();
  if (typeof phoneNumber === "string") return normalisePhone(phoneNumber);
  return null;
}
