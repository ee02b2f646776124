import { auth } from "#app/features/accounts/client.ts";
import { isMarkedSignedIn } from "#app/features/accounts/store.ts";
import { toast } from "#app/ui/toast.ts";

let isListening = false;

/**
 * From its first call, reports a sign-out that did not happen in this tab: in another tab, or by an expired session.
 * For pages that assume a session because of the mark in this browser's storage.
 */
export function showLoggedOutMessage(): void {
  if (isListening) return;
  isListening = true;
  auth.onAuthStateChange((event, session, fromOtherTab) => {
    // The first answer removes the mark if there is no session; a failed request keeps it.
    const isOver = event === "INITIAL_SESSION" && !session && !isMarkedSignedIn();
    if (isOver || (event === "SIGNED_OUT" && fromOtherTab)) {
      toast.success("Logged out", "Your session has ended. You can log in again at any time.");
    }
  });
}
