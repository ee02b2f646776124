import { useCallback } from "react";
import { useNavigate } from "react-router";
import { returnCookie, returnPathIn } from "#app/lib/return-path.ts";

/** Navigates after sign-in to the page from a guard or /login?next=, else home. */
export function useReturn(): (options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (options) => {
      const path = returnPathIn(document.cookie);
      document.cookie = returnCookie(null);
      // The checkout has its own Content-Security-Policy, so it needs a document load; it shows the welcome message
      // itself.
      if (/^\/checkout\b/.test(path)) {
        document.cookie = "oja.flash=signed-in; path=/; max-age=30; samesite=lax";
        return window.location.replace(path);
      }
      await navigate(path, options);
    },
    [navigate],
  );
}
