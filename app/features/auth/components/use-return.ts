import { useCallback } from "react";
import { useNavigate } from "react-router";
import { returnCookie, returnPathIn } from "#app/lib/return-path.ts";

/** Leads on after signing in: to where a guard or /login?next= turned the guest away, else home. */
export function useReturn(): (options?: { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (options) => {
      const path = returnPathIn(document.cookie);
      document.cookie = returnCookie(null);
      // That page has a Content-Security-Policy of its own, so it is loaded as a document, which says the welcome.
      if (/^\/checkout\b/.test(path)) {
        document.cookie = "oja.flash=signed-in; path=/; max-age=30; samesite=lax";
        return window.location.replace(path);
      }
      await navigate(path, options);
    },
    [navigate],
  );
}
