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

  const link = "inline-flex min-h-11 items-center font-semibold";
  /** The page for an address that was not saved, in the saved pages' style: a list of them. */
  async function offlinePage(url: string): Promise<Response> {
    const cache = await caches.open(PAGES);
    const links: string[] = [];
    let styles = "";
    let shopName = "";
    for (const key of (await cache.keys()).toReversed()) {
      const document = (await (await cache.match(key))?.text()) ?? "";
      const [title = "", ...name] = (/<title>([^<]*)<\/title>/.exec(document)?.[1] ?? "").split(" | ");
      const { pathname, search } = new URL(key.url);
      const href = (pathname + search).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      if (title && links.length < 20)
        links.push(`<li><a class="${link} text-forest underline" href="${href}">${title}</a></li>`);
      styles ||= (document.match(/<link rel="stylesheet"[^>]*>/g) ?? []).join("");
      shopName ||= name.at(-1) ?? "";
    }
    const reason = isClosed(url)
      ? "This page needs a connection. Your cart is safe in this browser."
      : "This page was not opened on this device before, so it cannot be shown now.";
    const header = shopName
      ? `<header class="border-b border-line bg-white"><a href="/" class="page-width flex min-h-16 items-center font-display text-[1.75rem] font-extrabold text-forest">${shopName}</a></header>`
      : "";
    const list =
      links.length > 0
        ? `<h2 class="mt-8 font-display text-xl font-bold">Pages you can read now</h2><ul class="mt-2">${links.join("")}</ul>`
        : "";
    const html = `<!doctype html><html lang="en-NG" data-typefaces><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>No connection</title>${styles}</head><body>${header}<main class="page-width max-w-2xl py-10"><h1 class="font-display text-3xl font-extrabold">No connection</h1><p class="mt-2 mb-5 text-muted">${reason}</p><a class="${link} rounded-xl bg-forest px-5 text-white" href="">Try again</a>${list}</main></body></html>`;
    return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  const saveFiles = async (files: string[], url: string) => {
    const isPicture = (one: string) => new URL(one).pathname.startsWith("/files/");
    for (const one of files) {
      const name = isPicture(one) ? PICTURES : ASSETS;
      if (name === PICTURES && isClosed(url)) continue;
      if (await caches.match(one, { cacheName: name })) continue;
      // It was loaded just now, so the browser has it cached.
      const response = await fetch(one, { cache: "force-cache" }).catch(() => null);
      if (response && isPublic(response)) await put(name, one, response);
    }
  };
  const save = async ({ page: address, files }: Exclude<WorkerMessage, string>) => {
    const url = pageUrl(address);
    await saveFiles(files, url);
    if (isClosed(url)) return;
    const known = await caches.match(url, { cacheName: PAGES });
    const age = Date.now() - Date.parse(known?.headers.get(AT) ?? "");
    if (age < 60_000) return;
    const response = await fetch(url, { cache: "no-cache", headers: { Accept: "text/html" } }).catch(() => null);
    if (!response) return;
    await savePage(url, response.clone());
    // A page that is saved without being shown, the cart, has files that no page has loaded.
    const own = new Set((await response.text()).match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    await saveFiles(
      [...own].map((path) => new URL(path, url).href),
      url,
    );
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
