import { create } from "zustand";
import { persist } from "zustand/middleware";
import { nearestQuantity, type GroupMember } from "#app/features/pricing/rules.ts";
import { browserStorage, syncAcrossTabs } from "#app/lib/browser-store.ts";
import {
  addLine,
  cartOf,
  cartPrices,
  clampQuantity,
  countInField,
  lineFromWishlistItem,
  storedItems,
  readCart,
  shortageOf,
  lineBounds,
  storedLines,
  type CartItem,
  type CartState,
  type QuantityLimit,
  type SavedItem,
} from "./rules.ts";

export type { CartItem, CartState } from "./rules.ts";

export const CART_KEY = "cart-storage";

let damaged = false;

/** Parses a stored cart and sets the repaired flag if lines were dropped. */
function readNoting(stored: unknown): CartState {
  const cart = readCart(stored);
  const ids = new Set(storedItems(stored).map((line) => (line as { id?: unknown } | null)?.id));
  if (ids.size > cart.items.length) damaged = true;
  return cart;
}

/** Whether stored lines were dropped since the last call. */
export function takeRepairedFlag(): boolean {
  const was = damaged;
  damaged = false;
  return was;
}

/**
 * The cart of this browser. Hydration uses the empty cart of the server render; the stored cart is applied in the next
 * render, so there is no mismatch.
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

/** Total quantity of all lines, for the badge. */
export function useCartCount(): number {
  return useCart((cart) => cart.count);
}

/** Quantity of a product in the cart, for components. */
export function useCartQuantity(id: string): number {
  return useCart(({ items }) => items.find((item) => item.id === id)?.quantity ?? 0);
}

/** Line total of a product in kobo; 0 without a line. */
export function useCartLineTotal(id: string): number {
  return useCart(({ items }) =>
    items.some((item) => item.id === id) ? (cartPrices(items).get(id)?.total_kobo ?? 0) : 0,
  );
}

/** Quantity in the cart that counts for a product's price steps: its own and, with `mixed_price_breaks`, its group's. */
export function useCountedInCart(product: { id: string } & GroupMember): number {
  const { id, group_id, mixed_price_breaks } = product;
  const isCounted = (item: CartItem) =>
    !shortageOf(item) && (item.id === id || (mixed_price_breaks && group_id && item.group_id === group_id));
  return useCart(({ items }) => cartOf(items.filter(isCounted)).count);
}

export function useCartItems(): CartItem[] {
  return useCart((cart) => cart.items);
}

/**
 * Adds `item.quantity` units. Returns the number added and what limited it ("only_left": `item.stock` units are left;
 * "cart_full": too many products).
 */
export function addToCart(item: CartItem): { added: number; limit: QuantityLimit } {
  const { items, added, limit } = addLine(useCart.getState().items, item);
  useCart.setState(cartOf(items));
  return { added, limit };
}

/**
 * Adds one order multiple of a wishlist item. An existing line keeps its known minimum and stock instead of the assumed
 * ones.
 */
export function addWishlistItemToCart(wishlistItem: SavedItem): { added: number; limit: QuantityLimit } {
  const present = useCart.getState().items.find((line) => line.id === wishlistItem.id);
  return addToCart(present ? { ...present, quantity: present.order_multiple } : lineFromWishlistItem(wishlistItem));
}

/** Sets the quantity of a line within its bounds; returns the resulting quantity and limit. */
export function setQuantity(id: string, wanted: number): { quantity: number; limit: QuantityLimit } {
  const { items } = useCart.getState();
  const line = items.find((item) => item.id === id);
  if (!line) return { quantity: 0, limit: null };
  const result = clampQuantity(wanted, line);
  useCart.setState(cartOf(items.map((item) => (item.id === id ? { ...item, quantity: result.quantity } : item))));
  return result;
}

/** Sets the unit of a line, `size` in sold units; the quantity becomes the nearest multiple. */
export function setLineUnit(id: string, size: number): void {
  const { items } = useCart.getState();
  const inUnit = (item: CartItem) => ({
    ...item,
    ...countInField(size),
    quantity: nearestQuantity(item.quantity, lineBounds(item), size),
  });
  useCart.setState(cartOf(items.map((item) => (item.id === id ? inUnit(item) : item))));
}

/** Removes a line; returns an undo function, which does nothing if the product was added again. */
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

/** Replaces all lines after a server check. */
export function replaceLines(items: CartItem[]): void {
  useCart.setState(cartOf(items));
}
