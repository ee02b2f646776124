import { useSyncExternalStore } from "react";
import { auth, type AuthState } from "../client.ts";

const UNKNOWN: AuthState = { session: null, user: null, loading: true, isAdmin: false };
const watch = (watcher: () => void) => auth.watch(watcher);
const now = () => auth.getState();
const atFirst = () => UNKNOWN;

/** Who is signed in. `loading` until the first answer; on the server and while hydrating nobody is known yet. */
export function useSession(): AuthState {
  return useSyncExternalStore(watch, now, atFirst);
}
