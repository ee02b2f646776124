import { useEffect, useEffectEvent } from "react";

const EVERY_MS = 10_000;

/** Calls `refresh` every 10 seconds while the page is looked at and nobody types or has a dialog open, and on return to it. */
export function useRefresh(refresh: () => void): void {
  const onTime = useEffectEvent(() => {
    const isBusy =
      document.querySelector("dialog[open]") ||
      document.activeElement?.matches("input[type=search]:not(:placeholder-shown), select, textarea");
    if (!document.hidden && navigator.onLine && !isBusy) refresh();
  });
  useEffect(() => {
    const look = () => onTime();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
}
