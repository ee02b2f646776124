import { useSyncExternalStore } from "react";
import type { HydratedRouterProps } from "react-router/dom";

/** Header of responses that the service worker saved: the time, as ISO text. */
const SAVED_AT = "X-Saved-At";

type RouterFetch = NonNullable<HydratedRouterProps["unstable_fetch"]>;

/** Page requests that wait for the connection. */
const waiting = new Set<() => void>();
const watchers = new Set<() => void>();

declare global {
  interface Window {
    /** Called by the router before it imports a page's files; see vite.config.ts. */
    onRouteLoaded?: (route: { module: string; imports?: string[] }) => Promise<void>;
    /** Called by the router instead of a reload if an import fails anyway. */
    whenRouteFailed?: () => void;
    /** The router, which registers itself here; read only. */
    __reactRouterDataRouter?: {
      state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
    };
  }
}

/**
 * `fetch` for page data: when offline, a navigation waits instead of failing, so that the current page stays, and
 * retries on `retryNavigation` or when the browser is online. Another navigation cancels the wait.
 */
export const fetchPage: RouterFetch = async (request, { type }) => {
  if (type !== "navigation" || request.method !== "GET" || isWithinProfile(request))
    return noteAge(await fetch(request));
  return await untilConnected(async () => {
    const response = noteAge(await fetchOrOpenSaved(request));
    return response.body ? new Response(await response.arrayBuffer(), response) : response;
  }, request.signal);
};

/** Waits until a page's files can be loaded, so that importing them, which the browser tries only once, succeeds. */
async function onRouteLoaded({ module, imports = [] }: { module: string; imports?: string[] }): Promise<void> {
  const load = async (address: string) => void (await (await fetch(address)).arrayBuffer());
  await Promise.all([module, ...imports].map((address) => untilConnected(() => load(address))));
}

/** Opens the requested page as a document: a browser does not retry a failed import, for example of a prefetch. */
function whenRouteFailed(): void {
  const { pathname, search, hash } = window["__reactRouterDataRouter"]?.state.navigation.location ?? location;
  location.assign(pathname + search + hash);
}

/** Called once in the browser, before the router starts. */
export function waitForRoutes(): void {
  window.onRouteLoaded = onRouteLoaded;
  window.whenRouteFailed = whenRouteFailed;
  addEventListener("online", retryNavigation);
}

/** Retries every request that waits for the connection. */
export function retryNavigation(): void {
  const all = [...waiting];
  waiting.clear();
  for (const again of all) again();
  notify();
}

/** Whether a navigation waits because the browser is offline. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => waiting.size > 0,
    () => false,
  );
}

/** Reports whether the page's data was saved earlier, and when: see offline-notice.tsx. */
function noteAge(response: Response): Response {
  const at = response.headers.get(SAVED_AT);
  const { dataset } = document.documentElement;
  if (at) dataset["saved"] = at;
  else delete dataset["saved"];
  return response;
}

/** When offline, a page of which only the document was saved is opened as a document. */
async function fetchOrOpenSaved(request: Request): Promise<Response> {
  try {
    return await fetch(request.clone());
  } catch (error) {
    const page = new URL(request.url);
    page.pathname = page.pathname.replace(/(\/_root|\/_)?\.data$/, "") || "/";
    page.searchParams.delete("_routes");
    if (!request.signal.aborted && (await globalThis.caches?.match(page.href))) location.assign(page);
    throw error;
  }
}

/** The profile's parts have their own messages for failed loads. */
function isWithinProfile(request: Request): boolean {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  return path === location.pathname && path.startsWith("/profile");
}

async function untilConnected<Result>(ask: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // A failed connection is a TypeError; an aborted request is not.
      if (!(error instanceof TypeError) || signal?.aborted) throw error;
      await connectionOrAbort(signal);
    }
  }
}

function connectionOrAbort(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(resolve);
      notify();
      reject(signal?.reason as Error);
    };
    waiting.add(resolve);
    signal?.addEventListener("abort", stop, { once: true });
    notify();
  });
}

function notify(): void {
  for (const watcher of watchers) watcher();
}
