import { useEffect } from "react";
import { clearCart } from "#app/features/cart/store.ts";
import { forgetPending, readPending } from "../store.ts";

/**
 * Clears the cart when this browser was paying for this very order, for example after the tab was closed too early.
 * A cart that was filled since then, or another device's, stays.
 */
export function ForgetCart({ token }: { token: string }) {
  useEffect(() => {
    if (readPending(localStorage)?.access_token !== token) return;
    clearCart();
    forgetPending(localStorage);
  }, [token]);
  return null;
}
