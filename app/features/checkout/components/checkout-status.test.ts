import { beforeEach, expect, test, vi } from "vitest";
import type { CartItem } from "#app/features/cart/rules.ts";
import type { CheckoutStatus } from "#app/features/payments/rules/checkout-status.ts";
import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";

const CHECKOUT = "8c4b1f5e-3f65-4a55-9f5e-0a3b8d1b2c3d";
const [RICE, BEANS] = ["0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c11", "0b0f7a52-6f0e-4d9c-9a50-1b8f0b7f2c12"];

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

const item = (id: string, quantity: number): CartItem => ({
  id,
  quantity,
  name: id,
  slug: id,
  unit: "",
  image: null,
  price_kobo: 100_000,
  min_order: 1,
  ...PLAIN_TERMS,
  stock: 100,
});

function status(state: Exclude<CheckoutStatus["state"], "none">, channel: string | null = "card"): CheckoutStatus {
  return {
    state,
    pay_token: null,
    channel,
    reference: "WH123456789012345",
    access_token: "a".repeat(32),
    amount_kobo: 300_000,
    order_number: state === "paid" ? "1A2B3C4D" : null,
    lines: [{ id: RICE, quantity: 3 }],
    held: [],
    held_until: 0,
  };
}

/** Loads the modules for each test, because they read storage once. */
const load = async () => ({
  store: await import("../store.ts"),
  cart: await import("#app/features/cart/store.ts"),
  subject: await import("./checkout-status.ts"),
});
type Loaded = Awaited<ReturnType<typeof load>>;

let store: Loaded["store"];
let cart: Loaded["cart"];
let subject: Loaded["subject"];

/** A browser with 8 rice and 5 beans in the cart, of which 3 rice are in a payment. */
beforeEach(async () => {
  vi.resetModules();
  for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, memoryStorage());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
  ({ store, cart, subject } = await load());
  store.writePending(localStorage, { checkout_id: CHECKOUT, access_token: null, reference: null });
  cart.replaceLines([item(RICE, 8), item(BEANS, 5)]);
  return () => vi.unstubAllGlobals();
});

const inCart = () => cart.useCart.getState().items.map(({ id, quantity }) => [id, quantity]);
const ALL = [
  [RICE, 8],
  [BEANS, 5],
];
const REST = [
  [RICE, 5],
  [BEANS, 5],
];

test.each([
  ["paid", "card", REST, null, "placed"],
  ["review", "card", REST, null, "review"],
  ["reversed", "card", ALL, null, "reversed"],
  ["closed", "card", ALL, null, undefined],
  ["failed", "card", ALL, CHECKOUT, undefined],
  ["unconfirmed", null, ALL, CHECKOUT, undefined],
  // A closed popup looks like a pending card payment; only a transfer can complete on its own.
  ["pending", "card", ALL, CHECKOUT, undefined],
  ["pending", "bank_transfer", ALL, CHECKOUT, "waiting"],
  ["pending", "ussd", ALL, CHECKOUT, "waiting"],
] as const)("%s by %s: cart, checkout and notice follow it", async (state, channel, left, checkout, kind) => {
  await subject.applyStatus(CHECKOUT, status(state, channel));
  expect([inCart(), store.ownCheckout(), store.useCheckoutNotice.getState().notice?.kind]).toEqual([
    left,
    checkout,
    kind,
  ]);
});

test("a repeated response removes the items once, and one of an earlier checkout changes nothing", async () => {
  await Promise.all([subject.applyStatus(CHECKOUT, status("paid")), subject.applyStatus(CHECKOUT, status("paid"))]);
  expect(inCart()).toEqual(REST);
  const next = store.checkoutId(localStorage);
  await subject.applyStatus(CHECKOUT, status("paid"));
  expect([inCart(), store.ownCheckout()]).toEqual([REST, next]);
});

test("a failed transfer is no longer awaited", async () => {
  await subject.applyStatus(CHECKOUT, status("pending", "bank_transfer"));
  await subject.applyStatus(CHECKOUT, status("failed"));
  expect(store.useCheckoutNotice.getState().notice).toBeNull();
});

test("a guest's input is deleted with the last cart line", async () => {
  store.writeContactDraft({ ...store.EMPTY_CONTACT, name: "Ada" });
  await subject.removeOrdered(CHECKOUT, [{ id: RICE, quantity: 3 }]);
  expect(store.readContactDraft().name).toBe("Ada");
  const next = store.checkoutId(localStorage);
  await subject.removeOrdered(next, [item(RICE, 5), item(BEANS, 5)]);
  expect([inCart(), store.readContactDraft().name]).toEqual([[], ""]);
});
