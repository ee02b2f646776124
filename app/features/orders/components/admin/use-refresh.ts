import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";
import type { LiveState } from "../live-events.ts";

/** State of the admin order stream; `changes` counts its updates. */
export const OrderChangesContext = createContext<{ state: LiveState; changes: number }>({
  state: "connecting",
  changes: 0,
});

const EVERY_MS = 10_000;

/**
 * Calls `refresh` when orders are created or changed, and every 10 seconds while the stream is down. Deferred while a
 * field has focus or a dialog is open.
 */
export function useRefresh(refresh: () => void): void {
  const { state, changes } = useContext(OrderChangesContext);
  const [shown, setShown] = useState(changes);
  const isBehind = changes !== shown;
  const refreshWhenIdle = useEffectEvent(() => {
    if (document.hidden || !navigator.onLine || isBusy()) return;
    setShown(changes);
    refresh();
  });
  useEffect(() => {
    if (isBehind) refreshWhenIdle();
  }, [isBehind, changes]);
  useEffect(() => {
    if (state === "live" && !isBehind) return;
    const onTime = () => refreshWhenIdle();
    const timer = setInterval(onTime, isBehind ? 1_000 : EVERY_MS);
    document.addEventListener("visibilitychange", onTime);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [state, isBehind]);
}

function isBusy(): boolean {
  return Boolean(
    document.querySelector("dialog[open]") ||
    document.activeElement?.matches("input[type=search]:not(:placeholder-shown), select, textarea"),
  );
}
