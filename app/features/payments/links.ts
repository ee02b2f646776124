import type { StartedPayment } from "./commands/open.server.ts";

/** The page with the account number of a transfer, for whoever pays it. */
export function payHref(pay_token: string): string {
  return `/checkout/pay/${pay_token}`;
}

/** Where a started payment is paid without the provider's window: the page of a transfer, or the provider's page. */
export function payHrefOf(payment: StartedPayment): string {
  return payment.channel === "transfer" ? payHref(payment.pay_token) : payment.authorization_url;
}

/** The state of a transfer as JSON, which its page asks for. */
export function payStateHref(pay_token: string): string {
  return `/checkout/pay/${pay_token}/state`;
}

export const FIND_PAYMENT = "/find-my-payment";

/** "Find my payment", from the page of a transfer. */
export function findPaymentHref(pay_token: string): string {
  return `${FIND_PAYMENT}?payment=${pay_token}`;
}

/** A WhatsApp chat of the visitor's choice with `text`. */
export function whatsappShareHref(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
