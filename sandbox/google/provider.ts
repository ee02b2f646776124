import { exportJWK, generateKeyPair } from "jose";
import { Provider, type ClientMetadata, type JWK } from "oidc-provider";
import { randomToken } from "#app/platform/random.server.ts";
import { memoryStorage } from "./memory.ts";
import { errorPage } from "./pages.ts";
import { subjectOf, type Person } from "./people.ts";

export type Client = { clientId: string; clientSecret: string; redirectUris: string[] };
export type ProviderOptions = Client & { issuer: string; company?: Client };

export type GoogleProvider = Awaited<ReturnType<typeof createGoogleProvider>>;

const MINUTE_S = 60;

/**
 * An OpenID provider that behaves like Google for a web client: code flow with PKCE S256, RS256 identity tokens that
 * include the profile, a refresh token for `access_type=offline` only. Keys are generated at the start.
 */
export async function createGoogleProvider(options: ProviderOptions) {
  const { issuer, company } = options;
  const people = new Map<string, Person>();
  const offline = new Set<string>();
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: randomToken() } as JWK;
  const google = metadata(options, "client_secret_post");
  const provider = new Provider(issuer, {
    adapter: memoryStorage(),
    clients: company ? [google, metadata(company, "client_secret_basic")] : [google],
    jwks: { keys: [key] },
    cookies: { keys: [randomToken()], names: { interaction: "google_at", resume: "google_on", session: "google_in" } },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    scopes: ["openid"],
    conformIdTokenClaims: false,
    extraParams: ["access_type"],
    pkce: { required: () => true },
    responseTypes: ["code"],
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    issueRefreshToken: async (_, __, source) => offline.has(source.grantId ?? ""),
    expiresWithSession: () => false,
    rotateRefreshToken: false,
    ttl: {
      AccessToken: 60 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      Grant: 1440 * MINUTE_S,
      IdToken: 60 * MINUTE_S,
      Interaction: 30 * MINUTE_S,
      RefreshToken: 1440 * MINUTE_S,
      Session: 30 * MINUTE_S,
    },
    renderError: async (ctx, { error, error_description }) => {
      ctx.type = "html";
      ctx.set("content-security-policy", "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:");
      ctx.body = String(await errorPage("This sign-in cannot go on", error_description ?? error));
    },
    findAccount: async (_, sub) => {
      const person = people.get(sub);
      if (!person) return undefined;
      const name = `${person.given_name} ${person.family_name}`.trim();
      return { accountId: sub, claims: async () => ({ sub, ...person, name }) };
    },
  });
  return {
    provider,
    /** Stores the user and the consent; returns the grant. */
    async allow(person: Person, asked: { clientId: string; scope: string; isOffline: boolean }): Promise<string> {
      const accountId = subjectOf(person.email);
      people.set(accountId, person);
      const grant = new provider.Grant({ accountId, clientId: asked.clientId });
      grant.addOIDCScope(asked.scope);
      const grantId = await grant.save();
      if (asked.isOffline) offline.add(grantId);
      return grantId;
    },
  };
}

function metadata(
  { clientId, clientSecret, redirectUris }: Client,
  method: "client_secret_post" | "client_secret_basic",
) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    client_name: "Oja",
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: method,
  } satisfies ClientMetadata;
}
