import {
  createAuthorizationURL,
  refreshAccessToken,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from "@better-auth/core/oauth2";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getOAuthState, getSessionFromCtx } from "better-auth/api";
import { google } from "better-auth/social-providers";
import { createRemoteJWKSet, decodeJwt } from "jose";
import type { GoogleSettings } from "#app/platform/provider-settings.server.ts";
import { requireRecentAuth } from "./recent-auth.server.ts";
import { hasNoMailbox } from "./user-input.server.ts";

const REAUTH_REQUIRED = "Please sign in again before you link Google.";

type GoogleProfile = { email?: string; email_verified?: boolean; given_name?: string; family_name?: string };
type Base = ReturnType<typeof google>;
type Link = { userId: string; email: string };

type GoogleOptions = {
  settings: GoogleSettings;
  /** Called with a Google-verified address before an account is created or linked. */
  beforeLink: (email: string) => Promise<void>;
  isFree: (email: string) => Promise<boolean>;
  /** Sets a verified address for an account without one. */
  takeAddress: (userId: string, email: string) => Promise<void>;
};

/**
 * Google by OpenID Connect with PKCE, offline access and consent; endpoints from settings. Verifies the ID token:
 * signature, issuer, audience, age and nonce. An account links the Google account with its own address; one with only a
 * phone number links any with an unused address, which becomes the account's address.
 */
export function googleSignIn({ settings, beforeLink, isFree, takeAddress }: GoogleOptions) {
  /** Addresses to be set by pending links, by the state that the library parsed. */
  const brought = new WeakMap<Link, string>();

  async function bring(email: string): Promise<void> {
    const link = await currentLink();
    if (!link || !hasNoMailbox(link.email) || !(await isFree(email))) return;
    brought.set(link, email);
    // The library compares the address with this field.
    link.email = email;
  }

  return {
    id: "google-sign-in",
    hooks: {
      before: [
        {
          // Adding an address enables account recovery, so it requires a recent sign-in.
          matcher: ({ request, path }) => Boolean(request) && path === "/link-social",
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (!session || !hasNoMailbox(session.user.email)) return;
            await requireRecentAuth({ context: { ...ctx.context, session } }, undefined, REAUTH_REQUIRED);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/callback/:id",
          handler: createAuthMiddleware(async (ctx) => {
            const link = await currentLink();
            const email = link && brought.get(link);
            if (!link || !email) return;
            const ways = await ctx.context.internalAdapter.findAccounts(link.userId);
            if (ways.some(({ providerId }) => providerId === "google")) await takeAddress(link.userId, email);
          }),
        },
      ],
    },
    init() {
      const { clientId, clientSecret, issuer } = settings;
      const base = google({
        clientId,
        clientSecret,
        accessType: "offline",
        prompt: "consent",
        mapProfileToUser: async (profile: GoogleProfile) => {
          if (profile.email) await beforeLink(profile.email.toLowerCase());
          return { firstName: profile.given_name ?? "", lastName: profile.family_name ?? "", emailVerified: true };
        },
      });
      const issuers = issuer === "https://accounts.google.com" ? [issuer, "accounts.google.com"] : issuer;
      const { options } = base;
      const provider = {
        ...base,
        issuer,
        requiresIdTokenNonce: true,
        idToken: {
          jwks: createRemoteJWKSet(new URL(settings.jwksUrl)),
          issuer: issuers,
          audience: clientId,
          maxTokenAge: "1h",
          algorithms: ["RS256"],
        },
        async getUserInfo(tokens: Parameters<Base["getUserInfo"]>[0] & { expectedIdTokenNonce?: string }) {
          const isGenuine =
            tokens.idToken && (await verifyProviderIdToken(provider, tokens.idToken, tokens.expectedIdTokenNonce));
          if (!isGenuine) return null;
          // An address that the provider has not verified neither creates nor links an account.
          const { email_verified: isConfirmed, email } = decodeJwt<GoogleProfile>(tokens.idToken ?? "");
          if (isConfirmed !== true || !email || hasNoMailbox(email)) return null;
          const person = await base.getUserInfo(tokens);
          await bring(email.toLowerCase());
          return person;
        },
        createAuthorizationURL: (input: Parameters<Base["createAuthorizationURL"]>[0] & { idTokenNonce?: string }) =>
          createAuthorizationURL({
            id: "google",
            options,
            authorizationEndpoint: settings.authorizationUrl,
            scopes: ["openid", "email", "profile", ...(input.scopes ?? [])],
            state: input.state,
            codeVerifier: input.codeVerifier,
            redirectURI: input.redirectURI,
            prompt: "consent",
            accessType: "offline",
            loginHint: input.loginHint,
            nonce: input.idTokenNonce,
          }),
        validateAuthorizationCode: (input: { code: string; codeVerifier?: string; redirectURI: string }) =>
          validateAuthorizationCode({ ...input, options: options, tokenEndpoint: settings.tokenUrl }),
        refreshAccessToken: (refreshToken: string) =>
          refreshAccessToken({ refreshToken, options: { clientId, clientSecret }, tokenEndpoint: settings.tokenUrl }),
      };
      return { context: { socialProviders: [provider] } };
    },
  } satisfies BetterAuthPlugin;
}

/** The account to link in the callback of this request, if the request is for linking. */
async function currentLink(): Promise<Link | undefined> {
  return (await getOAuthState())?.link;
}
