import { replaceLines, useCart } from "#app/features/cart/store.ts";
import type { CheckoutStatus } from "#app/features/payments/rules/checkout-status.ts";
import { withoutOrdered } from "../rules.ts";
import {
  publishCheckoutNotice,
  clearDraft,
  clearPending,
  ownCheckout,
  setCheckoutNotice,
  useCheckoutNotice,
  type CheckoutNotice,
} from "../store.ts";
import { askCheckoutStatus } from "./checkout-api.ts";
import { setOwnHolds } from "./own-holds.ts";

type Lines = readonly { id: string; quantity: number }[];

/**
 * Removes the ordered quantities from this browser's cart and ends its checkout, so that the next payment starts a new
 * one. False if this was done before, in this or another tab.
 */
export async function removeOrdered(checkout_id: string, ordered: Lines): Promise<boolean> {
  return await exclusively(async () => {
    if (ownCheckout() !== checkout_id) return false;
    clearPending(localStorage);
    setOwnHolds([], 0);
    // Another tab may have changed the cart.
    await useCart.persist.rehydrate();
    const left = withoutOrdered(useCart.getState().items, ordered);
    replaceLines(left);
    // A remaining cart keeps the address; otherwise the buyer's data is deleted, because others may use the browser.
    if (left.length === 0) clearDraft();
    return true;
  });
}

/** Checks this browser's checkout on the server and applies the result; null without one. */
export async function refreshCheckout(): Promise<CheckoutStatus | null> {
  const checkout_id = ownCheckout();
  const status = checkout_id && (await askCheckoutStatus(checkout_id));
  if (!status) return null;
  await applyStatus(checkout_id, status);
  return status;
}

/** How long a result is reused, in ms. */
const RECENT_MS = 15_000;
/** Maximum time that the cart check waits for the result, in ms. */
const PATIENCE_MS = 4_000;

let last: { checkout_id: string; at: number; acted: Promise<unknown> } | null = null;

/** `refreshCheckout` for frequent calls: within 15 seconds it returns the same promise. */
export async function refreshCheckoutRecently(): Promise<void> {
  const checkout_id = ownCheckout();
  if (!checkout_id) return;
  if (last?.checkout_id !== checkout_id || Date.now() - last.at > RECENT_MS)
    last = { checkout_id, at: Date.now(), acted: refreshCheckout() };
  await last.acted;
}

/**
 * The id of the checkout in progress after a server check, so that the cart check does not reduce quantities because of
 * the shopper's own hold.
 */
export async function checkoutUnderWay(): Promise<string | null> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (ownCheckout()) await Promise.race([refreshCheckoutRecently(), patience]);
  return ownCheckout();
}

/** Applies a checkout status to cart, holds and notice. */
export async function applyStatus(checkout_id: string, status: CheckoutStatus): Promise<void> {
  if (ownCheckout() !== checkout_id) return;
  setOwnHolds(status.held, status.held_until);
  if (status.state === "none") return;
  const notice = noticeOf(status);
  if (status.state === "paid" || status.state === "review") {
    if ((await removeOrdered(checkout_id, status.lines)) && notice) publishCheckoutNotice(notice);
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
  const kind = KINDS[status.state] ?? (isTransferPending(status) ? "waiting" : null);
  if (!kind) return null;
  const { reference, access_token, order_number, amount_kobo, channel } = status;
  return { kind, reference, access_token, order_number, amount_kobo, channel };
}

/** A closed popup is also a pending card payment, so only transfers, which complete on their own, are awaited. */
export function isTransferPending(status: CheckoutStatus): boolean {
  return status.state === "pending" && status.channel !== null && status.channel !== "card";
}

/** Runs `action` in one tab at a time by the Web Locks API (secure origins only). */
async function exclusively<Result>(action: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? await locks.request("oja-checkout", action) : await action();
}
