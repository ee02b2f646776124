import { useEffect } from "react";
import { clearCart } from "#app/features/cart/store.ts";
import { toast } from "#app/ui/toast.ts";
import { clearPending, readPending } from "../store.ts";
import { reportMails } from "./report-mails.ts";

type Props = { token: string; reference: string; email: string; name: string };

/**
 * Tells of the order and clears the cart when this browser was paying for this very order, for example on the
 * provider's page or in a tab that was closed too early. A cart that was filled since then, or another device's, stays.
 */
export function OrderPlaced({ token, reference, email, name }: Props) {
  useEffect(() => {
    if (readPending(localStorage)?.access_token !== token) return;
    clearCart();
    clearPending(localStorage);
    toast.success("Order placed successfully!");
    void reportMails(reference, { email, name });
  }, [token, reference, email, name]);
  return null;
}
