import { useEffect, useSyncExternalStore } from "react";
import { createPath, useNavigation, useRevalidator } from "react-router";
import type { HydratedRouterProps } from "react-router/dom";

/** Header of responses that the service worker saved: the time, as ISO text. */
const SAVED_AT = "X-Saved-At";

type RouterFetch = NonNullable<HydratedRouterProps["unstable_fetch"]>;

/** Page requests that wait for the connection. */
const waiting = new Set<() => void>();
/** The number of retries so far. */
let retries = 0;
const watchers = new Set<() => void>();

/** Whether a page's program failed to load: browsers do not load a failed module again in the same document. */
let isProgramMissing = false;

/**
 * `fetch` for page data: when offline, a navigation waits instead of failing, so that the current page stays, and
 * retries on `retryNavigation` or when the browser is online. Another navigation cancels the wait.
 */
export const fetchPage: RouterFetch = async (request, { type }) => {
  if (type !== "navigation" || request.method !== "GET" || isWithinProfile(request))
    return await received(await fetchFresh(request));
  return await untilConnected(async () => await received(await fetchOrOpenSaved(request)), request.signal);
};

/** Asks the server even if the browser has a prefetched copy, whose prices and stock may be those of a minute ago. */
function fetchFresh(request: Request): Promise<Response> {
  return fetch(request.clone(), request.method === "GET" ? { cache: "no-cache" } : {});
}

/** The whole response: the router's decoder leaves the abort of a stream uncaught. */
async function received(response: Response): Promise<Response> {
  noteAge(response);
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/**
 * Keeps the page when the router reloads it because the program of another page failed to load: offline, a reload loses
 * the page. `useDocumentInstead` then opens the other page. Called once in the browser, before the router starts.
 */
export function keepPage(): void {
  addEventListener("online", retryNavigation);
  if (!import.meta.env.DEV) navigationApi()?.addEventListener("navigate", refuseReload);
}

/** Reloads the page for a button that says so. */
export function reloadPage(): void {
  navigationApi()?.removeEventListener("navigate", refuseReload);
  location.reload();
}

/** A reload by the browser's own button is not cancelable. */
function refuseReload(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || !event.cancelable) return;
  event.preventDefault();
  isProgramMissing = true;
  notify();
}

/** Safari and Firefox of 2025 lack it: there the page reloads, and the service worker answers if it can. */
const navigationApi = () => globalThis.navigation as Navigation | undefined;

/** Once a program is missing, opens each requested page as a document as soon as the server answers. */
export function useDocumentInstead(): void {
  const { location: next, state } = useNavigation();
  const isMissing = useSyncExternalStore(
    watch,
    () => isProgramMissing,
    () => false,
  );
  const href = isMissing && state === "loading" ? createPath(next) : null;
  useEffect(() => {
    if (href === null) return;
    const navigation = new AbortController();
    const ask = () => fetch("/healthz", { cache: "no-store", signal: navigation.signal });
    untilConnected(ask, navigation.signal).then(
      () => location.assign(href),
      () => {},
    );
    return () => navigation.abort();
  }, [href]);
}

/** Reads the page's data again when the browser shows the page as it was left (back/forward cache). */
export function useFreshAfterBack(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) void revalidate();
    };
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, [revalidate]);
}

/** Retries every request that waits for the connection. */
export function retryNavigation(): void {
  const all = [...waiting];
  retries += 1;
  waiting.clear();
  for (const again of all) again();
  notify();
}

/** Whether a navigation waits because the browser is offline. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    watch,
    () => waiting.size > 0,
    () => false,
  );
}

/** Reports whether the page's data was saved earlier, and when: see offline-notice.tsx. */
function noteAge(response: Response): void {
  const at = response.headers.get(SAVED_AT);
  const { dataset } = document.documentElement;
  if (at) dataset["saved"] = at;
  else delete dataset["saved"];
}

/** When offline, a page of which only the document was saved is opened as a document. */
async function fetchOrOpenSaved(request: Request): Promise<Response> {
  try {
    return await fetchFresh(request);
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
    const before = retries;
    try {
      return await ask();
    } catch (error) {
      // A failed connection is a TypeError; an aborted request is not.
      if (!(error instanceof TypeError) || signal?.aborted) throw error;
      // The connection may be back before the failure of an earlier request is known.
      if (retries === before) await connectionOrAbort(signal);
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

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}
