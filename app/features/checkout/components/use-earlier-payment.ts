import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCart } from "#app/features/cart/store.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import type { PaymentAnswer } from "./checkout-api.ts";
import { isTransferPending, refreshCheckout } from "./checkout-status.ts";
import type { StartedAttempt } from "./use-payment.ts";

/**
 * Checks once for a payment that was in progress when the page was left: a payment of the whole cart leads to its
 * order, a pending transfer to `resume`. Returns whether the check is done.
 */
export function useEarlierPayment(resume: (attempt: StartedAttempt, answer: PaymentAnswer) => void): boolean {
  const navigate = useNavigate();
  const [isChecked, setIsChecked] = useState(false);

  useEffect(() => {
    let isLeft = false;
    void refreshCheckout().then(async (status) => {
      if (isLeft) return;
      if (status && status.state !== "none") {
        const { state, channel, access_token } = status;
        const isOver = state === "paid" || state === "review";
        if (isOver && useCart.getState().items.length === 0)
          return await navigate(paymentSuccessHref(access_token), { replace: true });
        if (isTransferPending(status)) resume(status, { state: "pending", message: "", channel, wait_s: 0 });
      }
      setIsChecked(true);
    });
    return () => void (isLeft = true);
  }, [navigate, resume]);

  return isChecked;
}
