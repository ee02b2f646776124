import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_WISHLIST_ITEMS, readWishlist, type WishlistItem } from "./rules.ts";

const KEY = "wishlist-storage";
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const wishlistItem = (n: number, changes: Partial<WishlistItem> = {}): WishlistItem => ({
  id: uuid(n),
  name: `Product ${n}`,
  price_kobo: 100_000 + n,
  image: null,
  slug: `product-${n}`,
  ...changes,
});

const stored = new Map<string, string>();

async function open() {
  vi.resetModules();
  return await import("./store.ts");
}

beforeEach(() => {
  stored.clear();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
  vi.stubGlobal("localStorage", localStorage);
});
afterEach(() => vi.unstubAllGlobals());

test("toggles, checks, removes, clears, and is restored on the next page", async () => {
  const list = await open();
  expect(list.toggleWishlist(wishlistItem(1))).toBe(true);
  expect(list.toggleWishlist(wishlistItem(2))).toBe(true);
  expect(list.toggleWishlist(wishlistItem(1))).toBe(false);
  expect([list.isInWishlist(uuid(1)), list.isInWishlist(uuid(2))]).toEqual([false, true]);
  const again = await open();
  expect(again.useWishlist.getState()).toEqual({ items: [wishlistItem(2)] });
  expect(again.useWishlist.getInitialState()).toEqual({ items: [] });
  again.toggleWishlist(wishlistItem(3));
  again.removeFromWishlist(uuid(2));
  expect(again.useWishlist.getState()).toEqual({ items: [wishlistItem(3)] });
  again.clearWishlist();
  expect(again.useWishlist.getState()).toEqual({ items: [] });
});

test("keeps only its five fields", async () => {
  const list = await open();
  list.toggleWishlist({ ...wishlistItem(1), stock: 4 } as WishlistItem);
  expect(list.useWishlist.getState().items).toEqual([wishlistItem(1)]);
});

test("broken storage is an empty wishlist that works", async () => {
  stored.set(KEY, "{");
  const list = await open();
  list.toggleWishlist(wishlistItem(1));
  const { price_kobo, ...rest } = wishlistItem(1);
  expect(JSON.parse(stored.get(KEY) ?? "").state.items).toEqual([{ ...rest, price: price_kobo / 100 }]);
});

test.each<[string, unknown, WishlistItem[]]>([
  ["nothing", undefined, []],
  ["no list", { items: "x" }, []],
  ["no object", [], []],
  ["wishlist items of no kind", { items: [null, 1, { id: "x" }, { id: 5, name: {} }] }, []],
  ["repeated wishlist items", { items: [wishlistItem(1), wishlistItem(1, { name: "Again" })] }, [wishlistItem(1)]],
  ["a price in naira", { items: [{ ...wishlistItem(1, { price_kobo: 0 }), price: 1_000.01 }] }, [wishlistItem(1)]],
  ["a price of 0", { items: [wishlistItem(1, { price_kobo: 0 }), wishlistItem(2)] }, [wishlistItem(2)]],
  ["unknown fields", { items: [{ ...wishlistItem(1), paid: true }] }, [wishlistItem(1)]],
  ["a script as picture", { items: [wishlistItem(1, { image: "javascript:alert(1)" })] }, [wishlistItem(1)]],
])("reads %s", (_, state, items) => {
  expect(readWishlist(state)).toEqual({ items });
});

test("10,000 wishlist items are truncated to the limit", () => {
  const many = Array.from({ length: 10_000 }, (_, n) => wishlistItem(n));
  expect(readWishlist({ items: many }).items).toEqual(many.slice(0, MAX_WISHLIST_ITEMS));
});
