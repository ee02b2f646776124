import { createContext } from "react-router";

/** The provider's report on one payment. */
export type Verification = {
  /** The provider's word. Only "success" counts as paid; every other status, also an unknown one, as not yet paid. */
  status: string;
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

/** An account of the provider's that accepts one transfer, of exactly the requested amount, until `expires_at`. */
export type TransferAccount = {
  account_number: string;
  account_name: string;
  bank_name: string;
  expires_at: Date;
};

export type ChargeResult =
  | { ok: true; account: TransferAccount }
  | { ok: false; reason: "duplicate_reference" | "refused" | "unavailable"; message: string };

/** A paid transaction, in kobo, with what is known of its sender: a name, and the last three or four digits. */
export type PaidTransaction = { reference: string; amount_kobo: number; sender: string; last4: string };

export type PaidResult = { ok: true; paid: PaidTransaction[] } | { ok: false; message: string };

/** `unavailable`: the provider gave no usable answer, so nothing is known. */
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
  /** Creates a payment by transfer to an account of its own. Not repeatable: a reference has one account. */
  chargeTransfer(input: {
    reference: string;
    amount_kobo: number;
    currency: string;
    email: string;
    expires_at: Date;
    metadata: Record<string, unknown>;
    deadline?: AbortSignal;
  }): Promise<ChargeResult>;
  verify(reference: string, deadline?: AbortSignal): Promise<VerifyResult>;
  /** Transactions of exactly this amount that were paid, among those created between two times; at most 50. */
  paidTransactions(input: { amount_kobo: number; from: Date; to: Date; deadline?: AbortSignal }): Promise<PaidResult>;
  /** Requests a refund. Not idempotent at the provider: check `refunds` before a retry. */
  refund(input: { reference: string; amount_kobo: number; note: string; customer_note: string }): Promise<RefundResult>;
  refunds(transaction_id: string, deadline?: AbortSignal): Promise<RefundsResult>;
  /** True when `signature` is this provider's over exactly these bytes. */
  isSignatureValid(body: Uint8Array, signature: string | null): boolean;
  /** How its last calls from this process ended. */
  lastCalls(): ProviderCalls;
};

/** Null when payment is not configured. */
export const paymentContext = createContext<PaymentProvider | null>(null);

/** Whether an address is a page at this origin, which https and the provider's host are part of. */
export function isAt(origin: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}
