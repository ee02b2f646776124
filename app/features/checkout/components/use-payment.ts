import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { totalOf, type CartItem } from "#app/features/cart/rules.ts";
import { linesToCheck, type LineChanges } from "#app/features/cart/rules/check.ts";
import { useCart } from "#app/features/cart/store.ts";
import type { ChosenDelivery, DeliveryQuote } from "#app/features/delivery/rules.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { loadPopup, openPopup } from "#app/features/payments/components/paystack-popup.ts";
import { payHref } from "#app/features/payments/links.ts";
import { loadAhead } from "#app/ui/lazy-or.ts";
import { toast } from "#app/ui/toast.ts";
import type { Contact, ContactErrors } from "../schema.ts";
import { checkoutId, clearPending, subscribeToCheckoutEnd, markJustPaid, ownCheckout, writePending } from "../store.ts";
import { applyChanges } from "./apply-changes.ts";
import { askCheckoutStatus, startPayment, verifyPayment, type PaymentAnswer } from "./checkout-api.ts";
import { refreshCheckout, removeOrdered } from "./checkout-status.ts";
import { setOwnHolds } from "./own-holds.ts";
import { endedMessage } from "./payment-messages.ts";
import { pollInBackground } from "./poll-payment.ts";

/** `form`: the shopper can edit or retry. `waiting`: the payment may still arrive. */
export type PaymentPhase = "form" | "starting" | "paying" | "checking" | "waiting" | "placed";

/** A started attempt: the token of its page, and the items it pays for. */
export type StartedAttempt = {
  reference: string;
  access_token: string;
  /** Of the page with the account number of a transfer. */
  pay_token?: string | null;
  lines: readonly { id: string; quantity: number }[];
};

/** What is paid: who gets it, the goods, and how they are delivered, which is null without rates. */
type Paid = { contact: Contact; items: CartItem[]; delivery: ChosenDelivery | null };

const GATEWAY = "Payment gateway not loaded. Please refresh the page and try again.";
const INITIALIZE = "Failed to initialize payment. Please try again.";

const UNFINISHED: readonly PaymentAnswer["state"][] = ["pending", "unconfirmed", "busy", "unavailable", "offline"];

/**
 * Payment flow in the browser: start, popup, verify, done. Only server results count. `onFieldErrors` gets contact
 * errors found only by the server, `onQuote` the ways of delivery when the chosen one has changed.
 */
export function usePayment(
  inlineUrl: string | null,
  {
    onFieldErrors,
    onQuote,
  }: { onFieldErrors: (errors: ContactErrors) => void; onQuote: (quote: DeliveryQuote) => void },
) {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PaymentPhase>("form");
  const [changeMessages, setChangeMessages] = useState<string[]>([]);
  const [known, setKnown] = useState<LineChanges>({});
  const [slow, setSlow] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<{ attempt: StartedAttempt; answer: PaymentAnswer } | null>(null);
  const busy = useRef(false);

  /** Removes the items from the cart and opens the page of the order or of the payment under review. */
  const done = useCallback(
    async (attempt: StartedAttempt, state: "paid" | "review") => {
      setPhase("placed");
      const checkout_id = ownCheckout();
      if (checkout_id) await removeOrdered(checkout_id, attempt.lines);
      if (state === "paid") {
        markJustPaid(attempt.access_token);
        toast.success("Order placed successfully!");
      }
      await navigate(paymentSuccessHref(attempt.access_token), { replace: true });
    },
    [navigate],
  );

  /** Resumes a payment that was in progress when the page was left. */
  const resume = useCallback((attempt: StartedAttempt, answer: PaymentAnswer) => {
    if (busy.current) return;
    setWaiting({ attempt, answer });
    setPhase("waiting");
  }, []);

  /** Verifies the payment on the server. `closed`: the popup was closed without success. */
  async function check(attempt: StartedAttempt, closed: boolean) {
    setPhase("checking");
    const answer = await verifyPayment(attempt.reference);
    if (answer.state === "paid") return await done(attempt, "paid");
    if (UNFINISHED.includes(answer.state)) {
      setWaiting({ attempt, answer });
      return setPhase("waiting");
    }
    setWaiting(null);
    const { title, text } = endedMessage(answer, closed);
    toast.error(title, text);
    if (answer.state === "review") return await done(attempt, "review");
    if (answer.state === "closed") clearPending(localStorage);
    setPhase("form");
  }

  /**
   * Starts a payment of `items`, all of which can be bought: in the provider's popup or `page`, or by `transfer` on the
   * shop's page. A pending transfer is polled meanwhile; if it is paid, the popup is closed.
   */
  async function pay({ contact, items, delivery }: Paid, mode: "popup" | "page" | "transfer") {
    if (busy.current) return;
    busy.current = true;
    const left = waiting?.attempt ?? null;
    const watch = new AbortController();
    setChangeMessages([]);
    setSlow(null);
    try {
      setPhase("starting");
      if (!inlineUrl) return fail("Payment system is not properly configured.");
      if (mode === "popup" && !(await loadPopup(inlineUrl))) {
        setSlow("");
        return fail(GATEWAY);
      }
      const checkout_id = checkoutId(localStorage);
      const lines = linesToCheck(items);
      const channel = mode === "transfer" ? "transfer" : "popup";
      const total_kobo = totalOf(items) + (delivery?.kobo ?? 0);
      const answer = await startPayment({ checkout_id, contact, lines, delivery, total_kobo, channel });
      if (!answer?.success) return await refused(answer);
      const { payment } = answer;
      const attempt = { ...payment, lines };
      const held = items.map(({ id, quantity, stock }) => ({ id, quantity, available: stock ?? Infinity }));
      setOwnHolds(held, payment.held_until);
      writePending(localStorage, { checkout_id, access_token: payment.access_token, reference: payment.reference });
      if (payment.channel === "transfer") return await navigate(payHref(payment.pay_token));
      setWaiting(null);
      const { access_code, authorization_url } = payment;
      if (mode === "page") {
        markJustPaid(payment.access_token);
        return window.location.assign(authorization_url);
      }
      setPhase("paying");
      // Loaded while the window is open, so that the order is shown at once.
      loadAhead(() => import("#app/features/orders/components/order-receipt.tsx"));
      let isEnded = false;
      subscribeToCheckoutEnd(() => {
        isEnded = true;
        watch.abort();
      }, watch.signal);
      const arrived = left && pollInBackground([left, attempt], watch);
      const outcome = await openPopup({
        accessCode: access_code,
        reference: payment.reference,
        onSlow: () => setSlow(authorization_url),
        signal: watch.signal,
      });
      setSlow(null);
      if (arrived?.attempt) return await done(arrived.attempt, arrived.state);
      if (isEnded && (await placedElsewhere(checkout_id))) return;
      if (outcome.kind === "error") {
        setSlow(authorization_url);
        return fail(INITIALIZE);
      }
      await check(attempt, outcome.kind === "closed");
    } finally {
      watch.abort();
      busy.current = false;
    }
  }

  /** Another tab ended the checkout: shows its order if there is one; returns whether there is. */
  async function placedElsewhere(checkout_id: string): Promise<boolean> {
    const status = await askCheckoutStatus(checkout_id);
    if (status?.state !== "paid" && status?.state !== "review") return false;
    setPhase("placed");
    toast.info("This order has been placed in another tab");
    await navigate(paymentSuccessHref(status.access_token), { replace: true });
    return true;
  }

  function fail(message: string) {
    setPhase("form");
    toast.error(message);
  }

  async function refused(answer: Awaited<ReturnType<typeof startPayment>>) {
    if (!answer || answer.success) return fail(INITIALIZE);
    if (answer.code === "already_paid") return await earlierPaid(answer.access_token);
    if (answer.code === "cart_changed") {
      const { messages, changes } = applyChanges(answer.cart);
      setKnown((before) => ({ ...before, ...changes }));
      setChangeMessages(messages);
      return setPhase("form");
    }
    if (answer.code === "delivery_changed") {
      onQuote(answer.quote);
      setChangeMessages([answer.message]);
      return setPhase("form");
    }
    if (answer.code === "invalid" && Object.keys(answer.errors ?? {}).length > 0) {
      setPhase("form");
      return onFieldErrors(answer.errors ?? {});
    }
    if (["amount", "invalid", "refused", "too_many_holds"].includes(answer.code)) {
      setPhase("form");
      return toast.error("Order Failed", answer.message);
    }
    fail(answer.message ?? INITIALIZE);
  }

  /** An earlier payment of this checkout was completed: its items leave the cart, and the rest can be paid. */
  async function earlierPaid(token: string) {
    const status = await refreshCheckout();
    setWaiting(null);
    if (!status || useCart.getState().items.length === 0) {
      setPhase("placed");
      return await navigate(paymentSuccessHref(token), { replace: true });
    }
    setPhase("form");
    if (status.state === "paid")
      toast.info("Your earlier order is placed", "Its goods have left your cart. Nothing new was paid.");
  }

  const backToForm = () => setPhase("form");
  return { phase, changeMessages, changes: known, slow, waiting, pay, resume, done, placedElsewhere, backToForm };
}
