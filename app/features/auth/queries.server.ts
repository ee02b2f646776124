import type { Auth } from "./engine/engine.server.ts";

/** Whether this shop has been given an account with Google. */
export function hasGoogle(auth: Auth): boolean {
  return auth.options.plugins.some(({ id }) => id === "google-sign-in");
}
