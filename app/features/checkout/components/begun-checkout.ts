import { subscribeToWrites } from "#app/lib/browser-store.ts";
import { tryStorage } from "#app/lib/try-storage.ts";
import { NOTICE_KEY, PENDING_KEY } from "../rules/storage-keys.ts";

/** Whether this browser has a started checkout without result, or a notice about one. */
export function isCheckoutBegun(): boolean {
  const isBegun = () => PENDING_KEY in localStorage || NOTICE_KEY in localStorage || NOTICE_KEY in sessionStorage;
  return tryStorage(isBegun) ?? false;
}

/** Calls `onNotice` when another tab announces a notice about its checkout; returns an unsubscribe function. */
export const subscribeToNotices = (onNotice: () => void): (() => void) => subscribeToWrites(NOTICE_KEY, onNotice);

/** The id of the checkout in progress after a server check; null, without a request, for most browsers. */
export async function loadCheckoutUnderWay(): Promise<string | null> {
  if (!isCheckoutBegun()) return null;
  const status = await import("./checkout-status.ts");
  return await status.checkoutUnderWay();
}
