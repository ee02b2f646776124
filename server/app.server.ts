import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Auth } from "#app/features/accounts/engine/engine.server.ts";
import { authContext } from "#app/features/accounts/middleware.server.ts";
import { UNSUBSCRIBE_PATH } from "#app/features/newsletter/rules.ts";
import { paymentContext, type PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { hasIndex } from "#app/features/search/queries/product-index/current-index.server.ts";
import { lastStore } from "#app/features/settings/queries.server.ts";
import { isFromOwnPage, ownOrigins } from "#app/lib/origins.ts";
import { NUL_IN_ADDRESS } from "#app/platform/body.server.ts";
import {
  addressContext,
  cacheTagsContext,
  outageContext,
  routePatternContext,
  shopContext,
  structuredDataContext,
  type Bindings,
  type CacheTags,
  type Shop,
} from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { newRequestId, requestId } from "#app/platform/log.server.ts";
import { scriptSourcesContext } from "#app/platform/own-scripts.server.ts";
import { queueHealth } from "#app/platform/queue-health.server.ts";
import { trace, type OpenSpan } from "#app/platform/tracing/trace.server.ts";
import { outagePage } from "#app/shell/screens/outage-page.server.tsx";
import type { Migration } from "#db/client.server.ts";
import { events, type EventHubs } from "./events.server.ts";
import { functions } from "./functions.server.ts";
import { health } from "./health.server.ts";
import type { Made } from "./middleware/cached-page.server.ts";
import type { PageCache } from "./middleware/page-cache.server.ts";
import { pageKey } from "./middleware/page-key.server.ts";
import { contentSecurityPolicy, securityHeadersFor } from "./middleware/security.server.ts";
import { serviceWorkerScript } from "./service-worker.server.ts";
import { webhooks } from "./webhooks.server.ts";

/** `route` is the pattern of the page's route. */
type Types = { Bindings: Bindings; Variables: { route?: string } };

export type AppParts = {
  shop: Shop;
  auth: Auth;
  payments: PaymentProvider | null;
  cache: PageCache;
  hubs: EventHubs;
  clientDir: string;
  /** The migrations of this build. */
  migrations: readonly Migration[];
};

const UNREADABLE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>This address cannot be read</title><h1>This address cannot be read</h1>
<p>It contains an empty character (%00), which no search and no page has. <a href="/">Go to the shop</a></p></html>`;

/** Static files of every page, and requests of monitors: logged at debug level. */
const QUIET = /^\/(assets|files|music)\/|^\/(healthz|readyz)$|^\/[^/]+\.(ico|svg|png|txt|webmanifest)$|^\/sw\.js$/;
/** Scripts, styles, fonts and pictures: a first page has twenty, and each header more takes time on a slow connection. */
const isFile = (path: string) => /^\/(assets|files)\//.test(path);
/** Pages whose forms may redirect to the payment provider. */
const PAYS = /^\/checkout\/?$|^\/(custom-order|checkout\/pay)\/[^/]+$/;
const YEAR = "public, max-age=31536000, immutable";

/**
 * The shop as a function from Request to Response; middleware runs in the order of this file. The listener answers page
 * cache hits before this (start.server.ts).
 */
export function createApp({ shop, auth, payments, cache, hubs, clientDir, migrations }: AppParts): Hono<Types> {
  const app = new Hono<Types>();
  const allowedActionOrigins = ownOrigins(shop.baseUrl).map((origin) => new URL(origin).host);
  const handle = createRequestHandler(
    { ...(build as unknown as ServerBuild), allowedActionOrigins },
    import.meta.env.MODE,
  );

  // Request id and access log. The path only: query strings and the paths below contain tokens.
  app.use(async (c, next) => {
    const started = performance.now();
    const id = newRequestId();
    const serve = async (span: OpenSpan) => {
      await next();
      const { path } = c.req;
      if (!isFile(path)) c.res.headers.set("X-Request-Id", id);
      const { status } = c.res;
      span.set({ route: c.get("route") ?? routePath(c), status });
      const line = { method: c.req.method, path: withoutToken(path), status };
      const level = status >= 500 ? "warn" : QUIET.test(path) ? "debug" : "info";
      shop.log[level]({ ...line, ms: Math.round(performance.now() - started) }, "request");
    };
    await requestId.run(id, () => trace("request", { method: c.req.method }, serve));
  });

  // Security headers; pages get them in `render`, so that cached pages include them.
  const securityHeaders = securityHeadersFor(shop.baseUrl);
  app.use(async (c, next) => {
    await next();
    const headers = isFile(c.req.path) ? securityHeaders.files : securityHeaders.documents;
    for (const [name, value] of headers) c.res.headers.set(name, value);
  });

  app.use(async (c, next) => (NUL_IN_ADDRESS.test(c.req.url) ? c.html(UNREADABLE, 400) : await next()));
  app.route(
    "/",
    health(shop.database, migrations, {
      queues: () => queueHealth(shop.db),
      hasListings: () => hasIndex(shop.db),
    }),
  );

  // Static files: the build, then pictures.
  app.use(
    "/assets/*",
    serveStatic({ root: clientDir, precompressed: true, onFound: (_, c) => c.header("Cache-Control", YEAR) }),
  );
  app.use(
    "/files/*",
    serveStatic({
      root: shop.env.FILES_DIR,
      rewriteRequestPath: (path) => path.slice("/files".length),
      onFound: (_, c) => c.header("Cache-Control", YEAR),
    }),
  );
  // Uploads in an object store are served at the same addresses: its bucket can be private.
  app.get("/files/*", async (c, next) => {
    const file = await shop.files.read(c.req.path.slice("/files/".length));
    return file ? c.body(file.body, 200, { "Content-Type": file.type, "Cache-Control": YEAR }) : await next();
  });
  app.all("/assets/*", (c) => c.text("Not found", 404));
  app.all("/files/*", (c) => c.text("Not found", 404));
  for (const path of ["/:file{[^/]+\\.(?:ico|svg|png|txt)}", "/music/*"]) {
    app.get(
      path,
      serveStatic({ root: clientDir, onFound: (_, c) => c.header("Cache-Control", "public, max-age=86400") }),
    );
  }

  // Sign-in. The visitor's address comes from the listener, never from a header of the visitor.
  const askAuth = async (request: Request, address: string | undefined) => {
    const headers = new Headers(request.headers);
    headers.delete("x-client-ip");
    if (address) headers.set("x-client-ip", address);
    return await auth.handler(new Request(request, { headers }));
  };
  app.on(["GET", "POST"], "/api/auth/*", async (c) => {
    const response = await askAuth(c.req.raw, c.env.address);
    response.headers.set("Cache-Control", "no-store");
    const wait = response.headers.get("X-Retry-After");
    if (wait) response.headers.set("Retry-After", wait);
    return response;
  });
  app.get("/.well-known/jwks.json", async (c) => {
    const keys = new URL("/api/auth/.well-known/jwks.json", shop.baseUrl);
    const response = await askAuth(new Request(keys, c.req.raw), c.env.address);
    if (response.ok) response.headers.set("Cache-Control", "public, max-age=300");
    return response;
  });

  // Before the compression, which would buffer events.
  app.route("/", events(auth, hubs, shop.env.ADMIN_SECOND_FACTOR));

  app.use(compress());
  const { assets } = build as unknown as ServerBuild;
  app.route("/", serviceWorkerScript(assets.version, shop.env.SERVICE_WORKER));
  app.route("/", webhooks(shop, payments));
  app.route("/", functions(shop, payments, auth));

  // The cross-site check, then the page cache, then React Router.
  app.all("*", async (c) => {
    // Mail programs post to the unsubscribe address directly; its token identifies the subscription.
    const isOpen = ["GET", "HEAD"].includes(c.req.method) || c.req.path === UNSUBSCRIBE_PATH;
    if (!isOpen && !isFromOwnPage(c.req.raw.headers, shop.baseUrl)) {
      shop.log.info(
        { origin: c.req.header("Origin") },
        "a form from elsewhere was refused: see BASE_URL if it is ours",
      );
      return errorResponse("forbidden", "This can only be done on the shop's own pages.");
    }
    const key = pageKey(c.req.method, new URL(c.req.url).pathname + new URL(c.req.url).search);
    const asked = key === null ? c.req.raw : canonicalRequest(c.req.raw, key, shop.baseUrl);
    let route: string | undefined;
    const make = async () => {
      const page = () => render(asked, c.env.address ?? "unknown");
      const made = await trace("page render", {}, () => (key === null ? page() : shop.database.publicReads(page)));
      ({ route } = made);
      return made;
    };
    const isCached = key !== null && c.req.method === "GET";
    const response = isCached
      ? await trace("cache fill", {}, () => cache.fill(key, c.req.header("Accept-Encoding"), make))
      : (await make()).response;
    c.set("route", route ?? cache.routeOf(key ?? ""));
    return response;
  });

  app.onError((error) => {
    shop.log.error({ err: error }, "request failed");
    return unavailable();
  });

  return app;

  async function render(request: Request, address: string): Promise<Made> {
    const context = new RouterContextProvider();
    const scripts: string[] = [];
    const cacheTags: CacheTags = { products: new Set(), mayCache: true };
    const { products } = cacheTags;
    context.set(shopContext, shop);
    context.set(authContext, auth);
    context.set(paymentContext, payments);
    context.set(cacheTagsContext, cacheTags);
    context.set(structuredDataContext, []);
    context.set(addressContext, address);
    context.set(scriptSourcesContext, scripts);
    const outage = { isAway: false };
    context.set(outageContext, outage);
    const matched = { pattern: "other" };
    context.set(routePatternContext, matched);
    const handled = await handle(request, context);
    const isData = new URL(request.url).pathname.endsWith(".data");
    const route = `/${matched.pattern.replace(/^\//, "")}${isData ? ".data" : ""}`;
    const isAway = outage.isAway && handled.status >= 500 && isPage(request, handled);
    if (isAway) scripts.length = 0;
    const response = isAway ? away(request) : withoutBareFailure(request, handled);
    // Set in place: a copy would read the page through a stream.
    const { headers } = response;
    for (const [name, value] of securityHeaders.documents) headers.set(name, value);
    if (!cacheTags.mayCache || response.status >= 500) headers.set("Cache-Control", "no-store");
    const about = { products, route, isAway: outage.isAway };
    if (!headers.get("Content-Type")?.startsWith("text/html")) return { response, ...about };
    const needsPayment = payments && PAYS.test(new URL(request.url).pathname);
    headers.set("Content-Security-Policy", contentSecurityPolicy(scripts, needsPayment ? payments : undefined));
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
    return { response, ...about };
  }

  /** Without a database: no page can be rendered, and crawlers come again. */
  function away({ url }: Request): Response {
    const { pathname, search } = new URL(url);
    const stylesheets = assets.routes["root"]?.css ?? [];
    const html = outagePage({ store: lastStore(shop), stylesheets, address: shop.baseUrl + pathname + search });
    const headers = { "Content-Type": "text/html; charset=utf-8", "Retry-After": RETRY_SECONDS };
    return new Response(html, { status: 503, headers });
  }
}

const RETRY_SECONDS = "5";

/** Data of a navigation and JSON are no pages; a route without a page that throws answers plain text. */
function isPage(request: Request, { headers }: Response): boolean {
  const type = headers.get("Content-Type") ?? "";
  return type.startsWith("text/html") || (type.startsWith("text/plain") && wantsPage(request));
}

const wantsPage = (request: Request) => request.headers.get("Accept")?.includes("text/html") ?? false;

/** For unexpected errors, mostly a database that is briefly unavailable. */
function unavailable(): Response {
  const message = "Something went wrong on our side. Please try again.";
  return errorResponse("unavailable", message, { "Retry-After": RETRY_SECONDS, "Cache-Control": "no-store" });
}

/** React Router answers plain text if a route without a page throws: other clients than pages get JSON. */
function withoutBareFailure(request: Request, response: Response): Response {
  const isBare = response.status === 500 && response.headers.get("Content-Type")?.startsWith("text/plain");
  return isBare && !wantsPage(request) ? unavailable() : response;
}

/** A path for the log, without the token that gives access to an order. */
function withoutToken(path: string): string {
  return path.replace(/^(\/checkout\/(?:return|pay)\/|\/custom-order\/).+/, "$1...");
}

/**
 * The same request with the shop's own origin and without unknown query parameters: one entry serves all, and no
 * visitor's Host header gets into a cached page.
 */
function canonicalRequest(request: Request, key: string, baseUrl: string): Request {
  return new Request(new URL(key, baseUrl), {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
  });
}
