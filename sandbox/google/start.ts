import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { errors } from "oidc-provider";
import type { GoogleSettings } from "#app/platform/provider-settings.server.ts";
import { listen, type Listening } from "../listen.ts";
import type { Markup } from "../page.ts";
import { serveFonts } from "../theme.ts";
import { choosePage, consentPage, errorPage, startPage, type Brand } from "./pages.ts";
import { readPerson, subjectOf } from "./people.ts";
import { createGoogleProvider, type Client, type GoogleProvider } from "./provider.ts";
import { GOOGLE_CSS } from "./style.ts";

export type GoogleSandbox = Listening & { settings: GoogleSettings };

type Env = { Bindings: HttpBindings };
type Ctx = Context<Env>;

/** Starts an OpenID provider that simulates Google, on its own origin. */
export async function startGoogleSandbox(
  options: Client & { port: number; host?: string; company?: Client },
): Promise<GoogleSandbox> {
  const { clientId, clientSecret, redirectUris, company } = options;
  let running: GoogleProvider | null = null;
  const app = pages(options, () => {
    if (!running) throw new Error("The provider is not ready.");
    return running;
  });
  const server = await listen(app as unknown as Hono, options);
  const issuer = server.url;
  try {
    running = await createGoogleProvider({ issuer, clientId, clientSecret, redirectUris, company });
  } catch (error) {
    await server.close();
    throw error;
  }
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

function pages({ redirectUris, company }: { redirectUris: string[]; company?: Client }, running: () => GoogleProvider) {
  // The answer of a form redirects to the shop, which the policy would otherwise block.
  const shops = [...new Set(redirectUris.map((uri) => new URL(uri).origin))].join(" ");
  const csp = `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self' ${shops}; base-uri 'none'; frame-ancestors 'none'`;
  const app = new Hono<Env>();
  const show = (c: Ctx, markup: Markup, status: 200 | 400 | 404 = 200) => {
    c.header("content-security-policy", csp);
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    return c.html(markup, status);
  };
  const brandOf = (params: Record<string, unknown>): Brand =>
    company && params["client_id"] === company.clientId ? "Company sign-in" : "Google sandbox";
  const details = (c: Ctx) => running().provider.interactionDetails(c.env.incoming, c.env.outgoing);
  const finish = async (c: Ctx, result: Record<string, unknown>) =>
    c.redirect(await running().provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);

  serveFonts(app as unknown as Hono);
  app.get("/", (c) => show(c, startPage(company && { ...company, issuer: running().provider.issuer })));
  app.get("/google.css", (c) => c.body(GOOGLE_CSS, 200, { "content-type": "text/css; charset=utf-8" }));
  app.use("/sign-in/*", bodyLimit({ maxSize: 16_384 }));
  app.get("/sign-in/:uid", async (c) => {
    const { uid, params } = await details(c);
    return show(c, choosePage({ uid, email: textOf(params["login_hint"]), brand: brandOf(params) }));
  });
  app.post("/sign-in/:uid", async (c) => {
    const { uid, params } = await details(c);
    const form = await c.req.parseBody();
    const person = readPerson(form);
    if ("problem" in person) {
      const email = textOf(form["email"]);
      return show(c, choosePage({ uid, problem: person.problem, email, brand: brandOf(params) }), 400);
    }
    return show(c, consentPage({ uid, person, isOffline: isOffline(params), brand: brandOf(params) }));
  });
  app.post("/sign-in/:uid/allow", async (c) => {
    const { uid, params } = await details(c);
    const person = readPerson(await c.req.parseBody());
    if ("problem" in person) return show(c, choosePage({ uid, problem: person.problem, brand: brandOf(params) }), 400);
    const asked = {
      clientId: String(params["client_id"]),
      scope: String(params["scope"]),
      isOffline: isOffline(params),
    };
    const grantId = await running().allow(person, asked);
    return await finish(c, { login: { accountId: subjectOf(person.email) }, consent: { grantId } });
  });
  app.post("/sign-in/:uid/cancel", async (c) => {
    await details(c);
    return await finish(c, { error: "access_denied", error_description: "The visitor pressed Cancel" });
  });

  // All other paths are the protocol's.
  app.all("*", async (c) => {
    await running().provider.callback()(c.env.incoming, c.env.outgoing);
    // Reading the body makes it a plain Response: one constructed after a server of Hono was started would be sent again.
    void RESPONSE_ALREADY_SENT.body;
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((error, c) => {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    return show(c, errorPage("This sign-in cannot go on", error.error_description ?? error.message), 400);
  });
  return app;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 200) : "";
}

function isOffline(params: Record<string, unknown>): boolean {
  return params["access_type"] === "offline";
}
