import {
  compareLine,
  listOf,
  mergeChanges,
  readSavedItem,
  type CheckedLine,
  type LineChange,
  type SavedItem,
} from "../cart/rules.ts";

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

/** What the server last said of a wishlist item: what changed since it was shown, its minimum and its stock. */
export type WishlistFacts = { changes: LineChange[]; min_order: number; stock: number | null };

/**
 * The wishlist with today's names, prices and pictures, and what is to be said of each item by id. What changed before
 * stays said; minimums are left to the cart (decision C5). Items that were not asked about stay as they are.
 */
export function applyWishlistCheck(
  items: WishlistItem[],
  checked: CheckedLine[],
  known: Record<string, WishlistFacts> = {},
): { items: WishlistItem[]; facts: Record<string, WishlistFacts> } {
  const answers = new Map(checked.map((line) => [line.id, line.product]));
  const facts = { ...known };
  const current = items.map((item) => {
    const product = answers.get(item.id);
    if (product === undefined) return item;
    const { changes } = compareLine({ ...item, quantity: 1 }, product);
    const now = changes.filter(({ type }) => type === "price_changed" || type === "not_sold");
    const merged = mergeChanges(known[item.id]?.changes ?? [], now);
    facts[item.id] = { changes: merged, min_order: product?.min_order ?? 1, stock: product?.stock ?? null };
    if (!product) return item;
    const { name, price_kobo, image, slug } = product;
    return { id: item.id, name, price_kobo, image, slug };
  });
  return { items: current, facts };
}
