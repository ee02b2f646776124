import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";

const CHALLENGE_S = 600;
/** Password paths ask by themselves; the others are part of the second factor or keep an existing session. */
const ASKS_ITSELF = ["/sign-in/email", "/sign-in/phone-number"];
const KEEPS_SESSION = ["/update-password", "/update-user", "/get-session"];

function asks(path: string | undefined): boolean {
  if (!path || ASKS_ITSELF.includes(path) || KEEPS_SESSION.includes(path)) return false;
  return !["/two-factor/", "/passkey/", "/admin/"].some((prefix) => path.startsWith(prefix));
}

/** Asks for the second factor on every way to a session, not only after a password: Google, codes, links, recovery. */
export function secondFactorEverywhere() {
  return {
    id: "second-factor-everywhere",
    hooks: {
      after: [
        {
          matcher: (ctx) => asks(ctx.path),
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made || !(made.user as { twoFactorEnabled?: boolean }).twoFactorEnabled) return;
            deleteSessionCookie(ctx, true);
            const adapter = ctx.context.internalAdapter;
            await adapter.deleteSession(made.session.token);
            ctx.context.setNewSession(null);
            const cookie = ctx.context.createAuthCookie("two_factor", { maxAge: CHALLENGE_S });
            const identifier = `2fa-${generateRandomString(20)}`;
            const expiresAt = new Date(Date.now() + CHALLENGE_S * 1000);
            await adapter.createVerificationValue({ value: made.user.id, identifier, expiresAt });
            await adapter.createVerificationValue({ value: "0", identifier: `2fa-attempts-${identifier}`, expiresAt });
            await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes);
            const location = locationOf(ctx.context.returned);
            if (!location) return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
            const url = new URL(location, ctx.context.baseURL);
            url.searchParams.set("mfa", "required");
            throw ctx.redirect(location.startsWith("/") ? url.pathname + url.search : url.href);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function locationOf(returned: unknown): string | null {
  const headers = (returned as { headers?: HeadersInit } | null | undefined)?.headers;
  return headers ? new Headers(headers).get("location") : null;
}
