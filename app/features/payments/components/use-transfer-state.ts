import { useEffect, useEffectEvent } from "react";
import { payStateHref } from "../links.ts";
import type { ShownState } from "../rules/transfer-page.ts";

/** Pauses between two questions in ms: the page shows an order within 10 seconds while the account is valid. */
const OPEN_MS = 5_000;
const ENDED_MS = 30_000;
const PATIENCE_MS = 20_000;

/**
 * Asks for the state of a transfer while its page is open, and calls `onChange` when it differs from the one shown. A
 * failed question is asked again; the page stays as it is.
 */
export function useTransferState(token: string, shown: ShownState, onChange: (state: string) => void): void {
  const isWatched = shown.state === "open" || shown.state === "ended";
  const pause = shown.state === "open" ? OPEN_MS : ENDED_MS;

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const now = await readState(token);
    if (signal.aborted || !now) return;
    if (now.state !== shown.state || now.rejected_at !== shown.rejected_at) onChange(now.state);
  });

  useEffect(() => {
    if (!isWatched) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer = setTimeout(() => void ask(stop.signal).finally(() => stop.signal.aborted || later()), pause);
    };
    const whenSeen = () => document.visibilityState === "visible" && void ask(stop.signal);
    document.addEventListener("visibilitychange", whenSeen, { signal: stop.signal });
    window.addEventListener("online", whenSeen, { signal: stop.signal });
    later();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isWatched, pause]);
}

/** Null without a readable answer. */
async function readState(token: string): Promise<ShownState | null> {
  try {
    const response = await fetch(payStateHref(token), {
      headers: { Accept: "application/json" },
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return response.ok ? ((await response.json()) as ShownState) : null;
  } catch {
    return null;
  }
}
