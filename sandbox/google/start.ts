import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import type { OAuth2Service } from "oauth2-mock-server";
import type { GoogleSettings } from "#app/platform/provider-settings.server.ts";
import { listen, type Listening } from "../listen.ts";
import type { Markup } from "../page.ts";
import { serveLook } from "../theme.ts";
import { ANSWERS, choosePage, errorPage, startPage } from "./pages.ts";
import { readPerson } from "./people.ts";
import { createProvider, type Client } from "./provider.ts";
import { GOOGLE_CSS } from "./style.ts";

export type GoogleSandbox = Listening & { settings: GoogleSettings };

type Options = Client & { port: number; host?: string; company?: Client };
type Env = { Bindings: HttpBindings };

/**
 * Starts an OpenID provider that simulates Google, on its own origin; also a company's single sign-on if `company` is
 * given.
 */
export async function startGoogleSandbox(options: Options): Promise<GoogleSandbox> {
  const { clientId, clientSecret, company } = options;
  const provider = await createProvider(company ? [options, company] : [options]);
  const server = await listen(pages(options, provider) as unknown as Hono, options);
  const issuer = server.url;
  provider.issuer.url = issuer;
  const settings: GoogleSettings = {
    clientId,
    clientSecret,
    issuer,
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    jwksUrl: `${issuer}/jwks`,
  };
  return { ...server, settings };
}

function pages({ company, ...google }: Options, provider: OAuth2Service) {
  // The answer of a form redirects to the shop, which the policy would otherwise block.
  const shops = [...google.redirectUris, ...(company?.redirectUris ?? [])].map((uri) => new URL(uri).origin);
  const csp = `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self' ${[...new Set(shops)].join(" ")}; base-uri 'none'; frame-ancestors 'none'`;
  const app = new Hono<Env>();
  const show = (c: Context, markup: Markup, status: 200 | 400 = 200) => {
    c.header("content-security-policy", csp);
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    return c.html(markup, status);
  };

  serveLook(app as unknown as Hono);
  app.get("/", (c) => show(c, startPage(company && { ...company, issuer: provider.issuer.url ?? "" })));
  app.get("/google.css", (c) => c.body(GOOGLE_CSS, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/auth", async (c, next) => {
    const query = c.req.query();
    const client = [google, company].find((one) => one?.clientId === query["client_id"]);
    const reason = client ? refusal(client, query) : "The client is not known.";
    if (reason) return show(c, errorPage("This sign-in cannot go on", reason), 400);
    const asked = { query, isCompany: client === company };
    if (!ANSWERS.some((name) => name in query)) return show(c, choosePage(asked));
    const person = readPerson(query);
    if ("problem" in person && !("cancel" in query)) return show(c, choosePage({ ...asked, ...person }), 400);
    await next();
  });
  // All other paths are the protocol's.
  app.all("*", (c) => {
    provider.requestHandler(c.env.incoming, c.env.outgoing);
    // Reading the body makes it a plain Response: one constructed after a server of Hono was started would be sent again.
    void RESPONSE_ALREADY_SENT.body;
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}

/** Why the provider does not start this sign-in; null if it does. */
function refusal({ redirectUris }: Client, query: Record<string, string>): string | null {
  if (!redirectUris.includes(query["redirect_uri"] ?? "")) return "The redirect URI is not registered.";
  const isProtected = query["code_challenge"] && query["code_challenge_method"] === "S256";
  return isProtected ? null : "The request has no PKCE challenge (S256).";
}
