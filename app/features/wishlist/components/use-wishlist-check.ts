import { useEffect, useState } from "react";
import { checkLines } from "#app/features/cart/components/cart-api.ts";
import { MAX_LINES } from "#app/features/cart/rules.ts";
import { applyWishlistCheck, type WishlistFacts } from "../rules/check.ts";
import { replaceWishlist, useWishlist } from "../store.ts";

type Facts = Record<string, WishlistFacts>;

/**
 * Refreshes wishlist items on load and when the page becomes visible again; returns notices by item. When the request
 * fails, stored prices are kept; the cart is always checked on the server.
 */
export function useWishlistCheck(): Facts {
  const [facts, setFacts] = useState<Facts>({});

  useEffect(() => {
    const controller = new AbortController();
    let known: Facts = {};
    const check = async () => {
      const { items } = useWishlist.getState();
      for (let from = 0; from < items.length; from += MAX_LINES) {
        const lines = items
          .slice(from, from + MAX_LINES)
          .map(({ id, price_kobo }) => ({ id, quantity: 1, price_kobo }));
        const { lines: checked } = await checkLines(lines, controller);
        // Products removed during the request stay removed.
        const current = applyWishlistCheck(useWishlist.getState().items, checked, known);
        known = current.facts;
        replaceWishlist(current.items);
        setFacts(known);
      }
    };
    const start = () => void check().catch(() => {});
    const whenSeen = () => document.visibilityState === "visible" && start();
    start();
    document.addEventListener("visibilitychange", whenSeen);
    return () => {
      controller.abort();
      document.removeEventListener("visibilitychange", whenSeen);
    };
  }, []);

  return facts;
}
