import { auth } from "#app/features/auth/client.ts";
import { isMarkedSignedIn } from "#app/features/auth/store.ts";
import { toast } from "#app/ui/toast.ts";

let isListening = false;

/**
 * From its first call on, says that somebody was logged out who did not press Sign Out here: another tab did, or the
 * session is over. For pages that believe, from the mark in this browser, that somebody is signed in.
 */
export function showLoggedOutMessage(): void {
  if (isListening) return;
  isListening = true;
  auth.onAuthStateChange((event, session, fromOtherTab) => {
    // The first answer takes the mark away where nobody is signed in; a question that failed leaves it.
    const isOver = event === "INITIAL_SESSION" && !session && !isMarkedSignedIn();
    if (isOver || (event === "SIGNED_OUT" && fromOtherTab)) {
      toast.success("Logged out", "Your session has ended. You can log in again at any time.");
    }
  });
}
