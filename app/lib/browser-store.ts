import { useSyncExternalStore } from "react";
import type { PersistStorage } from "zustand/middleware";
import { tryStorage } from "./try-storage.ts";

type Rehydrating = { persist: { rehydrate: () => Promise<void> | void } };

/**
 * Local storage for zustand's persist with validation: `read` gets the stored value (undefined if the key is absent or
 * its JSON is invalid) and returns a valid state; `write` returns the value to store. Blocked or full storage never
 * throws.
 */
export function browserStorage<State>(
  read: (stored: unknown) => State,
  write: (state: State) => object,
  onUnreadable?: () => void,
): PersistStorage<State> {
  return {
    getItem: (name) => {
      const text = readText(name);
      if (text === undefined) return null;
      const stored = storedState(text);
      if (text !== null && stored === undefined) onUnreadable?.();
      return { state: read(stored), version: 0 };
    },
    setItem: (name, { state, version }) =>
      tryWrite(() => localStorage.setItem(name, JSON.stringify({ state: write(state), version }))),
    removeItem: (name) => tryWrite(() => localStorage.removeItem(name)),
  };
}

/** Reloads `store` when another tab wrote `key`, and when a page returns from the back/forward cache. */
export function syncAcrossTabs(store: Rehydrating, key: string): void {
  if (typeof window === "undefined") return;
  const refresh = () => void store.persist.rehydrate();
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) refresh();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
}

/** Calls `onWrite` when another tab stores a value under `key`, not when it deletes it; returns an unsubscribe function. */
export function subscribeToWrites(key: string, onWrite: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === key && event.newValue !== null && onWrite();
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

const never = () => () => {};

/** Whether stored state can be shown: false on the server and during hydration. */
export function useStoreReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The stored text, null if there is none, undefined if storage is unavailable (server, blocked). */
function readText(name: string): string | null | undefined {
  return typeof window === "undefined" ? undefined : tryStorage(() => window.localStorage.getItem(name));
}

function storedState(text: string | null): unknown {
  if (text === null) return undefined;
  const parsed = tryStorage((): unknown => JSON.parse(text));
  return typeof parsed === "object" && parsed !== null && "state" in parsed ? parsed.state : undefined;
}

/** State that cannot be stored still works until the page is closed. */
function tryWrite(write: () => void): void {
  if (typeof window !== "undefined") tryStorage(write);
}
