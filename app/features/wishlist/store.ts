import { create } from "zustand";
import { persist } from "zustand/middleware";
import { browserStorage, syncAcrossTabs } from "../../lib/browser-store.ts";
import { storedLines } from "../cart/rules.ts";
import { addWishlistItem, readWishlist, type WishlistItem, type WishlistState } from "./rules.ts";

export type { WishlistItem, WishlistState } from "./rules.ts";

export const WISHLIST_KEY = "wishlist-storage";

/** The wishlist of this browser; empty on the server and during hydration, like the cart. */
export const useWishlist = create<WishlistState>()(
  persist((): WishlistState => ({ items: [] }), {
    name: WISHLIST_KEY,
    storage: browserStorage(readWishlist, ({ items }) => ({ items: storedLines(items) })),
  }),
);

syncAcrossTabs(useWishlist, WISHLIST_KEY);

/** How many products are saved: the number on the badge. */
export function useWishlistCount(): number {
  return useWishlist((wishlist) => wishlist.items.length);
}

/** Whether a product is saved, for components: renders again when that changes. */
export function useIsWished(id: string): boolean {
  return useWishlist((wishlist) => wishlist.items.some((item) => item.id === id));
}

/** Whether a product is saved at this moment, for event handlers. */
export function isWished(id: string): boolean {
  return useWishlist.getState().items.some((item) => item.id === id);
}

/** Saves a product or takes it off; answers whether it is saved now. */
export function toggleWishlist(item: WishlistItem): boolean {
  if (isWished(item.id)) {
    removeFromWishlist(item.id);
    return false;
  }
  useWishlist.setState({ items: addWishlistItem(useWishlist.getState().items, item) });
  return isWished(item.id);
}

export function removeFromWishlist(id: string): void {
  useWishlist.setState({ items: useWishlist.getState().items.filter((item) => item.id !== id) });
}

/** Replaces all items, after the server said what they are today. */
export function replaceWishlist(items: WishlistItem[]): void {
  useWishlist.setState({ items });
}

export function clearWishlist(): void {
  useWishlist.setState({ items: [] });
}
