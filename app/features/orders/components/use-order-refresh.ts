import { useEffect } from "react";
import { useRevalidator } from "react-router";

const EVERY_MS = 30_000;

/**
 * Loads the page's order again every half minute while it is visible, and at once when it becomes visible: guests have
 * no session for the stream of changes.
 */
export function useOrderRefresh(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const load = () => void (document.visibilityState === "visible" && navigator.onLine && revalidate());
    const timer = setInterval(load, EVERY_MS);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }, [isOn, revalidate]);
}
