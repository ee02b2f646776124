import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lineMessages } from "#app/features/cart/components/cart-messages.ts";
import type { CheckedCart } from "#app/features/cart/queries.server.ts";
import { applyCheck, type CartItem } from "#app/features/cart/rules.ts";
import { clearCart, replaceLines } from "#app/features/cart/store.ts";
import { loadPopup, openPopup } from "#app/features/payments/components/paystack-popup.ts";
import { toast } from "#app/ui/toast.ts";
import type { Contact, FieldErrors } from "../schema.ts";
import { checkoutId, clearPending, writePending } from "../store.ts";
import { startPayment, verifyPayment } from "./checkout-api.ts";
import { reportMails } from "./report-mails.ts";

/** `form`: the shopper fills in or may try again. `waiting`: the money may still be on its way. */
export type PaymentPhase = "form" | "starting" | "paying" | "checking" | "waiting" | "placed";

type Started = { reference: string; access_token: string; access_code: string; authorization_url: string };

const GATEWAY = "Payment gateway not loaded. Please refresh the page and try again.";
const INITIALIZE = "Failed to initialize payment. Please try again.";
const UNVERIFIED = "We couldn't verify your payment. Please contact support.";

export const successHref = (token: string) => `/checkout/payment-success?token=${token}`;

/**
 * The way of a payment in the browser: start, popup, verify, done. Only the server's answers count.
 * `onFieldErrors` gets what the server alone found wrong with the contact data.
 */
export function usePayment(inlineUrl: string | null, onFieldErrors: (errors: FieldErrors) => void) {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PaymentPhase>("form");
  const [news, setNews] = useState<string[]>([]);
  const [slow, setSlow] = useState<string | null>(null);
  const [started, setStarted] = useState<Started | null>(null);
  const busy = useRef(false);

  const placed = useCallback(
    (payment: Pick<Started, "reference" | "access_token">, contact: Contact) => {
      setPhase("placed");
      toast.success("Order placed successfully!");
      clearCart();
      clearPending(localStorage);
      void reportMails(payment.reference, contact);
      void navigate(successHref(payment.access_token), { replace: true });
    },
    [navigate],
  );

  /** Asks the server what became of the payment. `closed`: the popup was closed without a success. */
  const check = useCallback(
    async (payment: Started, contact: Contact, closed: boolean) => {
      setPhase("checking");
      const answer = await verifyPayment(payment.reference);
      if (answer?.success) return placed(payment, contact);
      if (!answer || answer.status === "pending" || answer.status === "unconfirmed") return setPhase("waiting");
      setPhase("form");
      if (closed && answer.status === "failed")
        toast.error("Payment Cancelled", "You can try again whenever you are ready.");
      else toast.error("Payment Verification Failed", answer.message || UNVERIFIED);
    },
    [placed],
  );

  async function pay(contact: Contact, items: CartItem[], mode: "popup" | "page" = "popup") {
    if (busy.current) return;
    busy.current = true;
    setNews([]);
    setSlow(null);
    try {
      setPhase("starting");
      if (!inlineUrl) return fail("Payment system is not properly configured.");
      if (mode === "popup" && !(await loadPopup(inlineUrl))) {
        setSlow("");
        return fail(GATEWAY);
      }
      const checkout_id = checkoutId(localStorage);
      const lines = items.map(({ id, quantity, price_kobo }) => ({ id, quantity, price_kobo }));
      const answer = await startPayment(checkout_id, contact, lines);
      if (!answer?.ok) return refused(answer, items);
      const { payment } = answer;
      setStarted(payment);
      writePending(localStorage, { checkout_id, access_token: payment.access_token, reference: payment.reference });
      if (mode === "page") return window.location.assign(payment.authorization_url);
      setPhase("paying");
      const outcome = await openPopup({
        accessCode: payment.access_code,
        reference: payment.reference,
        onSlow: () => setSlow(payment.authorization_url),
      });
      setSlow(null);
      if (outcome.kind === "error") {
        setSlow(payment.authorization_url);
        return fail(INITIALIZE);
      }
      await check(payment, contact, outcome.kind === "closed");
    } finally {
      busy.current = false;
    }
  }

  function fail(message: string) {
    setPhase("form");
    toast.error(message);
  }

  function refused(answer: Awaited<ReturnType<typeof startPayment>>, items: CartItem[]) {
    if (!answer || answer.ok) return fail(INITIALIZE);
    if (answer.reason === "already_paid") {
      clearCart();
      clearPending(localStorage);
      setPhase("placed");
      return void navigate(successHref(answer.access_token), { replace: true });
    }
    if (answer.reason === "cart_changed") {
      setNews(applyChanges(items, answer.cart));
      setPhase("form");
      return toast.error("Your cart has changed", "Please look at the changes before you pay.");
    }
    if (answer.reason === "invalid" && Object.keys(answer.errors ?? {}).length > 0) {
      setPhase("form");
      return onFieldErrors(answer.errors ?? {});
    }
    if (answer.reason === "amount" || answer.reason === "invalid" || answer.reason === "refused") {
      setPhase("form");
      return toast.error("Order Failed", answer.message);
    }
    fail(answer.message ?? INITIALIZE);
  }

  return { phase, news, slow, started, pay, check };
}

/** Brings the stored cart up to date and says line by line what changed. */
function applyChanges(items: CartItem[], cart: CheckedCart): string[] {
  const { items: current, changes } = applyCheck(items, cart.lines);
  replaceLines(current);
  return current.flatMap((item) => lineMessages(item, changes[item.id]).map((news) => `${item.name}: ${news.text}`));
}
