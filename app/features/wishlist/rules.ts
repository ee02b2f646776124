import { storedItems, readSavedItem, type SavedItem } from "../cart/rules.ts";

/** Maximum number of products in a wishlist. */
export const MAX_WISHLIST_ITEMS = 500;

/** A saved product; `price_kobo` is its unit price when saved. */
export type WishlistItem = SavedItem;

export type WishlistState = { items: WishlistItem[] };

/** Appends `item` unless the product is already saved. */
export function addWishlistItem(items: WishlistItem[], item: WishlistItem): WishlistItem[] {
  if (items.length >= MAX_WISHLIST_ITEMS || items.some(({ id }) => id === item.id)) return items;
  const { id, name, price_kobo, image, slug } = item;
  return [...items, { id, name, price_kobo, image, slug }];
}

/** Parses a stored wishlist of any shape; invalid items are dropped. */
export function readWishlist(stored: unknown): WishlistState {
  const wishlistItems = new Map<string, WishlistItem>();
  for (const raw of storedItems(stored)) {
    const item = readSavedItem(raw);
    if (item && wishlistItems.size < MAX_WISHLIST_ITEMS && !wishlistItems.has(item.id))
      wishlistItems.set(item.id, item);
  }
  return { items: [...wishlistItems.values()] };
}
