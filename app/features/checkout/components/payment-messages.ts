import type { Store } from "#app/features/settings/rules.ts";
import type { PaymentAnswer } from "./checkout-api.ts";

export type PaymentMessage = { title: string; text: string };

const WAITING = "We are waiting for your payment";
const LATER =
  "You can stay here or close this page: as soon as the money arrives, your order is placed and we confirm it by email.";
const ONCE = "Please do not pay again.";

/** Expected duration by the provider's name of the payment method. */
const PENDING = new Map<string | null, string>([
  ["bank_transfer", "Bank transfers can take a few minutes."],
  ["ussd", "USSD payments can take a few minutes."],
  ["bank", "Your bank has not confirmed this payment yet."],
  ["card", "Your bank has not confirmed this card payment yet."],
]);

type Known = Pick<PaymentAnswer, "channel" | "wait_s"> & { state: PaymentAnswer["state"] | "reversed" | "paid_twice" };

/** Message for a payment by its last state; `unknown` and unexpected states refer to support. */
export function paymentMessage({ state, channel, wait_s }: Known, reference: string, store: Store): PaymentMessage {
  const support = `You can reach us at ${store.email} or ${store.phone} with the reference ${reference}.`;
  switch (state) {
    case "paid":
      return { title: "Your payment was received", text: "Your order is placed." };
    case "pending":
      return {
        title: WAITING,
        text: `${PENDING.get(channel) ?? "This payment has not been confirmed yet."} ${LATER} ${ONCE}`,
      };
    case "unconfirmed":
      return {
        title: WAITING,
        text: `The payment service is not responding right now, so we cannot see whether your payment arrived. ${LATER} ${ONCE}`,
      };
    case "busy":
      return {
        title: WAITING,
        text: `Many questions came from your connection, so we ask again in ${seconds(wait_s)}. This does not touch your payment. ${LATER} ${ONCE}`,
      };
    case "unavailable":
      return {
        title: WAITING,
        text: `Our shop is not responding right now, so you cannot see here whether your payment arrived. Nothing is lost. ${LATER} ${ONCE}`,
      };
    case "offline":
      return {
        title: WAITING,
        text: `We cannot be reached from here: please check your connection. If you paid, your order is placed all the same, and we confirm it by email. ${ONCE}`,
      };
    case "review":
      return {
        title: "We are reviewing your payment",
        text: `Your payment reached us, but we need to review it. Nothing is lost: we will get in touch with you. Its goods have left your cart, so that you do not pay for them twice. ${support} ${ONCE}`,
      };
    case "reversed":
      return {
        title: "Your payment was returned to you",
        text: `The money for the reference ${reference} was returned, so there is no order. Your cart is still there, and you can try again. ${support}`,
      };
    case "paid_twice":
      return {
        title: "You paid twice",
        text: `Your order is placed already, by another payment of the same checkout. We will review this one and get in touch with you about the money. ${support}`,
      };
    case "failed":
      return {
        title: "This payment was not completed",
        text: `No money was taken for the reference ${reference}. Your cart is still there, and you can try again.`,
      };
    case "closed":
      return {
        title: "This payment has ended",
        text: `No money arrived for the reference ${reference} in time, so its goods are on sale again. Your cart is still there, and you can try again. Did you pay? ${support}`,
      };
    default:
      return { title: "We do not know this payment", text: `If you paid, please contact us. ${support}` };
  }
}

const UNVERIFIED = "We couldn't verify your payment. Please contact support.";

/**
 * Toast for a payment that did not become an order when its window ended. `isClosed`: the shopper closed the window.
 */
export function endedMessage({ state, message }: Pick<PaymentAnswer, "state" | "message">, isClosed: boolean) {
  return isClosed && state === "failed"
    ? { title: "Payment Cancelled", text: "You can try again whenever you are ready." }
    : { title: "Payment Verification Failed", text: message || UNVERIFIED };
}

function seconds(wait_s: number): string {
  return wait_s === 1 ? "1 second" : `${Math.max(wait_s, 1)} seconds`;
}
