import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the page's data again when its tab is looked at again: an offer may have come, lapsed or been paid meanwhile. */
export function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onSeen = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", onSeen);
    return () => document.removeEventListener("visibilitychange", onSeen);
  }, [revalidate]);
}
