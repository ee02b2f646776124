import { useEffect } from "react";
import { useNavigate } from "react-router";
import { auth, AuthError } from "../client.ts";
import { useSignedOutInOtherTab } from "./use-signed-out-in-other-tab.ts";

/** Leaves a page that is for guests when somebody signs in in another tab of this browser. */
export function useLeavesWhenSignedIn(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { unsubscribe } = auth.onAuthStateChange((event, session, fromOtherTab) => {
      if (session && fromOtherTab && event !== "SIGNED_OUT") void navigate("/profile", { replace: true });
    });
    return unsubscribe;
  }, [navigate]);
}

/**
 * Keeps a page to the person `userId` for whom it was made: calls `onOut` as above, and loads the page anew when another
 * person signs in in this browser.
 */
export function useStaysWith(userId: string, onOut: () => void): void {
  useSignedOutInOtherTab(onOut);
  useEffect(() => {
    const { unsubscribe } = auth.onAuthStateChange((_, session) => {
      if (session && session.user.id !== userId) window.location.replace(window.location.pathname);
    });
    return unsubscribe;
  }, [userId]);
}

/** Whether something was refused because the session has ended meanwhile. Whoever listens as above then learns of it. */
export async function wasSignedOut(refusal: unknown): Promise<boolean> {
  if (!(refusal instanceof AuthError) || refusal.status !== 401) return false;
  const session = await auth.refreshSession().catch(() => undefined);
  return session === null;
}
