import { listOf, readSavedItem, type SavedItem } from "../cart/rules.ts";

/** Most products a wishlist keeps. */
export const MAX_WISHLIST_ITEMS = 500;

/** One saved product; `price_kobo` is its unit price when it was saved. */
export type WishlistItem = SavedItem;

export type WishlistState = { items: WishlistItem[] };

/** The wishlist with `item` at the end; a product that is there is not added twice. */
export function addWishlistItem(items: WishlistItem[], item: WishlistItem): WishlistItem[] {
  if (items.length >= MAX_WISHLIST_ITEMS || items.some(({ id }) => id === item.id)) return items;
  const { id, name, price_kobo, image, slug } = item;
  return [...items, { id, name, price_kobo, image, slug }];
}

/** The wishlist in a stored value of any shape; what is not a product is dropped. */
export function readWishlist(stored: unknown): WishlistState {
  const wishlistItems = new Map<string, WishlistItem>();
  for (const raw of listOf(stored)) {
    const item = readSavedItem(raw);
    if (item && wishlistItems.size < MAX_WISHLIST_ITEMS && !wishlistItems.has(item.id))
      wishlistItems.set(item.id, item);
  }
  return { items: [...wishlistItems.values()] };
}
