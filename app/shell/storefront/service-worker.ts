/** The used part of a service worker's global scope; the project's types are those of pages. */
type Scope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: (type: string, listener: (event: WorkerEvent) => void) => void;
};
type WorkerEvent = {
  data: unknown;
  request: Request;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (response: Promise<Response>) => void;
};

/** Messages of a page to the worker: save the page with its files, or activate the new worker. */
export type WorkerMessage = { page: string; files: string[] } | "activate";

/**
 * The shop's service worker (/sw.js); it must be self-contained. It saves scripts, styles, fonts, pictures and recently
 * visited public pages for offline use. Pages are network-first. It saves a response only if the server marks it
 * "public", and nothing below the private paths.
 */
export function serviceWorker(version: string): void {
  const scope = globalThis as unknown as Scope;
  const PREFIX = "oja-";
  const PAGES = `${PREFIX}pages-${version}`;
  const ASSETS = `${PREFIX}assets-${version}`;
  const PICTURES = `${PREFIX}pictures-${version}`;
  const LIMITS: Record<string, number> = { [PAGES]: 60, [ASSETS]: 150, [PICTURES]: 200 };
  const CLOSED =
    /^\/(admin|profile|checkout|api|auth|functions|webhooks|events|login|signup|forgot-password|custom-order|newsletter|cart\/)/;
  const AT = "X-Saved-At";
  const isClosed = (url: string) => CLOSED.test(new URL(url).pathname);
  const pageUrl = (url: string) => url.split("#", 1)[0] ?? url;

  const put = async (name: string, url: string, response: Response) => {
    const cache = await caches.open(name);
    await cache.delete(url);
    await cache.put(url, response);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - (LIMITS[name] ?? 0)))) await cache.delete(old);
  };
  const isPublic = (response: Response) =>
    response.status === 200 &&
    response.type === "basic" &&
    !response.redirected &&
    /\bpublic\b/.test(response.headers.get("Cache-Control") ?? "");
  /** The response with its age, without a content encoding, because the body is decoded. */
  const dated = (response: Response, at: string, body: BodyInit | null) => {
    const headers = new Headers(response.headers);
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    headers.set(AT, at);
    return new Response(body, { status: 200, headers });
  };
  const savePage = async (url: string, response: Response) => {
    if (isPublic(response)) await put(PAGES, url, dated(response, new Date().toISOString(), await response.blob()));
  };

  const fromSavedPages = async (request: Request): Promise<Response> => {
    const saved = await caches.match(pageUrl(request.url), { cacheName: PAGES });
    if (saved && request.mode !== "navigate") return saved;
    if (saved) {
      const at = saved.headers.get(AT) ?? "";
      return dated(saved, at, (await saved.text()).replace("<html ", `<html data-saved="${at}" `));
    }
    if (request.mode !== "navigate") return Response.error();
    return offlinePage(request.url);
  };

  const page = async (event: WorkerEvent): Promise<Response> => {
    const { request } = event;
    try {
      // Prices and stock of the browser's own copy may be those of an earlier view.
      const response = await fetch(request, { cache: "no-cache" });
      if (!isClosed(request.url)) event.waitUntil(savePage(pageUrl(request.url), response.clone()));
      return response;
    } catch (error) {
      if (request.mode !== "navigate" && isClosed(request.url)) throw error;
      return await fromSavedPages(request);
    }
  };

  /** Files whose address changes with their content. */
  const file = async (event: WorkerEvent, name: string): Promise<Response> => {
    const { request } = event;
    const saved = await caches.match(request.url, { cacheName: name });
    if (saved) return saved;
    const response = await fetch(request);
    if (isPublic(response)) event.waitUntil(put(name, request.url, response.clone()));
    return response;
  };
  const drawing = async (event: WorkerEvent): Promise<Response> => {
    try {
      const response = await fetch(event.request);
      if (isPublic(response)) event.waitUntil(put(PICTURES, event.request.url, response.clone()));
      return response;
    } catch {
      return (await caches.match(event.request.url, { cacheName: PICTURES })) ?? Response.error();
    }
  };

  /** The page for an address that was not saved: a list of the saved pages. */
  async function offlinePage(url: string): Promise<Response> {
    const cache = await caches.open(PAGES);
    const links: string[] = [];
    for (const key of (await cache.keys()).toReversed()) {
      const saved = await cache.match(key);
      const title = /<title>([^<]*)<\/title>/.exec((await saved?.text()) ?? "")?.[1];
      const { pathname, search } = new URL(key.url);
      const href = (pathname + search).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      if (title && links.length < 20) links.push(`<li><a href="${href}">${title}</a></li>`);
    }
    const reason = isClosed(url)
      ? "This page needs a connection. Your cart is safe in this browser."
      : "This page was not opened on this device before, so it cannot be shown now.";
    const html = `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>No connection</title><style>body{margin:0;background:#faf7f2;color:#14201b;font:1rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:auto;padding:2.5rem 1rem}h1{margin:0 0 .5rem}a{color:#0f5b3e}.again{display:inline-flex;align-items:center;min-height:44px;padding:0 1.25rem;border-radius:.75rem;background:#0f5b3e;color:#fff;font-weight:600;text-decoration:none}ul{padding:0;list-style:none}li a{display:flex;align-items:center;min-height:44px}</style></head><body><main><h1>No connection</h1><p>${reason}</p><p><a class="again" href="">Try again</a></p>${links.length > 0 ? `<h2>Pages you can read now</h2><ul>${links.join("")}</ul>` : ""}</main></body></html>`;
    return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  const save = async ({ page: address, files }: Exclude<WorkerMessage, string>) => {
    const url = pageUrl(address);
    const isPicture = (one: string) => new URL(one).pathname.startsWith("/files/");
    for (const one of files) {
      const name = isPicture(one) ? PICTURES : ASSETS;
      if (name === PICTURES && isClosed(url)) continue;
      if (await caches.match(one, { cacheName: name })) continue;
      // It was loaded just now, so the browser has it cached.
      const response = await fetch(one, { cache: "force-cache" }).catch(() => null);
      if (response && isPublic(response)) await put(name, one, response);
    }
    if (isClosed(url)) return;
    const known = await caches.match(url, { cacheName: PAGES });
    const age = Date.now() - Date.parse(known?.headers.get(AT) ?? "");
    if (age < 60_000) return;
    const response = await fetch(url, { cache: "no-cache", headers: { Accept: "text/html" } }).catch(() => null);
    if (response) await savePage(url, response);
  };

  scope.addEventListener("activate", (event) => {
    const clear = async () => {
      const current = Object.keys(LIMITS);
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !current.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
      await scope.clients.claim();
    };
    event.waitUntil(clear());
  });
  scope.addEventListener("message", (event) => {
    const message = event.data as WorkerMessage;
    event.waitUntil(message === "activate" ? scope.skipWaiting() : save(message));
  });
  scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate" || pathname.endsWith(".data")) return event.respondWith(page(event));
    if (pathname.startsWith("/assets/")) return event.respondWith(file(event, ASSETS));
    // Pictures of admin or account pages are private.
    if (request.referrer !== "" && isClosed(request.referrer)) return;
    if (pathname.startsWith("/files/") && request.destination === "image")
      return event.respondWith(file(event, PICTURES));
    if (/^\/[^/]+\.(svg|png|ico|webmanifest)$/.test(pathname)) event.respondWith(drawing(event));
  });
}

/** The worker of SERVICE_WORKER=0: deletes everything saved and unregisters itself. Open pages stay as they are. */
export function serviceWorkerOff(): void {
  const scope = globalThis as unknown as Scope & { registration: { unregister: () => Promise<boolean> } };
  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener("activate", (event) => {
    const end = async () => {
      for (const name of await caches.keys()) if (name.startsWith("oja-")) await caches.delete(name);
      await scope.registration.unregister();
    };
    event.waitUntil(end());
  });
}
