import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { CheckedCart } from "../queries.server.ts";
import { applyCheck, linesToCheck, mergeChanges, type LineChanges } from "../rules/check.ts";
import { replaceLines, useCart } from "../store.ts";
import { checkLines } from "./cart-api.ts";
import { announcement } from "./cart-messages.ts";

const QUIET_MS = 300;
const PATIENCE_MS = 8000;

type Check = {
  changes: LineChanges;
  /** The last question got no answer: the prices on the page may be old. */
  failed: boolean;
  /** What changed with the last answer, for a live region. */
  said: string;
};

/**
 * Asks the server about the cart on load, when the page comes back into view and when another tab puts something in.
 * Today's prices and quantities go into the cart; what changed stays readable until `forget`. `ownCheckout` reads the id
 * of this browser's checkout, whose holds the server counts as available.
 */
export function useCartCheck(ownCheckout: () => Promise<string | null>): Check & { forget: (id?: string) => void } {
  const [check, setCheck] = useState<Check>({ changes: {}, failed: false, said: "" });
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
        const said = checked ? take(checked, changes) : "";
        setCheck({ changes: changes.current, failed: false, said });
      } catch {
        if (asking === mine) setCheck((before) => ({ ...before, failed: true, said: "" }));
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

  /** Drops what was read of one line, or of all; what keeps a line from being bought stays. */
  const forget = useCallback((id?: string) => {
    const entries = Object.entries(changes.current).map(([key, list]) => {
      return [key, id && key !== id ? list : list.filter((change) => change.type === "not_sold")] as const;
    });
    changes.current = Object.fromEntries(entries);
    setCheck((before) => ({ ...before, changes: changes.current, said: "" }));
  }, []);

  return { ...check, forget };
}

async function askServer(checkoutId: string | null, signal: AbortSignal): Promise<CheckedCart | null> {
  const { items } = useCart.getState();
  if (items.length === 0) return null;
  return await checkLines(linesToCheck(items), { checkoutId, signal });
}

/** Brings the cart up to date; answers what is news in words. */
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
  return announcement(items, merged, fresh);
}
