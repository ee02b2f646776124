import { CARDS, cardAuthorization } from "./cards.ts";
import type { Fault } from "./faults.ts";
import { abandon, awaitTransfer, type BankTransfer, decline, open, pay, receiveTransfer } from "./payments.ts";
import type { Channel, Transaction } from "./transaction.ts";
import type { WebhookOrder } from "./webhooks.ts";
import { DEFAULT_SETTINGS, type Settings, type World } from "./world.ts";

export type Completion = {
  outcome: "success" | "failed" | "abandoned" | "ongoing" | "pending" | "reversed";
  /** Default: `card`. */
  channel?: Channel;
  /** The charged kobo, to differ from the requested amount. */
  amount?: number;
  currency?: string;
  /** Whether charge.success is sent now (the default), hours later, or never. */
  webhook?: "now" | "late" | "never";
};

export type PaystackControl = ReturnType<typeof createControl>;

export function createControl(world: World) {
  return {
    /** Completes a transaction without a buyer. Throws on an unknown reference. */
    complete: (reference: string, completion: Completion) => complete(world, reference, completion),
    /** Sends a transfer to the account of a charge. Throws on an unknown reference. */
    transfer: (reference: string, transfer: Partial<BankTransfer> = {}) => transferTo(world, reference, transfer),
    /** Sends any event and resolves after its first attempts. */
    sendWebhook: (order: WebhookOrder) => world.webhooks.send(order),
    addFault: (fault: Fault) => world.faults.add(fault),
    /** Advances schedule time at once: due retries, transfers and refunds happen before it resolves. */
    advanceClock: (seconds: number) => world.clock.advance(seconds),
    /** Schedule seconds per real second from now on; 0 leaves the clock to `advanceClock`. */
    setTimeScale: (scale: number) => world.clock.setScale(scale),
    setWebhookUrl: (url: string | null) => world.webhooks.setUrl(url),
    configure: (settings: Partial<Settings>) => void Object.assign(world.settings, settings),
    /** Deletes transactions, refunds, faults, schedules and logs; settings return to their defaults. */
    reset(): void {
      world.clock.clear();
      world.store.clear();
      world.faults.clear();
      world.webhooks.clear();
      world.requests.splice(0);
      Object.assign(world.settings, DEFAULT_SETTINGS);
    },
    transactions: () => structuredClone(world.store.transactions()),
    deliveries: () => structuredClone(world.webhooks.deliveries()),
    requests: () => structuredClone(world.requests),
  };
}

function transferTo(world: World, reference: string, transfer: Partial<BankTransfer>): boolean {
  const tx = world.store.byReference(reference);
  if (!tx) throw new Error(`The payment sandbox knows no transaction ${reference}`);
  return receiveTransfer(world, tx, { amount: tx.amount, sender: "ADAEZE OBI", from: "0123456789", ...transfer });
}

function complete(world: World, reference: string, completion: Completion): Transaction {
  const tx = world.store.byReference(reference);
  if (!tx) throw new Error(`The payment sandbox knows no transaction ${reference}`);
  const { outcome, amount, currency, webhook } = completion;
  const channel = completion.channel ?? "card";
  const card = CARDS[0];
  const authorization = channel === "card" && card ? cardAuthorization(card, null) : null;
  if (outcome === "ongoing") open(world, tx);
  if (outcome === "abandoned") abandon(world, tx);
  if (outcome === "failed") decline(world, tx, channel, "Declined");
  if (outcome === "pending") awaitTransfer(world, tx);
  if (outcome === "success") pay(world, tx, { channel, authorization, amount, currency, webhook });
  if (outcome === "reversed") {
    tx.status = "reversed";
    world.store.touch();
  }
  return structuredClone(tx);
}
