import { z } from "zod";
import { SafeFetchError, type SafeFetch, type SafeFetchReason } from "#app/platform/ssrf-safe-fetch.server.ts";

/** Settings of a provider: its endpoints and the client credentials. */
export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: "basic" | "post";
  authorizationEndpoint: string;
  tokenEndpoint: string;
  jwksEndpoint: string;
  userInfoEndpoint: string | null;
};

export type Entered = Pick<ProviderSettings, "issuer" | "clientId" | "clientSecret">;
export type Discovered =
  | { ok: true; settings: ProviderSettings }
  | { ok: false; field: "issuer" | "clientSecret"; message: string };

const document = z.object({
  issuer: z.string().max(500),
  authorization_endpoint: z.string().max(2000).optional(),
  token_endpoint: z.string().max(2000).optional(),
  jwks_uri: z.string().max(2000).optional(),
  userinfo_endpoint: z.string().max(2000).nullish(),
});
const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

const MESSAGES: Record<SafeFetchReason, string> = {
  address: "Please enter an address such as https://login.example.com.",
  insecure: "The address has to begin with https://.",
  private: "This address is in a private network. The shop talks with it only if its operator says so (SSO_ORIGINS).",
  unreachable: "Nothing answers at this address. Please check it, and try again.",
  too_big: "What answers at this address is no OpenID Connect provider.",
};

/**
 * Loads the issuer's OpenID Connect configuration and checks the client. Errors are messages for the form field that
 * can fix them.
 */
export async function discoverProvider(
  safeFetch: SafeFetch,
  entered: Entered,
  redirectUri: string,
): Promise<Discovered> {
  const atIssuer = (message: string): Discovered => ({ ok: false, field: "issuer", message });
  const address = `${entered.issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
  let found: z.infer<typeof document>;
  try {
    const { status, text } = await safeFetch.ask(address);
    if (status !== 200) return atIssuer(`There is no OpenID Connect provider here: ${address} answers ${status}.`);
    const parsed = document.safeParse(parseJsonObject(text));
    if (!parsed.success) return atIssuer(MESSAGES.too_big);
    found = parsed.data;
  } catch (error) {
    return atIssuer(MESSAGES[reasonOf(error)]);
  }
  if (withoutSlash(found.issuer) !== withoutSlash(entered.issuer)) {
    return atIssuer(`This provider calls itself ${found.issuer}. Please enter that address.`);
  }
  const missing = NEEDED.find((name) => !found[name]);
  if (missing) return atIssuer(`This provider does not tell its ${missing}, which the shop needs.`);
  const { authorization_endpoint = "", token_endpoint = "", jwks_uri = "", userinfo_endpoint } = found;
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? token_endpoint]) {
    const problem = safeFetch.problemOf(endpoint);
    if (problem)
      return atIssuer(`This provider names an address that the shop does not use: ${endpoint.slice(0, 200)}`);
  }
  const settings = {
    ...entered,
    issuer: found.issuer,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    jwksEndpoint: jwks_uri,
    userInfoEndpoint: userinfo_endpoint ?? null,
  };
  try {
    for (const tokenAuth of ["basic", "post"] as const) {
      const candidate = { ...settings, tokenAuth };
      const answer = await askToken(safeFetch, candidate, { code: "is-this-client-known", redirect_uri: redirectUri });
      if (!isRefusedClient(answer)) return { ok: true, settings: candidate };
    }
  } catch (error) {
    return atIssuer(MESSAGES[reasonOf(error)]);
  }
  const message = "The provider does not accept this client id with this secret.";
  return { ok: false, field: "clientSecret", message };
}

/** Exchanges a code at the token endpoint with the configured client. Throws SafeFetchError. */
export async function askToken(
  safeFetch: SafeFetch,
  settings: ProviderSettings,
  input: { code: string; redirect_uri: string; code_verifier?: string },
): Promise<Record<string, unknown>> {
  const { clientId, clientSecret, tokenAuth, tokenEndpoint } = settings;
  const body = new URLSearchParams({ grant_type: "authorization_code", ...input });
  const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
  if (tokenAuth === "post") {
    body.set("client_id", clientId);
    body.set("client_secret", clientSecret);
  } else {
    const credentials = [clientId, clientSecret].map(formEncoded).join(":");
    headers["Authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  const { text } = await safeFetch.ask(tokenEndpoint, { method: "POST", headers, body: body.toString() });
  return parseJsonObject(text) ?? {};
}

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isRefusedClient = (answer: Record<string, unknown>) =>
  answer["error"] === "invalid_client" || answer["error"] === "unauthorized_client";

const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, "");

/** RFC 6749 section 2.3.1: both parts of the basic credentials are form-encoded first. */
const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

function reasonOf(error: unknown): SafeFetchReason {
  if (error instanceof SafeFetchError) return error.reason;
  throw error;
}
