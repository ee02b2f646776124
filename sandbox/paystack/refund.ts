import { CARDS } from "./cards.ts";
import { type Refund, type RefundStatus, type Transaction, transactionView } from "./transaction.ts";
import type { World } from "./world.ts";

/** Schedule seconds between the steps of a refund. */
export const REFUND_STEP = 3600;

const OPEN: RefundStatus[] = ["pending", "processing", "needs-attention"];

/** The part of a transaction that is not refunded yet, in kobo. */
export function refundable(world: World, tx: Transaction): number {
  const taken = world.store.refunds().filter((refund) => refund.transaction_id === tx.id && refund.status !== "failed");
  return tx.amount - taken.reduce((sum, refund) => sum + refund.amount, 0);
}

/** Queues a refund of `amount` kobo and sends an event for each step. The caller has validated the amount. */
export function createRefund(
  world: World,
  tx: Transaction,
  amount: number,
  notes: { customer?: string; merchant?: string },
): Refund {
  const now = new Date(world.clock.now()).toISOString();
  const refund: Refund = {
    id: world.store.nextId(),
    transaction_id: tx.id,
    reference: tx.reference,
    amount,
    currency: tx.currency,
    status: "pending",
    customer_note: notes.customer ?? `Refund for transaction ${tx.reference}`,
    merchant_note: notes.merchant ?? `Refund for transaction ${tx.reference} by the merchant`,
    created_at: now,
    updated_at: now,
    refunded_at: null,
  };
  world.store.addRefund(refund);
  announce(world, refund, tx);
  advanceLater(world, refund, tx);
  return refund;
}

/** Continues refunds that were pending when the sandbox was stopped. */
export function resumeRefunds(world: World): void {
  for (const refund of world.store.refunds()) {
    const tx = world.store.byId(refund.transaction_id);
    if (tx && OPEN.includes(refund.status) && refund.status !== "needs-attention") advanceLater(world, refund, tx);
  }
}

/** Continues a refund that needed the buyer's account. Returns false if it was not waiting for one. */
export function retryRefund(world: World, refund: Refund): boolean {
  const tx = world.store.byId(refund.transaction_id);
  if (refund.status !== "needs-attention" || !tx) return false;
  step(world, refund, tx, "processing");
  world.clock.after(REFUND_STEP, () => step(world, refund, tx, "processed"));
  return true;
}

function advanceLater(world: World, refund: Refund, tx: Transaction): void {
  world.clock.after(REFUND_STEP, () => {
    if (refund.status === "pending") step(world, refund, tx, "processing");
    world.clock.after(REFUND_STEP, () => {
      if (refund.status === "processing") step(world, refund, tx, ending(tx));
    });
  });
}

/** Two test cards succeed, but a later refund fails. */
function ending(tx: Transaction): RefundStatus {
  const last4 = tx.authorization?.last4;
  return CARDS.find((card) => card.number.endsWith(last4 ?? "none"))?.refund ?? "processed";
}

function step(world: World, refund: Refund, tx: Transaction, status: RefundStatus): void {
  refund.status = status;
  refund.updated_at = new Date(world.clock.now()).toISOString();
  if (status === "processed") {
    refund.refunded_at = refund.updated_at;
    const done = world.store.refunds().filter((one) => one.transaction_id === tx.id && one.status === "processed");
    if (done.reduce((sum, one) => sum + one.amount, 0) >= tx.amount) tx.status = "reversed";
  }
  world.store.touch();
  announce(world, refund, tx);
}

/** `amount` is text in these events and only needs-attention contains an id, as the provider sends them. */
function announce(world: World, refund: Refund, tx: Transaction): void {
  world.webhooks.queue({
    event: `refund.${refund.status}`,
    data: {
      ...(refund.status === "needs-attention" ? { id: refund.id } : {}),
      status: refund.status,
      transaction_reference: refund.reference,
      refund_reference: refund.status === "processed" ? `TRF_${refund.id}` : null,
      amount: String(refund.amount),
      currency: refund.currency,
      processor: "instant-transfer",
      customer: { first_name: null, last_name: null, email: tx.customer.email },
      integration: 100_043,
      domain: "test",
    },
  });
}

/** `data` of the refund endpoints; a list has the transaction's id, the others the transaction. */
export function refundView(world: World, refund: Refund, withTransaction: boolean) {
  const tx = world.store.byId(refund.transaction_id);
  return {
    id: refund.id,
    integration: 100_043,
    domain: "test",
    transaction: withTransaction && tx ? transactionView(tx) : refund.transaction_id,
    transaction_reference: refund.reference,
    dispute: null,
    settlement: null,
    amount: refund.amount,
    deducted_amount: refund.status === "processed" ? refund.amount : 0,
    fully_deducted: refund.status === "processed",
    currency: refund.currency,
    channel: tx?.channel ?? null,
    status: refund.status,
    refunded_by: "merchant@sandbox.test",
    refunded_at: refund.refunded_at,
    expected_at: new Date(Date.parse(refund.created_at) + 10 * 86_400_000).toISOString(),
    customer_note: refund.customer_note,
    merchant_note: refund.merchant_note,
    created_at: refund.created_at,
    createdAt: refund.created_at,
    updatedAt: refund.updated_at,
  };
}
