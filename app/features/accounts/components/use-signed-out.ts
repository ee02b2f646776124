import { useEffect } from "react";
import { useNavigate } from "react-router";
import { auth, AuthError } from "../client.ts";
import { useSignedOutInOtherTab } from "./use-signed-out-in-other-tab.ts";

/** Leaves a guest page when the user signs in in another tab. */
export function useRedirectWhenSignedIn(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { unsubscribe } = auth.onAuthStateChange((event, session, fromOtherTab) => {
      if (session && fromOtherTab && event !== "SIGNED_OUT") void navigate("/profile", { replace: true });
    });
    return unsubscribe;
  }, [navigate]);
}

/**
 * Binds a page to user `userId`: calls `onOut` after sign-out, and reloads when another user signs in in this browser.
 */
export function useBoundToUser(userId: string, onOut: () => void): void {
  useSignedOutInOtherTab(onOut);
  useEffect(() => {
    const { unsubscribe } = auth.onAuthStateChange((_, session) => {
      if (session && session.user.id !== userId) window.location.replace(window.location.pathname);
    });
    return unsubscribe;
  }, [userId]);
}

/** Whether a refusal means that the session has ended; subscribers of the hooks above are then notified. */
export async function wasSignedOut(refusal: unknown): Promise<boolean> {
  if (!(refusal instanceof AuthError) || refusal.status !== 401) return false;
  const session = await auth.refreshSession().catch(() => undefined);
  return session === null;
}
