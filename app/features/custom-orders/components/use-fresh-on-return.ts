import { useEffect } from "react";
import { useRevalidator } from "react-router";

/**
 * Reads the page's data again when its tab is looked at again, because an offer may have come, lapsed or been paid
 * meanwhile; with `everyMs` also that often while it is looked at.
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
