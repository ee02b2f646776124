import type { StartResult } from "#app/features/checkout/rules/start.ts";
import type { ChosenDelivery } from "#app/features/delivery/rules.ts";
import type { CheckoutStatus } from "#app/features/payments/rules/checkout-status.ts";
import type { SettleResult } from "#app/features/payments/rules/settlement.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import type { JsonAnswer } from "#app/platform/errors.server.ts";
import type { Contact } from "../schema.ts";

/**
 * State of a payment: the server's states, and `busy` (rate-limited for `wait_s` seconds), `unavailable` (server
 * error), `offline` (no response).
 */
export type PaymentAnswer = {
  state: SettleResult["state"] | "busy" | "unavailable" | "offline";
  message: string;
  /** Payment method as the provider names it ("card", "bank_transfer", "ussd"); null if unknown. */
  channel: string | null;
  wait_s: number;
};

type Line = { id: string; quantity: number; price_kobo: number };

const PATIENCE_MS = 30_000;

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

async function postJson<Answer>(path: string, body: unknown): Promise<Answer | null> {
  try {
    return (await (await post(path, body)).json()) as Answer;
  } catch {
    return null;
  }
}

export type StartAnswer = JsonAnswer<StartResult> | { success: false; code: "too_many_requests"; message: string };

/** What is paid, as the shopper saw it: the server refuses other prices, quantities or another total in kobo. */
export type StartBody = {
  checkout_id: string;
  contact: Contact;
  lines: Line[];
  delivery: ChosenDelivery | null;
  total_kobo: number;
  channel: Channel;
};

/** Starts a payment on the server; null for an unreadable response. */
export function startPayment(body: StartBody): Promise<StartAnswer | null> {
  return postJson("/checkout/start", body);
}

type VerifyBody = { status?: PaymentAnswer["state"]; message?: string; channel?: string | null };

/** Verifies a payment on the server. Never throws: errors are returned as states. */
export async function verifyPayment(reference: string): Promise<PaymentAnswer> {
  const answer = { message: "", channel: null, wait_s: 0 };
  let response: Response;
  try {
    response = await post("/functions/v1/verify-paystack-payment", { reference });
  } catch {
    return { ...answer, state: "offline" };
  }
  if (response.status === 429)
    return { ...answer, state: "busy", wait_s: Math.min(Number(response.headers.get("Retry-After")) || 0, 300) };
  const body = (await response.json().catch(() => null)) as VerifyBody | null;
  if (response.status === 404) return { ...answer, state: "unknown", message: body?.message ?? "" };
  if (!response.ok || !body?.status) return { ...answer, state: "unavailable" };
  return { ...answer, state: body.status, message: body.message ?? "", channel: body.channel ?? null };
}

/** Status of this browser's checkout; null for an unreadable response. */
export async function askCheckoutStatus(checkout_id: string): Promise<CheckoutStatus | null> {
  try {
    const response = await post("/checkout/status", { checkout_id });
    return response.ok ? ((await response.json()) as CheckoutStatus) : null;
  } catch {
    return null;
  }
}

type MailAnswer = { success: boolean; status?: "sent" | "queued" | "delayed" | "not_needed"; isFirstOrder?: boolean };

/** Requests the delivery status of the order's confirmation mail. */
export function askConfirmation(
  reference: string,
  contact: Pick<Contact, "email" | "name">,
): Promise<MailAnswer | null> {
  return postJson("/functions/v1/send-order-confirmation", {
    type: "order_confirmation",
    orderData: { payment_reference: reference },
    customerEmail: contact.email,
    customerName: contact.name,
  });
}
