import { useEffect, useState } from "react";
import { toast } from "#app/ui/toast.ts";
import { ownCheckout, setCheckoutNotice, takeJustPaid, useCheckoutNotice } from "../store.ts";
import { removeOrdered } from "./checkout-status.ts";
import { RedirectCountdown } from "./redirect-countdown.tsx";
import { reportMails } from "./report-mails.ts";

type Props = {
  checkout_id: string;
  token: string;
  lines: readonly { id: string; quantity: number }[];
  /** The paid order; null for a payment under review. */
  order: { reference: string; email: string; name: string } | null;
};

/**
 * Removes the ordered items from the cart if this browser started the payment, also after paying on the provider's
 * page; carts on other devices are unchanged. Right after payment it redirects home, once per tab; a page opened from
 * the mail or reloaded does not.
 */
export function OrderPlaced({ checkout_id, token, lines, order }: Props) {
  const [isFresh, setFresh] = useState(false);
  const { reference, email, name } = order ?? {};

  useEffect(() => {
    const isOwn = ownCheckout() === checkout_id;
    if (isOwn) void removeOrdered(checkout_id, lines);
    if (useCheckoutNotice.getState().notice?.access_token === token) setCheckoutNotice(null);
    if (reference === undefined || email === undefined || name === undefined) return;
    const isJustPaid = takeJustPaid(token);
    if (isJustPaid) setFresh(true);
    // The focus may be in the provider's hidden frame.
    if (isJustPaid) document.querySelector<HTMLElement>("main h1")?.focus();
    if (isOwn) toast.success("Order placed successfully!");
    if (isOwn || isJustPaid) void reportMails(reference, { email, name });
  }, [checkout_id, token, lines, reference, email, name]);

  return isFresh ? <RedirectCountdown /> : null;
}
