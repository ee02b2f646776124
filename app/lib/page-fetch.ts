import { useSyncExternalStore } from "react";
import type { HydratedRouterProps } from "react-router/dom";

/** On answers that the service worker saved earlier: when, as ISO text. */
const SAVED_AT = "X-Saved-At";

type RouterFetch = NonNullable<HydratedRouterProps["unstable_fetch"]>;

/** Requests of pages that wait until the connection is back. */
const waiting = new Set<() => void>();
const watchers = new Set<() => void>();

declare global {
  interface Window {
    /** Called by the router before it imports the files of a page; see vite.config.ts. */
    whenRouteCame?: (route: { module: string; imports?: string[] }) => Promise<void>;
    /** Called by the router instead of a reload when an import failed all the same. */
    whenRouteFailed?: () => void;
    /** The router, which puts itself here; only what is read. */
    __reactRouterDataRouter?: {
      state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
    };
  }
}

/**
 * `fetch` for the data of pages: a navigation waits while there is no connection instead of failing, so that the page
 * that is shown stays, and asks again on `tryAgain` or when the browser is online. Another navigation ends the wait.
 */
export const fetchPage: RouterFetch = async (request, { type }) => {
  if (type !== "navigation" || request.method !== "GET" || isWithinProfile(request))
    return noteAge(await fetch(request));
  return await untilConnected(async () => {
    const response = noteAge(await fetchOrOpenSaved(request));
    return response.body ? new Response(await response.arrayBuffer(), response) : response;
  }, request.signal);
};

/** Waits until the files of a page can be had, so that importing them, which the browser tries only once, succeeds. */
async function whenRouteCame({ module, imports = [] }: { module: string; imports?: string[] }): Promise<void> {
  const load = async (address: string) => void (await (await fetch(address)).arrayBuffer());
  await Promise.all([module, ...imports].map((address) => untilConnected(() => load(address))));
}

/**
 * Opens the page that was asked for as a document: a browser that could not import a file once, for example ahead of a
 * tap, does not ask for it again.
 */
function whenRouteFailed(): void {
  const { pathname, search, hash } = window["__reactRouterDataRouter"]?.state.navigation.location ?? location;
  location.assign(pathname + search + hash);
}

/** To be called once in the browser, before the router starts. */
export function waitForRoutes(): void {
  window.whenRouteCame = whenRouteCame;
  window.whenRouteFailed = whenRouteFailed;
  addEventListener("online", tryAgain);
}

/** Repeats every request that waits for the connection. */
export function tryAgain(): void {
  const all = [...waiting];
  waiting.clear();
  for (const again of all) again();
  notify();
}

/** Whether a page is waiting because there is no connection. */
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

/** Tells the page whether what it shows was saved earlier, and when: see offline-notice.tsx. */
function noteAge(response: Response): Response {
  const at = response.headers.get(SAVED_AT);
  const { dataset } = document.documentElement;
  if (at) dataset["saved"] = at;
  else delete dataset["saved"];
  return response;
}

/** Without a connection a page of which only the document was saved is opened as one. */
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

/** The parts of the profile say in words of their own what did not come. */
function isWithinProfile(request: Request): boolean {
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  return path === location.pathname && path.startsWith("/profile");
}

async function untilConnected<Result>(ask: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // A broken connection is a TypeError; an aborted request is not.
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
