import { create } from "zustand";
import { persist } from "zustand/middleware";
import { browserStorage, syncAcrossTabs } from "#app/lib/browser-store.ts";
import { storedLines } from "../cart/rules.ts";
import { addWishlistItem, readWishlist, type WishlistItem, type WishlistState } from "./rules.ts";

export type { WishlistItem, WishlistState } from "./rules.ts";

export const WISHLIST_KEY = "wishlist-storage";

/** Wishlist store of this browser; empty on the server and during hydration, like the cart. */
export const useWishlist = create<WishlistState>()(
  persist((): WishlistState => ({ items: [] }), {
    name: WISHLIST_KEY,
    storage: browserStorage(readWishlist, ({ items }) => ({ items: storedLines(items) })),
  }),
);

syncAcrossTabs(useWishlist, WISHLIST_KEY);

/** Number of saved products, for the badge. */
export function useWishlistCount(): number {
  return useWishlist((wishlist) => wishlist.items.length);
}

/** Whether a product is saved; re-renders on change. */
export function useIsInWishlist(id: string): boolean {
  return useWishlist((wishlist) => wishlist.items.some((item) => item.id === id));
}

/** Whether a product is currently saved, for event handlers. */
export function isInWishlist(id: string): boolean {
  return useWishlist.getState().items.some((item) => item.id === id);
}

/** Adds or removes a product; returns whether it is now saved. */
export function toggleWishlist(item: WishlistItem): boolean {
  if (isInWishlist(item.id)) {
    removeFromWishlist(item.id);
    return false;
  }
  useWishlist.setState({ items: addWishlistItem(useWishlist.getState().items, item) });
  return isInWishlist(item.id);
}

export function removeFromWishlist(id: string): void {
  useWishlist.setState({ items: useWishlist.getState().items.filter((item) => item.id !== id) });
}

/** Replaces all items after a server check. */
export function replaceWishlist(items: WishlistItem[]): void {
  useWishlist.setState({ items });
}

export function clearWishlist(): void {
  useWishlist.setState({ items: [] });
}
