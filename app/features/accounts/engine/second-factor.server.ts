import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { MFA_VERIFIED } from "../rules.ts";
import { endpointAt } from "./endpoints.server.ts";

const CHALLENGE_S = 600;
/** A passkey without user verification by the device is one factor, not two. */
const PASSKEY = "/passkey/verify-authentication";
const NEEDED = { code: "SECOND_FACTOR_NEEDED", message: "Please confirm your second factor first." };

/**
 * Requires the second factor for every sign-in method, not only for passwords: Google, codes, links, recovery. Verified
 * sessions are marked; enabling it revokes all others.
 */
export function secondFactorEverywhere() {
  return {
    id: "second-factor-everywhere",
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              before: async (session: Record<string, unknown>, ctx: { path?: string; body?: unknown } | null) =>
                ctx && shows(ctx) ? { data: { ...session, authMethod: MFA_VERIFIED } } : undefined,
            },
          },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: ({ request, path }) => Boolean(request) && endpointAt(path)?.factor === "needed",
          handler: createAuthMiddleware(async (ctx) => {
            const found = await getSessionFromCtx(ctx);
            if ((found?.user as Owner | undefined)?.twoFactorEnabled && !isMfaVerified(found?.session))
              throw new APIError("FORBIDDEN", NEEDED);
          }),
        },
      ],
      after: [
        {
          // A code entered within a session: one older than the second factor, or the one that enables it.
          matcher: ({ path }) => endpointAt(path)?.factor === "shown",
          handler: createAuthMiddleware(async (ctx) => {
            const { session: found, newSession: made, internalAdapter: adapter, returned } = ctx.context;
            if (!found || isAPIError(returned)) return;
            if (!made) await adapter.updateSession(found.session.token, { authMethod: MFA_VERIFIED });
            if ((found.user as Owner).twoFactorEnabled) return;
            const sessionToken = (made ?? found).session.token;
            for (const { token } of await adapter.listSessions(found.user.id)) {
              if (token !== sessionToken) await adapter.deleteSession(token);
            }
          }),
        },
        {
          matcher: ({ path }) => path !== undefined && endpointAt(path)?.factor === undefined,
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (!made || !(made.user as Owner).twoFactorEnabled || isMfaVerified(made.session)) return;
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

type Owner = { twoFactorEnabled?: boolean };

function isMfaVerified(session: unknown): boolean {
  return (session as { authMethod?: string } | undefined)?.authMethod === MFA_VERIFIED;
}

/** Whether the request that creates a session verified a second factor: a code, or a passkey with user verification. */
function shows(ctx: { path?: string; body?: unknown }): boolean {
  if (endpointAt(ctx.path)?.factor === "shown") return true;
  if (ctx.path !== PASSKEY) return false;
  const data = (ctx.body as { response?: { response?: { authenticatorData?: unknown } } } | undefined)?.response
    ?.response;
  const bytes = Buffer.from(typeof data?.authenticatorData === "string" ? data.authenticatorData : "", "base64url");
  return ((bytes[32] ?? 0) & 0x04) !== 0;
}

/** Redirect target of a thrown or returned response; null without one. */
export function locationOf(returned: unknown): string | null {
  const headers = (returned as { headers?: HeadersInit } | null | undefined)?.headers;
  return headers ? new Headers(headers).get("location") : null;
}
