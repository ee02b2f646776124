import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { CartItem } from "./rules.ts";

const ID = "0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11";
const OTHER = "5d1c2b3a-1111-4222-8333-abcdefabcdef";
const KEY = "cart-storage";

const line = (changes: Partial<CartItem> = {}): CartItem => ({
  id: ID,
  name: "Royal Grain rice",
  price_kobo: 6_920_000,
  image: null,
  quantity: 5,
  min_order: 5,
  ...PLAIN_TERMS,
  slug: "royal-grain-rice",
  stock: 40,
  unit: "50 kg bag",
  ...changes,
});

/** The part of a window with storage that the store uses. */
class FakeWindow extends EventTarget {
  stored = new Map<string, string>();
  blocked = false;
  localStorage = {
    getItem: (key: string) => (this.guard(), this.stored.get(key) ?? null),
    setItem: (key: string, value: string) => (this.guard(), void this.stored.set(key, value)),
    removeItem: (key: string) => (this.guard(), void this.stored.delete(key)),
  };
  guard() {
    if (this.blocked) throw new Error("Storage is blocked.");
  }
  storageEvent(key: string | null) {
    this.dispatchEvent(Object.assign(new Event("storage"), { key }));
  }
}

let page: FakeWindow;

/** The store of a newly loaded page. */
async function open(stored?: string) {
  if (stored !== undefined) page.stored.set(KEY, stored);
  vi.resetModules();
  return await import("./store.ts");
}

/** A line as stored in the browser: the price in naira. */
function asStored(item = line()): object {
  const { price_kobo, ...rest } = item;
  return { ...rest, price: price_kobo / 100 };
}

const storedItems = () => JSON.parse(page.stored.get(KEY) ?? "null").state.items;

beforeEach(() => {
  page = new FakeWindow();
  vi.stubGlobal("window", page);
  vi.stubGlobal("localStorage", page.localStorage);
});
afterEach(() => vi.unstubAllGlobals());

describe("the cart", () => {
  test("undo restores a removed line at its position, unless it was added again", async () => {
    const cart = await open();
    const [first, last] = [line({ id: OTHER, quantity: 2, min_order: 1 }), line({ id: ID.replace("0", "1") })];
    for (const item of [first, line(), last]) cart.addToCart(item);
    const before = cart.useCart.getState();
    const restore = cart.removeFromCart(ID);
    expect(cart.useCart.getState().items).toEqual([first, last]);
    restore();
    expect(cart.useCart.getState()).toEqual(before);
    const late = cart.removeFromCart(ID);
    cart.addToCart(line({ quantity: 7 }));
    late();
    expect(cart.useCart.getState().items).toEqual([first, last, line({ quantity: 7 })]);
  });

  test("adds, raises, sets, removes and clears, and its count follows", async () => {
    const cart = await open();
    const count = () => cart.useCart.getState().count;
    cart.addToCart(line());
    cart.addToCart(line({ id: OTHER, quantity: 2, min_order: 1 }));
    expect(count()).toBe(7);
    expect(cart.addToCart(line({ quantity: 3 }))).toEqual({ added: 3, limit: null });
    expect(count()).toBe(10);
    expect(cart.setQuantity(ID, 6)).toEqual({ quantity: 6, limit: null });
    expect(count()).toBe(8);
    expect(cart.setQuantity(ID, 1)).toEqual({ quantity: 5, limit: "minimum" });
    expect(cart.setQuantity(ID, 41)).toEqual({ quantity: 40, limit: "only_left" });
    expect(count()).toBe(42);
    cart.removeFromCart(ID);
    expect(count()).toBe(2);
    cart.clearCart();
    expect(cart.useCart.getState()).toEqual({ items: [], count: 0 });
    expect(cart.setQuantity(ID, 6)).toEqual({ quantity: 0, limit: null });
  });

  test("is restored on the next page", async () => {
    (await open()).addToCart(line());
    const cart = await open();
    expect(cart.useCart.getState()).toEqual({ items: [line()], count: 5 });
    expect(storedItems()).toEqual([
      {
        ...PLAIN_TERMS,
        id: ID,
        name: "Royal Grain rice",
        price: 69_200,
        image: null,
        quantity: 5,
        min_order: 5,
        slug: "royal-grain-rice",
        stock: 40,
        unit: "50 kg bag",
      },
    ]);
  });

  test("one that was stored with prices in kobo is read too", async () => {
    const cart = await open(JSON.stringify({ state: { items: [line()], count: 5 }, version: 0 }));
    expect(cart.useCart.getState()).toEqual({ items: [line()], count: 5 });
    expect(cart.takeRepairedFlag()).toBe(false);
    cart.setQuantity(ID, 6);
    expect(storedItems()).toEqual([asStored(line({ quantity: 6 }))]);
  });

  test("hydrates from the empty cart that the server rendered", async () => {
    (await open()).addToCart(line());
    const cart = await open();
    expect(cart.useCart.getInitialState()).toEqual({ items: [], count: 0 });
  });

  test("takes a wishlist item with the assumed stock, and keeps the terms of a line that is there", async () => {
    const cart = await open();
    expect(cart.addWishlistItemToCart(line())).toEqual({ added: 1, limit: null });
    expect(cart.useCart.getState().items).toEqual([line({ quantity: 1, min_order: 1, stock: 100, unit: "" })]);
    cart.replaceLines([line({ stock: 5 })]);
    expect(cart.addWishlistItemToCart(line())).toEqual({ added: 0, limit: "only_left" });
    expect(cart.useCart.getState().items).toEqual([line({ stock: 5 })]);
  });
});

describe("storage", () => {
  test.each([
    ["broken JSON", "{items:"],
    ["an empty text", ""],
    ["null", "null"],
    ["a number", "7"],
    ["another shape", `{"items":[]}`],
    ["hostile lines", JSON.stringify({ state: { items: [null, 3, line({ price_kobo: 0 })], count: 99 }, version: 8 })],
  ])("%s is an empty cart that works, without an error in the console", async (_, stored) => {
    const error = vi.spyOn(console, "error");
    const cart = await open(stored);
    expect(cart.useCart.getState()).toEqual({ items: [], count: 0 });
    cart.addToCart(line());
    expect(storedItems()).toEqual([asStored()]);
    expect(error).not.toHaveBeenCalled();
  });

  test("changes of another tab are applied", async () => {
    const cart = await open();
    cart.addToCart(line());
    page.stored.set(KEY, JSON.stringify({ state: { items: [line({ quantity: 9 })] }, version: 0 }));
    page.storageEvent("wishlist-storage");
    expect(cart.useCart.getState().count).toBe(5);
    page.storageEvent(KEY);
    expect(cart.useCart.getState()).toEqual({ items: [line({ quantity: 9 })], count: 9 });
    page.stored.clear();
    page.storageEvent(null);
    expect(cart.useCart.getState()).toEqual({ items: [], count: 0 });
  });

  test("with blocked storage the cart lasts for this page", async () => {
    page.blocked = true;
    const cart = await open();
    cart.addToCart(line());
    page.storageEvent(KEY);
    expect(cart.useCart.getState().count).toBe(5);
    expect(page.stored.size).toBe(0);
  });

  test("nothing is read or written on a server", async () => {
    vi.stubGlobal("window", undefined);
    const cart = await open(JSON.stringify({ state: { items: [line()] }, version: 0 }));
    expect(cart.useCart.getState()).toEqual({ items: [], count: 0 });
  });
});
