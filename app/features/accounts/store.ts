import { useSyncExternalStore } from "react";
import { tryStorage } from "#app/lib/try-storage.ts";
import type { AuthEvent } from "./rules.ts";

const KEY = "oja-signed-in";
const watchers = new Set<() => void>();

/**
 * Stores in this browser that a user is signed in. Not a credential: cached public pages use it to decide whether to
 * request the session.
 */
export function markSignedIn(signedIn: boolean): void {
  if (signedIn === isMarkedSignedIn()) return;
  const isStored = tryStorage(() => {
    if (signedIn) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
    return true;
  });
  if (isStored) for (const watch of watchers) watch();
}

/** Whether a user is signed in according to the last update from any tab; false on the server and during hydration. */
export function useSignedInMark(): boolean {
  return useSyncExternalStore(subscribe, isMarkedSignedIn, () => false);
}

/** Whether this browser's marker says that a user is signed in. */
export function isMarkedSignedIn(): boolean {
  return tryStorage(() => localStorage.getItem(KEY) !== null) ?? false;
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  window.addEventListener("storage", watch);
  return () => {
    watchers.delete(watch);
    window.removeEventListener("storage", watch);
  };
}

/** Channel between the tabs of a browser for sign-in and sign-out. */
export type Tabs = {
  addEventListener: (type: "message", listener: (event: MessageEvent) => void) => void;
  postMessage: (data: AuthEvent) => void;
  close: () => void;
};

/** Opens the channel to the other tabs; null where not supported. */
export function openTabs(): Tabs | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("oja-auth");
}
