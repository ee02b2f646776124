import {
  Events,
  OAuth2Issuer,
  OAuth2Service,
  type AugmentedRequest,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  type TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { subjectOf, type Person, readPerson } from "./people.ts";

export type Client = { clientId: string; clientSecret: string; redirectUris: string[] };

/**
 * An OpenID provider for web clients: code flow with PKCE, RS256 identity tokens that include the profile. The user is in
 * the query of GET /auth, as the page sends it; without one the answer is access_denied. Keys are generated at the start.
 */
export async function createProvider(clients: readonly Client[]): Promise<OAuth2Service> {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate("RS256");
  const service = new OAuth2Service(issuer, { authorize: "/auth" });
  /** By code, until it is exchanged. */
  const signedIn = new Map<string, Person>();

  service.on(
    Events.BeforeAuthorizeRedirect,
    ({ url: { searchParams } }: MutableRedirectUri, { query }: AugmentedRequest) => {
      const person = readPerson(query);
      if (!("problem" in person)) return signedIn.set(searchParams.get("code") ?? "", person);
      searchParams.delete("code");
      searchParams.set("error", "access_denied");
    },
  );
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken, { body }: TokenRequestIncomingMessage) => {
    const person = signedIn.get(body.code ?? "");
    if (!person) return;
    const name = `${person.given_name} ${person.family_name}`.trim();
    Object.assign(payload, { ...person, name, sub: subjectOf(person.email) });
  });
  service.on(Events.BeforeResponse, (response: MutableResponse, request: TokenRequestIncomingMessage) => {
    const refuse = (statusCode: number, error: string) => Object.assign(response, { statusCode, body: { error } });
    if (!clients.some((client) => isClient(client, request))) return refuse(401, "invalid_client");
    const { code = "", code_verifier: verifier } = request.body;
    if (!signedIn.delete(code) || !verifier) refuse(400, "invalid_grant");
  });
  return service;
}

/** The client authenticates by the body or by the header; its values need no form encoding. */
function isClient({ clientId, clientSecret }: Client, { headers, body }: TokenRequestIncomingMessage): boolean {
  const { client_id, client_secret }: Record<string, unknown> = { ...body };
  if (client_id === clientId && client_secret === clientSecret) return true;
  return headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}
