import { replaceLines, useCart } from "#app/features/cart/store.ts";
import type { CheckoutStatus } from "#app/features/payments/commands/status.server.ts";
import { withoutOrdered } from "../rules.ts";
import {
  announceCheckoutNotice,
  clearDraft,
  clearPending,
  ownCheckout,
  setCheckoutNotice,
  setOwnHolds,
  useCheckoutNotice,
  type CheckoutNotice,
} from "../store.ts";
import { askCheckoutStatus } from "./checkout-api.ts";

type Lines = readonly { id: string; quantity: number }[];

/**
 * Takes what is ordered off this browser's cart and ends its checkout: only these quantities go, and the next payment
 * begins a new checkout. False when that has happened already, in this tab or another.
 */
export async function takeOrdered(checkout_id: string, ordered: Lines): Promise<boolean> {
  return await exclusively(async () => {
    if (ownCheckout() !== checkout_id) return false;
    clearPending(localStorage);
    setOwnHolds([], 0);
    // Another tab may have changed the cart a moment ago.
    await useCart.persist.rehydrate();
    const left = withoutOrdered(useCart.getState().items, ordered);
    replaceLines(left);
    // What is left goes to the same address; else nothing of the buyer stays in a browser that others may use.
    if (left.length === 0) clearDraft();
    return true;
  });
}

/** Asks the server about the checkout that this browser has begun and acts on the answer; null without one. */
export async function refreshCheckout(): Promise<CheckoutStatus | null> {
  const checkout_id = ownCheckout();
  const status = checkout_id && (await askCheckoutStatus(checkout_id));
  if (!status) return null;
  await applyStatus(checkout_id, status);
  return status;
}

/** How long an answer is recent, in ms. */
const RECENT_MS = 15_000;
/** How long the cart's own check waits for the answer. */
const PATIENCE_MS = 4_000;

let last: { checkout_id: string; at: number; acted: Promise<unknown> } | null = null;

/** `refreshCheckout` for what happens often: asked again within 15 seconds, it waits for the same answer. */
export async function refreshCheckoutRecently(): Promise<void> {
  const checkout_id = ownCheckout();
  if (!checkout_id) return;
  if (last?.checkout_id !== checkout_id || Date.now() - last.at > RECENT_MS)
    last = { checkout_id, at: Date.now(), acted: refreshCheckout() };
  await last.acted;
}

/**
 * The id of the checkout that is still under way, once the server has been asked: the cart's check must not lower
 * quantities to what is left after the shopper's own order.
 */
export async function checkoutUnderWay(): Promise<string | null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (ownCheckout()) await Promise.race([refreshCheckoutRecently(), patience]);
  return ownCheckout();
}

/** Acts on what the server says of this browser's checkout: cart, holds and the notice follow it. */
export async function applyStatus(checkout_id: string, status: CheckoutStatus): Promise<void> {
  if (ownCheckout() !== checkout_id) return;
  setOwnHolds(status.held, status.held_until);
  if (status.state === "none") return;
  const notice = noticeOf(status);
  if (status.state === "paid" || status.state === "review") {
    if ((await takeOrdered(checkout_id, status.lines)) && notice) announceCheckoutNotice(notice);
    return;
  }
  if (status.state === "reversed" || status.state === "closed") clearPending(localStorage);
  if (notice) setCheckoutNotice(notice);
  else if (useCheckoutNotice.getState().notice?.kind === "waiting") setCheckoutNotice(null);
}

const KINDS: Partial<Record<CheckoutStatus["state"], CheckoutNotice["kind"]>> = {
  paid: "placed",
  review: "review",
  reversed: "reversed",
};

function noticeOf(status: Exclude<CheckoutStatus, { state: "none" }>): CheckoutNotice | null {
  const kind = KINDS[status.state] ?? (isTransferUnderWay(status) ? "waiting" : null);
  if (!kind) return null;
  const { reference, access_token, order_number, amount_kobo, channel } = status;
  return { kind, reference, access_token, order_number, amount_kobo, channel };
}

/** A window that was merely left is pending too, as a card payment: only what arrives by itself is waited for. */
export function isTransferUnderWay(status: CheckoutStatus): boolean {
  return status.state === "pending" && status.channel !== null && status.channel !== "card";
}

/** Runs `action` in one tab at a time, where the browser can do that: on secure origins. */
async function exclusively<Result>(action: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request("oja-checkout", action) : await action();
}
