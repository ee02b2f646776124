import { NOTICE_KEY, PENDING_KEY } from "#app/lib/storage-keys.ts";

/** Whether this browser has begun a checkout that has not ended, or has a notice about one. */
export function isCheckoutBegun(): boolean {
  try {
    return PENDING_KEY in localStorage || NOTICE_KEY in localStorage || NOTICE_KEY in sessionStorage;
  } catch {
    return false;
  }
}

/** The id of the checkout that is still under way, once the server has been asked; null for most browsers, at once. */
export async function checkoutUnderWay(): Promise<string | null> {
  if (!isCheckoutBegun()) return null;
  const status = await import("./checkout-status.ts");
  return await status.checkoutUnderWay();
}
