import { randomBytes } from "node:crypto";

export type RefundStatus = "pending" | "processing" | "processed" | "failed" | "needs-attention";

export type Refund = {
  id: number;
  transaction_id: number;
  reference: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  customer_note: string;
  merchant_note: string;
  created_at: string;
  updated_at: string;
  refunded_at: string | null;
};

export type TransactionStatus = "abandoned" | "ongoing" | "pending" | "processing" | "success" | "failed" | "reversed";
export type Channel = "card" | "bank_transfer" | "ussd";

export type Customer = { id: number; email: string; customer_code: string };

export type Authorization = {
  authorization_code: string;
  bin: string | null;
  last4: string | null;
  exp_month: string | null;
  exp_year: string | null;
  channel: Channel;
  card_type: string | null;
  bank: string;
  country_code: "NG";
  brand: string | null;
  reusable: boolean;
  signature: string | null;
  account_name: string | null;
  /** Of a transfer: its sender, the end of the sender's account number, and what the sender wrote. */
  sender_name?: string | null;
  sender_bank?: string | null;
  sender_bank_account_number?: string | null;
  narration?: string | null;
};

export type Transaction = {
  id: number;
  reference: string;
  access_code: string;
  status: TransactionStatus;
  /**
   * The charged amount in kobo; differs from `requested_amount` if the buyer pays the fees or the amount is falsified.
   */
  amount: number;
  requested_amount: number;
  currency: string;
  customer: Customer;
  metadata: unknown;
  callback_url: string | null;
  channels: Channel[];
  channel: Channel | null;
  message: string | null;
  gateway_response: string;
  authorization: Authorization | null;
  fees: number | null;
  ip_address: string | null;
  /** The account for a bank transfer, created when the checkout first shows one. */
  account_number: string | null;
  /** Until when the account of a charge accepts a transfer; null in the popup. */
  account_expires_at: string | null;
  log: TransactionLog | null;
  created_at: string;
  paid_at: string | null;
};

export type TransactionLog = {
  start_time: number;
  time_spent: number;
  attempts: number;
  errors: number;
  success: boolean;
  mobile: boolean;
  input: unknown[];
  history: { type: "action" | "error" | "success"; message: string; time: number }[];
};

export const NOT_COMPLETED = "The transaction was not completed";
export const CHANNELS: Channel[] = ["card", "bank_transfer", "ussd"];

const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Random lower-case code of `length` characters, as in access codes and authorisations. */
export function code(length: number): string {
  return Array.from(randomBytes(length), (byte) => LOWER[byte % LOWER.length]).join("");
}

/** Fees of a local payment in kobo: 1.5 % plus N100, the N100 waived below N2,500, at most N2,000. */
export function feesOf(kobo: number): number {
  const share = Math.ceil((kobo * 15) / 1000);
  return kobo < 250_000 ? share : Math.min(share + 10_000, 200_000);
}

/** The price of which `kobo` remain after fees: the amount for a buyer who pays the fees. */
export function grossOf(kobo: number): number {
  const waived = Math.ceil((kobo * 1000) / 985);
  if (waived < 250_000) return waived;
  return Math.min(kobo + 200_000, Math.ceil(((kobo + 10_000) * 1000) / 985));
}

/** `data` of verify, fetch and charge.success: every field that the provider documents as required. */
export function transactionView(tx: Transaction) {
  return {
    id: tx.id,
    domain: "test",
    status: tx.status,
    reference: tx.reference,
    receipt_number: null,
    amount: tx.amount,
    message: tx.message,
    gateway_response: tx.gateway_response,
    paid_at: tx.paid_at,
    created_at: tx.created_at,
    channel: tx.channel ?? "card",
    currency: tx.currency,
    ip_address: tx.ip_address,
    metadata: tx.metadata,
    log: tx.log,
    fees: tx.fees,
    fees_split: null,
    authorization: tx.authorization ?? {},
    customer: {
      id: tx.customer.id,
      first_name: null,
      last_name: null,
      email: tx.customer.email,
      customer_code: tx.customer.customer_code,
      phone: null,
      metadata: null,
      risk_action: "default",
      international_format_phone: null,
    },
    plan: null,
    split: {},
    order_id: null,
    paidAt: tx.paid_at,
    createdAt: tx.created_at,
    requested_amount: tx.requested_amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: tx.created_at,
    plan_object: {},
    subaccount: {},
  };
}
