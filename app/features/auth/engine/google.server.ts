import {
  createAuthorizationURL,
  refreshAccessToken,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from "@better-auth/core/oauth2";
import type { BetterAuthPlugin } from "better-auth";
import { google } from "better-auth/social-providers";
import { createRemoteJWKSet, decodeJwt } from "jose";
import type { GoogleSettings } from "#app/lib/env.server.ts";

type GoogleProfile = { email?: string; email_verified?: boolean; given_name?: string; family_name?: string };
type Base = ReturnType<typeof google>;

/**
 * Google over OpenID Connect with PKCE, offline access and consent, its endpoints from the settings. The identity token
 * is verified: signature, issuer, audience, age and nonce. `beforeLink` sees a verified profile before it is linked.
 */
export function googleSignIn(settings: GoogleSettings, beforeLink: (email: string) => Promise<void>) {
  return {
    id: "google-sign-in",
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
          // An address that the provider itself does not vouch for proves nothing: it makes and links no account.
          const { email_verified: isConfirmed } = decodeJwt<GoogleProfile>(tokens.idToken ?? "");
          return isConfirmed === true ? await base.getUserInfo(tokens) : null;
        },
        createAuthorizationURL: (asked: Parameters<Base["createAuthorizationURL"]>[0] & { idTokenNonce?: string }) =>
          createAuthorizationURL({
            id: "google",
            options,
            authorizationEndpoint: settings.authorizationUrl,
            scopes: ["openid", "email", "profile", ...(asked.scopes ?? [])],
            state: asked.state,
            codeVerifier: asked.codeVerifier,
            redirectURI: asked.redirectURI,
            prompt: "consent",
            accessType: "offline",
            loginHint: asked.loginHint,
            nonce: asked.idTokenNonce,
          }),
        validateAuthorizationCode: (asked: { code: string; codeVerifier?: string; redirectURI: string }) =>
          validateAuthorizationCode({ ...asked, options: options, tokenEndpoint: settings.tokenUrl }),
        refreshAccessToken: (refreshToken: string) =>
          refreshAccessToken({ refreshToken, options: { clientId, clientSecret }, tokenEndpoint: settings.tokenUrl }),
      };
      return { context: { socialProviders: [provider] } };
    },
  } satisfies BetterAuthPlugin;
}
