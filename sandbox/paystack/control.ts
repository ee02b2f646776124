import { CARDS, cardAuthorization } from "./cards.ts";
import type { Fault } from "./faults.ts";
import { abandon, awaitTransfer, decline, open, pay } from "./payments.ts";
import type { Channel, Transaction } from "./transaction.ts";
import type { Delivery, WebhookOrder } from "./webhooks.ts";
import { DEFAULT_SETTINGS, type RequestEntry, type Settings, type World } from "./world.ts";

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

export type PaystackControl = {
  /** Completes a transaction without a buyer. Throws on an unknown reference. */
  complete(reference: string, completion: Completion): Transaction;
  /** Sends any event and resolves after its first attempts. */
  sendWebhook(order: WebhookOrder): Promise<Delivery[]>;
  addFault(fault: Fault): void;
  /** Advances schedule time at once: due retries, transfers and refunds happen before it resolves. */
  advanceClock(seconds: number): Promise<void>;
  /** Schedule seconds per real second from now on; 0 leaves the clock to `advanceClock`. */
  setTimeScale(scale: number): void;
  setWebhookUrl(url: string | null): void;
  configure(settings: Partial<Settings>): void;
  /** Deletes transactions, refunds, faults, schedules and logs; settings return to their defaults. */
  reset(): void;
  transactions(): Transaction[];
  deliveries(): Delivery[];
  requests(): RequestEntry[];
};

export function createControl(world: World): PaystackControl {
  return {
    complete: (reference, completion) => complete(world, reference, completion),
    sendWebhook: (order) => world.webhooks.send(order),
    addFault: (fault) => world.faults.add(fault),
    advanceClock: (seconds) => world.clock.advance(seconds),
    setTimeScale: (scale) => world.clock.setScale(scale),
    setWebhookUrl: (url) => world.webhooks.setUrl(url),
    configure: (settings) => void Object.assign(world.settings, settings),
    reset() {
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
