import { useEffect } from "react";
import { useRevalidator } from "react-router";

/**
 * Revalidates the page when its tab becomes visible, because an offer may have been made, paid or expired; with
 * `everyMs` also at that interval while visible.
 */
export function useFreshOnReturn(everyMs?: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    const timer = everyMs === undefined ? undefined : setInterval(refresh, everyMs);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      clearInterval(timer);
    };
  }, [revalidate, everyMs]);
}
