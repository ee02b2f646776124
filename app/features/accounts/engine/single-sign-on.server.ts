import { createAuthorizationURL } from "@better-auth/core/oauth2";
import type { BetterAuthPlugin } from "better-auth";
import { addOAuthServerContext, APIError, createAuthEndpoint, formCsrfMiddleware, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { generateState, handleOAuthUserInfo, parseState } from "better-auth/oauth2";
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from "jose";
import { z } from "zod";
import type { Logger } from "#app/platform/log.server.ts";
import { createSafeFetch, type SafeFetch } from "#app/platform/ssrf-safe-fetch.server.ts";
import type { Db } from "#db/client.server.ts";
import {
  askToken,
  discoverProvider,
  parseJsonObject,
  type Discovered,
  type Entered,
  type ProviderSettings,
} from "./sso-discovery.server.ts";
import { ssoProviderStore, type SsoProvider, type SsoProviders } from "./sso-providers.server.ts";

const UNKNOWN = {
  code: "SSO_UNKNOWN",
  message: "There is no single sign-on for this address. Please check it, or use another way to log in.",
};
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const NAME_LENGTH = 100;
const BACK = "/auth/callback?provider=sso";

/** Reasons for a redirect without session: the `error` parameter of /auth/callback. */
type SsoRefusal =
  | "access_denied"
  | "banned"
  | `sso_${"failed" | "removed" | "no_address" | "other_domain" | "unconfirmed" | "not_here"}`;

/** Dependencies for adding providers. */
export type SsoSetUp = {
  redirectUri: string;
  providers: SsoProviders;
  safeFetch: SafeFetch;
  discover: (entered: Entered) => Promise<Discovered>;
};

type SingleSignOnOptions = {
  setUp: SsoSetUp;
  /** Deletes an unverified sign-up with this address. */
  dropUnconfirmed: (email: string) => Promise<void>;
  /** Whether the account with this address, or linked to this provider and subject, is an admin. */
  isAdmin: (who: { email: string; key: string; subject: string }) => Promise<boolean>;
  log: Logger;
};

/** `redirectUri`: must be registered at each provider. */
export function ssoSetUp(options: {
  db: Db;
  baseUrl: string;
  secrets: readonly string[];
  origins: readonly string[];
}): SsoSetUp {
  const redirectUri = `${options.baseUrl}/api/auth/sso/callback`;
  const safeFetch = createSafeFetch(options.origins);
  const providers = ssoProviderStore(options.db, options.secrets);
  return {
    redirectUri,
    providers,
    safeFetch,
    discover: (entered) => discoverProvider(safeFetch, entered, redirectUri),
  };
}

/**
 * Sign-in through the OpenID Connect provider of an email domain: code flow with PKCE, state bound to the browser,
 * nonce, verified ID token. A provider is trusted for addresses of exactly its own domain, and never for admins.
 */
export function singleSignOn({ setUp, dropUnconfirmed, isAdmin, log }: SingleSignOnOptions) {
  const { providers, safeFetch, redirectUri: redirectURI } = setUp;

  return {
    id: "single-sign-on",
    endpoints: {
      /** The provider's authorization URL. The response depends only on the domain, not on existing accounts. */
      signInSso: createAuthEndpoint(
        "/sign-in/sso",
        { method: "POST", use: [formCsrfMiddleware], body: z.object({ email: z.string().max(254) }) },
        async (ctx) => {
          const email = ctx.body.email.trim().toLowerCase();
          const domain = domainOf(email);
          const provider = domain ? await providers.ofDomain(domain) : null;
          if (!provider) throw new APIError("NOT_FOUND", UNKNOWN);
          const { clientId, authorizationEndpoint } = provider.settings;
          await addOAuthServerContext({ ssoProvider: provider.id });
          const nonce = generateRandomString(32);
          const { state, codeVerifier } = await generateState(ctx, { idTokenNonce: nonce });
          const url = await createAuthorizationURL({
            id: provider.key,
            options: { clientId },
            authorizationEndpoint,
            redirectURI,
            state,
            codeVerifier,
            nonce,
            scopes: ["openid", "email", "profile"],
            loginHint: email,
          });
          return ctx.json({ url: url.href });
        },
      ),
      ssoCallback: createAuthEndpoint("/sso/callback", { method: "GET", query: returned }, async (ctx) => {
        const state = await parseState(ctx);
        const refusal = await arrive().catch((error: unknown): SsoRefusal => {
          if (isAPIError(error) && error.body?.code === "BANNED_USER") return "banned";
          log.warn({ err: error }, "single sign-on failed");
          return "sso_failed";
        });
        throw ctx.redirect(refusal ? `${BACK}&error=${refusal}` : BACK);

        async function arrive(): Promise<SsoRefusal | null> {
          const { code, error, iss } = ctx.query;
          const id = state.serverContext?.["ssoProvider"];
          const provider = typeof id === "string" ? await providers.withId(id) : null;
          if (!provider) return "sso_removed";
          if (error || !code) return error === "access_denied" ? "access_denied" : "sso_failed";
          if (iss && iss !== provider.settings.issuer) return "sso_failed";
          const person = await identify(provider, code, state.codeVerifier, state.idTokenNonce);
          if (typeof person === "string") return refused(provider, person);
          const { subject, email } = person;
          if (await isAdmin({ email, subject, key: provider.key })) return refused(provider, "sso_not_here");
          await dropUnconfirmed(email);
          const { data } = await handleOAuthUserInfo(ctx, {
            userInfo: { ...person.names, id: subject, email, emailVerified: true },
            account: { providerId: provider.key, accountId: subject },
            trustProviderByName: false,
          });
          if (!data) return refused(provider, "sso_not_here");
          await setSessionCookie(ctx, data);
          return null;
        }
      }),
    },
  } satisfies BetterAuthPlugin;

  async function identify(provider: SsoProvider, code: string, code_verifier: string, nonce: string | undefined) {
    const { settings, domain } = provider;
    const tokens = await askToken(safeFetch, settings, { code, code_verifier, redirect_uri: redirectURI });
    if (typeof tokens["id_token"] !== "string") return "sso_failed";
    const identity = await verifiedIdentity(settings, tokens["id_token"]);
    if (!nonce || identity["nonce"] !== nonce) return "sso_failed";
    const claims = identity["email"] === undefined ? await profileOf(settings, tokens, identity) : identity;
    const email = addressIn(claims);
    if (!email) return "sso_no_address";
    if (domainOf(email) !== domain) return "sso_other_domain";
    // Company providers often omit the claim, as they own the domain. Only an explicit false is a refusal.
    if (String(claims["email_verified"]) === "false") return "sso_unconfirmed";
    const [firstName, lastName] = [textIn(claims, "given_name"), textIn(claims, "family_name")];
    const name = textIn(claims, "name") || `${firstName} ${lastName}`.trim() || email;
    return { subject: String(identity.sub), email, names: { name, firstName, lastName } };
  }

  async function verifiedIdentity(settings: ProviderSettings, token: string): Promise<JWTPayload> {
    const keys = createRemoteJWKSet(new URL(settings.jwksEndpoint), {
      [customFetch]: async (url) => {
        const { status, text } = await safeFetch.ask(url);
        return new Response(text, { status });
      },
    });
    const { issuer, clientId } = settings;
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: "1h",
      clockTolerance: 60,
      requiredClaims: ["sub", "exp"],
    });
    const isOurs =
      payload["azp"] === undefined
        ? !Array.isArray(payload.aud) || payload.aud.length === 1
        : payload["azp"] === clientId;
    if (!isOurs) throw new Error("the identity token is for another client");
    return payload;
  }

  /** Claims of the userinfo endpoint for the same subject; empty without such an endpoint. */
  async function profileOf(settings: ProviderSettings, tokens: Record<string, unknown>, identity: JWTPayload) {
    const { access_token: token } = tokens;
    if (!settings.userInfoEndpoint || typeof token !== "string") return {};
    const { status, text } = await safeFetch.ask(settings.userInfoEndpoint, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const profile = status === 200 ? parseJsonObject(text) : null;
    return profile && profile["sub"] === identity.sub ? profile : {};
  }

  function refused(provider: SsoProvider, reason: SsoRefusal): SsoRefusal {
    log.warn({ domain: provider.domain, reason }, "single sign-on refused");
    return reason;
  }
}

const one = z.string().max(4000).optional().catch(undefined);
const returned = z.object({ state: one, code: one, error: one, iss: one });

/** The part after the only @ of an address, else null. */
function domainOf(email: string): string | null {
  const [name, domain, ...more] = email.split("@");
  return name && domain && more.length === 0 ? domain : null;
}

function addressIn({ email }: Record<string, unknown>): string | null {
  return typeof email === "string" && email.length <= 254 ? email.trim().toLowerCase() : null;
}

function textIn(claims: Record<string, unknown>, name: string): string {
  const value = claims[name];
  return typeof value === "string" ? value.trim().slice(0, NAME_LENGTH) : "";
}
