import { useSyncExternalStore } from "react";
import { auth, type AuthState } from "../client.ts";

const UNKNOWN: AuthState = { session: null, user: null, loading: true, isAdmin: false };
const watch = (watcher: () => void) => auth.watch(watcher);
const now = () => auth.getState();
const atFirst = () => UNKNOWN;

/** The current session. `loading` until the first response; null on the server and during hydration. */
export function useSession(): AuthState {
  return useSyncExternalStore(watch, now, atFirst);
}
