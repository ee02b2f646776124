import { type Authorization, type Channel, code, feesOf, grossOf, NOT_COMPLETED } from "./transaction.ts";
import { type Transaction, transactionView } from "./transaction.ts";
import type { World } from "./world.ts";

/** Schedule seconds until a bank reports a transfer: five seconds at the default speed. */
export const TRANSFER_SETTLES_AFTER = 5 * 3600;
/** Delay of a closed tab's webhook, in schedule seconds. */
export const LATE_WEBHOOK_AFTER = 3 * 3600;

export type NewTransaction = Pick<
  Transaction,
  "reference" | "requested_amount" | "currency" | "metadata" | "callback_url" | "channels" | "ip_address"
> & { email: string };

/** Creates an unopened transaction, which verifies as `abandoned`. */
export function createTransaction(world: World, input: NewTransaction): Transaction {
  const { email, ...rest } = input;
  const kobo = input.requested_amount;
  const tx: Transaction = {
    ...rest,
    id: world.store.nextId(),
    access_code: code(15),
    status: "abandoned",
    amount: world.settings.fees_bearer === "customer" ? grossOf(kobo) : kobo,
    customer: world.store.customer(email),
    channel: null,
    message: null,
    gateway_response: NOT_COMPLETED,
    authorization: null,
    fees: null,
    account_number: null,
    account_expires_at: null,
    log: null,
    created_at: new Date(world.clock.now()).toISOString(),
    paid_at: null,
  };
  world.store.add(tx);
  return tx;
}

export function isPaid(tx: Transaction): boolean {
  return tx.status === "success" || tx.status === "reversed";
}

/** The buyer opens the checkout, or tries again after a decline. Paid and pending transactions are unchanged. */
export function open(world: World, tx: Transaction): void {
  if (isPaid(tx) || tx.status === "pending") return;
  tx.status = "ongoing";
  tx.log ??= {
    start_time: Math.round(world.clock.now() / 1000),
    time_spent: 0,
    attempts: 0,
    errors: 0,
    success: false,
    mobile: false,
    input: [],
    history: [],
  };
  world.store.touch();
}

export type Payment = {
  channel: Channel;
  authorization?: Authorization | null;
  /** A falsified amount or currency, to test the shop's checks. */
  amount?: number;
  currency?: string;
  /** `late` sends charge.success hours later, `never` loses it. */
  webhook?: "now" | "late" | "never";
};

/** Marks a transaction as paid. A second call changes nothing. */
export function pay(world: World, tx: Transaction, payment: Payment): void {
  if (isPaid(tx)) return;
  note(world, tx, "success", `Successfully paid with ${payment.channel}`);
  tx.status = "success";
  tx.channel = payment.channel;
  tx.amount = payment.amount ?? tx.amount;
  tx.currency = payment.currency ?? tx.currency;
  tx.fees = feesOf(tx.requested_amount);
  tx.message = null;
  tx.gateway_response = payment.channel === "card" ? "Successful" : "Approved";
  tx.authorization = payment.authorization ?? accountAuthorization(payment.channel);
  tx.paid_at = new Date(world.clock.now()).toISOString();
  world.store.touch();
  if (payment.webhook === "never") return;
  const delay_s = payment.webhook === "late" ? LATE_WEBHOOK_AFTER : 0;
  world.webhooks.queue({ event: "charge.success", data: transactionView(tx), delay_s });
}

/** A failed attempt; the same transaction may still be paid. */
export function decline(world: World, tx: Transaction, channel: Channel, reason: string): void {
  if (isPaid(tx)) return;
  note(world, tx, "error", `Error: ${reason}`);
  tx.status = "failed";
  tx.channel = channel;
  tx.gateway_response = reason;
  world.store.touch();
}

/** The buyer closed the checkout without paying. */
export function abandon(world: World, tx: Transaction, reason: string = NOT_COMPLETED): void {
  if (isPaid(tx) || tx.status === "pending") return;
  tx.status = "abandoned";
  tx.gateway_response = reason;
  world.store.touch();
}

/** The buyer has sent a transfer: pending now, paid when the bank reports it. */
export function awaitTransfer(world: World, tx: Transaction): void {
  if (isPaid(tx) || tx.status === "pending") return;
  note(world, tx, "action", "Attempted to pay with bank_transfer");
  tx.status = "pending";
  tx.channel = "bank_transfer";
  tx.gateway_response = "Transfer not yet received";
  world.store.touch();
  settleTransferLater(world, tx);
}

/** Continues transfers that were pending when the sandbox was stopped. */
export function resumeTransfers(world: World): void {
  for (const tx of world.store.transactions()) if (tx.status === "pending") settleTransferLater(world, tx);
}

function settleTransferLater(world: World, tx: Transaction): void {
  world.clock.after(TRANSFER_SETTLES_AFTER, () => {
    if (tx.status === "pending") pay(world, tx, { channel: "bank_transfer" });
  });
}

export type BankTransfer = {
  /** Kobo. */
  amount: number;
  sender: string;
  /** Digits of the sender's account. */
  from: string;
};

/**
 * A transfer that reaches the account of a transaction: the exact amount pays it once, in time. Anything else goes back
 * to its sender (our reading of the documents), except a late one with the setting `fulfil_late_notification`.
 */
export function receiveTransfer(world: World, tx: Transaction, { amount, sender, from }: BankTransfer): boolean {
  const isLate = tx.account_expires_at !== null && Date.parse(tx.account_expires_at) <= world.clock.now();
  const isAccepted = !isPaid(tx) && amount === tx.amount && (!isLate || world.settings.fulfil_late_notification);
  if (!isAccepted) {
    rejectTransfer(world, tx, amount);
    return false;
  }
  const authorization = {
    ...accountAuthorization("bank_transfer"),
    sender_name: sender,
    sender_bank: null,
    sender_bank_account_number: `XXXXXX${from.slice(-4)}`,
    narration: "Goods",
  };
  pay(world, tx, { channel: "bank_transfer", authorization });
  return true;
}

/** A transfer that the bank returns; the shop gets an event without a reference. */
export function rejectTransfer(world: World, tx: Transaction, amount: number): void {
  if (!isPaid(tx)) note(world, tx, "error", "Error: Incorrect amount transferred");
  const isWrong = amount !== tx.amount;
  world.webhooks.queue({
    event: "bank.transfer.rejected",
    data: {
      bank_transfer: {
        amount,
        message: `${isWrong ? "The amount transferred is not the expected amount" : "The account accepts no more transfers"}. The transfer has been returned.`,
        message_type: isWrong ? "INCORRECT_AMOUNT" : "ACCOUNT_CLOSED",
        transaction_id: tx.id,
      },
      customer: { email: tx.customer.email, customer_code: tx.customer.customer_code },
    },
  });
  world.store.touch();
}

/** The account number for this transaction's transfer. */
export function accountNumber(world: World, tx: Transaction): string {
  tx.account_number ??= `99${String(tx.id % 100_000_000).padStart(8, "0")}`;
  world.store.touch();
  return tx.account_number;
}

/** Adds an attempt to the transaction's log. */
export function attempt(world: World, tx: Transaction, channel: Channel): void {
  open(world, tx);
  if (tx.log) tx.log.attempts += 1;
  note(world, tx, "action", `Attempted to pay with ${channel}`);
}

function note(world: World, tx: Transaction, type: "action" | "error" | "success", message: string): void {
  if (!tx.log) open(world, tx);
  if (!tx.log) return;
  tx.log.time_spent = Math.max(0, Math.round(world.clock.now() / 1000) - tx.log.start_time);
  tx.log.errors += type === "error" ? 1 : 0;
  tx.log.success ||= type === "success";
  tx.log.history.push({ type, message, time: tx.log.time_spent });
}

function accountAuthorization(channel: Channel): Authorization {
  const transfer = { bin: "000XXX", last4: "X000", exp_month: "12", exp_year: "9999" };
  const none = { bin: null, last4: null, exp_month: null, exp_year: null };
  const isTransfer = channel === "bank_transfer";
  return {
    ...(isTransfer ? transfer : none),
    authorization_code: `AUTH_${code(10)}`,
    channel,
    card_type: isTransfer ? "transfer" : null,
    bank: "Test Bank",
    country_code: "NG",
    brand: isTransfer ? "Managed Account" : null,
    reusable: false,
    signature: null,
    account_name: null,
  };
}
