import { create } from "zustand";
import { persist } from "zustand/middleware";
import { browserStorage, syncAcrossTabs } from "../../lib/browser-store.ts";
import { nearestQuantity, type GroupMember } from "../catalog/rules/pricing.ts";
import {
  addLine,
  cartOf,
  cartPrices,
  clampQuantity,
  countedIn,
  lineFromWishlistItem,
  listOf,
  readCart,
  shortageOf,
  stockedOf,
  storedLines,
  type CartItem,
  type CartState,
  type QuantityLimit,
  type SavedItem,
} from "./rules.ts";

export type { CartItem, CartState } from "./rules.ts";

export const CART_KEY = "cart-storage";

let damaged = false;

/** What is stored as a cart, and a note of it when some of it made no sense. */
function readNoting(stored: unknown): CartState {
  const cart = readCart(stored);
  const ids = new Set(listOf(stored).map((line) => (line as { id?: unknown } | null)?.id));
  if (ids.size > cart.items.length) damaged = true;
  return cart;
}

/** Whether lines of the stored cart were lost since this was last asked. */
export function takeRepairedFlag(): boolean {
  const was = damaged;
  damaged = false;
  return was;
}

/**
 * The cart of this browser. React hydrates from the empty cart that the server rendered and sees the stored one in the
 * render after, so the two never disagree.
 */
export const useCart = create<CartState>()(
  persist(() => cartOf([]), {
    name: CART_KEY,
    storage: browserStorage(
      readNoting,
      ({ items, count }) => ({ items: storedLines(items), count }),
      () => (damaged = true),
    ),
  }),
);

syncAcrossTabs(useCart, CART_KEY);

/** Total quantity over all lines: the number on the badge. */
export function useCartCount(): number {
  return useCart((cart) => cart.count);
}

/** How many units of a product the cart holds, for components. */
export function useCartQuantity(id: string): number {
  return useCart(({ items }) => items.find((item) => item.id === id)?.quantity ?? 0);
}

/** What the cart's line of a product costs, in kobo; 0 without one. */
export function useCartLineTotal(id: string): number {
  return useCart(({ items }) =>
    items.some((item) => item.id === id) ? (cartPrices(items).get(id)?.total_kobo ?? 0) : 0,
  );
}

/** How many units in the cart count for a product's price steps: its own, and those of its group where so set. */
export function useCountedInCart(product: { id: string } & GroupMember): number {
  const { id, group_id, steps_together } = product;
  const isCounted = (item: CartItem) =>
    !shortageOf(item) && (item.id === id || (steps_together && group_id && item.group_id === group_id));
  return useCart(({ items }) => cartOf(items.filter(isCounted)).count);
}

export function useCartItems(): CartItem[] {
  return useCart((cart) => cart.items);
}

/**
 * Puts `item.quantity` units into the cart; a product that is there gets more of them. Answers how many units went in
 * and what held back the rest ("only_left": `item.stock` units are all there is; "cart_full": too many products).
 */
export function addToCart(item: CartItem): { added: number; limit: QuantityLimit } {
  const { items, added, limit } = addLine(useCart.getState().items, item);
  useCart.setState(cartOf(items));
  return { added, limit };
}

/** One more order multiple of a wishlist item. A line that is there keeps its known minimum and stock instead of the assumed ones. */
export function addWishlistItemToCart(wishlistItem: SavedItem): { added: number; limit: QuantityLimit } {
  const present = useCart.getState().items.find((line) => line.id === wishlistItem.id);
  return addToCart(present ? { ...present, quantity: present.order_multiple } : lineFromWishlistItem(wishlistItem));
}

/** Sets the quantity of a line, held between its minimum and its stock; answers what it became and why. */
export function setQuantity(id: string, wanted: number): { quantity: number; limit: QuantityLimit } {
  const { items } = useCart.getState();
  const line = items.find((item) => item.id === id);
  if (!line) return { quantity: 0, limit: null };
  const result = clampQuantity(wanted, line);
  useCart.setState(cartOf(items.map((item) => (item.id === id ? { ...item, quantity: result.quantity } : item))));
  return result;
}

/** Counts a line in a unit of `size` sold units; the quantity becomes the nearest that is whole in it. */
export function countLineIn(id: string, size: number): void {
  const { items } = useCart.getState();
  const inUnit = (item: CartItem) => ({
    ...item,
    ...countedIn(size),
    quantity: nearestQuantity(item.quantity, stockedOf(item), size),
  });
  useCart.setState(cartOf(items.map((item) => (item.id === id ? inUnit(item) : item))));
}

/** Takes a line off; answers a function that puts it back where it was, unless it was added again meanwhile. */
export function removeFromCart(id: string): () => void {
  const { items } = useCart.getState();
  const at = items.findIndex((item) => item.id === id);
  const [line] = items.slice(at, at + 1);
  useCart.setState(cartOf(items.filter((item) => item.id !== id)));
  return () => {
    const { items: present } = useCart.getState();
    if (!line || present.some((item) => item.id === id)) return;
    useCart.setState(cartOf([...present.slice(0, at), line, ...present.slice(at)]));
  };
}

export function clearCart(): void {
  useCart.setState(cartOf([]));
}

/** Replaces all lines, after the server said what they are today. */
export function replaceLines(items: CartItem[]): void {
  useCart.setState(cartOf(items));
}
