import { useSyncExternalStore } from "react";
import type { AuthEvent } from "./rules.ts";

const KEY = "oja-signed-in";
const watchers = new Set<() => void>();

/**
 * Remembers in this browser that somebody is signed in. It proves nothing to the server; pages that everybody gets the
 * same read it to know whether asking for the session is worth a request.
 */
export function markSignedIn(signedIn: boolean): void {
  if (signedIn === isMarkedSignedIn()) return;
  try {
    if (signedIn) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    return;
  }
  for (const watch of watchers) watch();
}

/** Whether somebody was signed in here when last heard of, in any tab; false on the server and while hydrating. */
export function useSignedInMark(): boolean {
  return useSyncExternalStore(subscribe, isMarkedSignedIn, () => false);
}

/** Whether this browser believes that somebody is signed in. */
export function isMarkedSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  window.addEventListener("storage", watch);
  return () => {
    watchers.delete(watch);
    window.removeEventListener("storage", watch);
  };
}

/** How the tabs of one browser tell each other who came and who left. */
export type Tabs = {
  addEventListener: (type: "message", listener: (event: MessageEvent) => void) => void;
  postMessage: (data: AuthEvent) => void;
  close: () => void;
};

/** The line to the other tabs; null in a browser without one. */
export function openTabs(): Tabs | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("oja-auth");
}
