import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { CheckedCart } from "../queries.server.ts";
import { applyCheck, linesToCheck, mergeChanges, type LineChanges } from "../rules/check.ts";
import { replaceLines, useCart } from "../store.ts";
import { checkLines } from "./cart-api.ts";
import { formatAnnouncement } from "./cart-messages.ts";

const QUIET_MS = 300;
const PATIENCE_MS = 8000;

type Check = {
  changes: LineChanges;
  /** The last request failed: displayed prices may be outdated. */
  failed: boolean;
  /** Changes from the last response, for a live region. */
  announcement: string;
};

/**
 * Checks the cart on the server on load, when the page becomes visible and when another tab adds a line. Updates prices
 * and quantities; changes are listed until `clearChanges`. `ownCheckout` returns the id of this browser's checkout, whose
 * holds count as available.
 */
export function useCartCheck(
  ownCheckout: () => Promise<string | null>,
): Check & { clearChanges: (id?: string) => void } {
  const [check, setCheck] = useState<Check>({ changes: {}, failed: false, announcement: "" });
  const changes = useRef<LineChanges>({});
  const readCheckout = useEffectEvent(ownCheckout);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking: AbortController | null = null;

    const ask = async () => {
      asking?.abort();
      const mine = (asking = new AbortController());
      const checkout_id = await readCheckout();
      if (asking !== mine) return;
      const patience = setTimeout(() => mine.abort(), PATIENCE_MS);
      try {
        const checked = await askServer(checkout_id, mine.signal);
        if (asking !== mine) return;
        const announcement = checked ? take(checked, changes) : "";
        setCheck({ changes: changes.current, failed: false, announcement });
      } catch {
        if (asking === mine) setCheck((before) => ({ ...before, failed: true, announcement: "" }));
      } finally {
        clearTimeout(patience);
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), QUIET_MS);
    };
    const whenSeen = () => document.visibilityState === "visible" && soon();
    const whenMore = useCart.subscribe((now, before) => {
      if (now.items.some((item) => !before.items.some(({ id }) => id === item.id))) soon();
    });

    void ask();
    window.addEventListener("focus", soon);
    window.addEventListener("online", soon);
    document.addEventListener("visibilitychange", whenSeen);
    return () => {
      clearTimeout(timer);
      asking?.abort();
      asking = null;
      whenMore();
      window.removeEventListener("focus", soon);
      window.removeEventListener("online", soon);
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, []);

  /** Dismisses changes of one line or all, except of lines that are not available. */
  const clearChanges = useCallback((id?: string) => {
    const entries = Object.entries(changes.current).map(([key, list]) => {
      return [key, id && key !== id ? list : list.filter((change) => change.type === "not_sold")] as const;
    });
    changes.current = Object.fromEntries(entries);
    setCheck((before) => ({ ...before, changes: changes.current, announcement: "" }));
  }, []);

  return { ...check, clearChanges };
}

async function askServer(checkoutId: string | null, signal: AbortSignal): Promise<CheckedCart | null> {
  const { items } = useCart.getState();
  if (items.length === 0) return null;
  return await checkLines(linesToCheck(items), { checkoutId, signal });
}

/** Updates the cart; returns new changes as text. */
function take(checked: CheckedCart, known: { current: LineChanges }): string {
  const { items, changes: now } = applyCheck(useCart.getState().items, checked.lines);
  const fresh: string[] = [];
  const merged: LineChanges = {};
  for (const item of items) {
    const before = known.current[item.id] ?? [];
    merged[item.id] = now[item.id] ? mergeChanges(before, now[item.id] ?? []) : before;
    if (JSON.stringify(merged[item.id]) !== JSON.stringify(before)) fresh.push(item.id);
  }
  known.current = merged;
  replaceLines(items);
  return formatAnnouncement(items, merged, fresh);
}
