import type { StartResult } from "../commands/start.server.ts";
import type { Contact, FieldErrors } from "../schema.ts";

export type VerifyAnswer = { success: boolean; status: string; message: string };

type Line = { id: string; quantity: number; price_kobo: number };

async function post<Answer>(path: string, body: unknown): Promise<Answer | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  } catch {
    return null;
  }
}

export type StartAnswer =
  | StartResult
  | { ok: false; reason: "invalid"; message: string; errors?: FieldErrors }
  | { ok: false; reason: "too_many_requests"; message: string };

/** Asks the server to price, hold and open a payment; null when there was no readable answer. */
export function startPayment(checkout_id: string, contact: Contact, lines: Line[]): Promise<StartAnswer | null> {
  return post("/checkout/start", { checkout_id, contact, lines });
}

/** Asks the server whether a payment came; null when there was no readable answer. */
export function verifyPayment(reference: string): Promise<VerifyAnswer | null> {
  return post("/functions/v1/verify-paystack-payment", { reference });
}

type MailAnswer = { success: boolean; status?: "sent" | "queued" | "delayed" | "not_needed"; isFirstOrder?: boolean };

/** Asks whether the order's confirmation went out. */
export function askConfirmation(
  reference: string,
  contact: Pick<Contact, "email" | "name">,
): Promise<MailAnswer | null> {
  return post("/functions/v1/send-order-confirmation", {
    type: "order_confirmation",
    orderData: { payment_reference: reference },
    customerEmail: contact.email,
    customerName: contact.name,
  });
}
