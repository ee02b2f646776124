import { createContext } from "react-router";

/** The provider's report on one payment. Only "success" counts as paid; every other status as not yet paid. */
export type Verification = {
  status: "abandoned" | "failed" | "ongoing" | "pending" | "processing" | "queued" | "reversed" | "success";
  reference: string;
  /** The provider's id as text: it may exceed Number.MAX_SAFE_INTEGER. */
  transaction_id: string | null;
  domain: "test" | "live";
  currency: string;
  /** Amount charged, in kobo; more than requested when fees are passed to the customer. */
  amount_kobo: number;
  /** Amount requested, in kobo, if the provider reports it. */
  requested_amount_kobo: number | null;
  channel: string | null;
  /** The provider's failure message, or null. */
  message: string | null;
};

export type InitializeResult =
  | { ok: true; access_code: string; authorization_url: string }
  | { ok: false; reason: "duplicate_reference" | "refused" | "unavailable"; message: string };

export type VerifyResult =
  | { ok: true; verification: Verification }
  | { ok: false; reason: "unknown_reference" | "unavailable"; message: string };

/** A refund. `processed` (money returned) and `failed` are the final statuses. */
export type Refund = {
  provider_id: string;
  amount_kobo: number;
  currency: string;
  status: "pending" | "processing" | "processed" | "failed" | "needs_attention";
  /** The merchant's note, which links a refund to the shop's own request. */
  note?: string | null;
};

/** `refused`: the provider declined and gives the reason. `unavailable`: the outcome is unknown. */
export type RefundResult =
  | { ok: true; refund: Refund }
  | { ok: false; reason: "refused" | "unavailable"; message: string };

export type RefundsResult = { ok: true; refunds: Refund[] } | { ok: false; message: string };

/** `failing_since`: of the calls after the last good one. `refused`: it does not accept the shop's key. */
export type ProviderCalls = {
  answered_at: Date | null;
  failing_since: Date | null;
  problem: "silent" | "refused" | null;
};

/** Each method takes a `deadline` for all its retries; default 10 seconds. */
export type PaymentProvider = {
  publicKey: string;
  domain: "test" | "live";
  /** URL of the payment script and origin of its iframe. */
  inlineUrl: string;
  checkoutOrigin: string;
  /** True for the demo's sandbox: the UI states that no real money is charged. */
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
  /** Requests a refund. Not idempotent at the provider: check `refunds` before a retry. */
  refund(input: { reference: string; amount_kobo: number; note: string; customer_note: string }): Promise<RefundResult>;
  refunds(transaction_id: string, deadline?: AbortSignal): Promise<RefundsResult>;
  /** True when `signature` is this provider's over exactly these bytes. */
  isSignatureValid(body: Uint8Array, signature: string | null): boolean;
  /** How its last calls from this process ended. */
  lastCalls?(): ProviderCalls;
};

/** Null when payment is not configured. */
export const paymentContext = createContext<PaymentProvider | null>(null);

/** Whether an address is a page at this origin, which https and the provider's host are part of. */
export function isAt(origin: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
