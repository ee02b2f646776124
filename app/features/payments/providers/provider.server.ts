import { createContext } from "react-router";

/** What a provider says of one payment. Only "success" pays an order; everything else is "not yet". */
export type Verification = {
  status: "abandoned" | "failed" | "ongoing" | "pending" | "processing" | "queued" | "reversed" | "success";
  reference: string;
  /** The provider's number of it, as text: it may be larger than JavaScript counts. */
  transaction_id: string | null;
  domain: "test" | "live";
  currency: string;
  /** What was taken, in kobo; with fees passed to the customer more than was asked for. */
  amount_kobo: number;
  /** What was asked for, in kobo, when the provider says so. */
  requested_amount_kobo: number | null;
  channel: string | null;
  /** The provider's words for a failure, or null. */
  message: string | null;
};

export type InitializeResult =
  | { ok: true; access_code: string; authorization_url: string }
  | { ok: false; reason: "duplicate_reference" | "refused" | "unavailable"; message: string };

export type VerifyResult =
  | { ok: true; verification: Verification }
  | { ok: false; reason: "unknown_reference" | "unavailable"; message: string };

/** Money that goes back to a buyer. Only `processed` has arrived; `processed` and `failed` are the ends. */
export type Refund = {
  provider_id: string;
  amount_kobo: number;
  currency: string;
  status: "pending" | "processing" | "processed" | "failed" | "needs_attention";
  /** The merchant's note on it, by which the shop knows a request of its own again. */
  note?: string | null;
};

/** `refused`: the provider did not take it and says why. `unavailable`: nobody knows whether it did. */
export type RefundResult =
  | { ok: true; refund: Refund }
  | { ok: false; reason: "refused" | "unavailable"; message: string };

export type RefundsResult = { ok: true; refunds: Refund[] } | { ok: false; message: string };

/** Each question takes a `deadline` that ends all of its tries; without one it ends after 10 seconds. */
export type PaymentProvider = {
  publicKey: string;
  domain: "test" | "live";
  /** Where the browser loads the payment script from, and the origin of its frame. */
  inlineUrl: string;
  checkoutOrigin: string;
  /** True for the demo's sandbox: screens say that no real money moves. */
  sandbox: boolean;
  initialize(input: {
    reference: string;
    amount_kobo: number;
    currency: string;
    email: string;
    callback_url: string;
    metadata: Record<string, unknown>;
    deadline?: AbortSignal;
  }): Promise<InitializeResult>;
  verify(reference: string, deadline?: AbortSignal): Promise<VerifyResult>;
  /** Asks for money to go back. Not idempotent at the provider: never repeated without a look at `refunds`. */
  refund(input: { reference: string; amount_kobo: number; note: string; customer_note: string }): Promise<RefundResult>;
  /** All refunds of one transaction. */
  refunds(transaction_id: string): Promise<RefundsResult>;
  /** True when `signature` is this provider's over exactly these bytes. */
  isSignatureValid(body: Uint8Array, signature: string | null): boolean;
};

/** Null when payment is not configured. */
export const paymentContext = createContext<PaymentProvider | null>(null);
