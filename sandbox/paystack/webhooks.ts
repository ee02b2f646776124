import { createHmac, randomUUID } from "node:crypto";
import type { Clock } from "./clock.ts";

export type WebhookSignature = "valid" | "invalid" | "absent" | "other-key";
export type WebhookBody = "compact" | "spaced" | "escaped";

export type WebhookOrder = {
  event: string;
  data: unknown;
  /** How often the same bytes are sent, to simulate duplicates; 1 by default. */
  times?: number;
  /** Real ms before the first attempt. */
  delay_ms?: number;
  /** Schedule seconds before the first attempt, shortened by the time scale. */
  delay_s?: number;
  signature?: WebhookSignature;
  body?: WebhookBody;
};

export type Delivery = {
  id: string;
  event: string;
  reference: string | null;
  url: string;
  body: string;
  signature: string | null;
  state: "waiting" | "delivered" | "given-up";
  attempts: { at: string; status: number | null; error: string | null }[];
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Seconds between attempts: every three minutes four times, then hourly for 72 hours. */
export const RETRY_SCHEDULE: readonly number[] = [
  ...Array.from({ length: 4 }, () => 180),
  ...Array.from({ length: 72 }, () => 3600),
];

const TIMEOUT_MS = 30_000;
const MAX_DELIVERIES = 1000;

/** Hex HMAC-SHA512 of the exact bytes, as in the `x-paystack-signature` header. */
export function signatureOf(body: string, key: string): string {
  return createHmac("sha512", key).update(body, "utf8").digest("hex");
}

/** The same event in other JSON spellings: a correct receiver verifies the raw bytes. */
export function encodeEvent(event: string, data: unknown, body: WebhookBody = "compact"): string {
  if (body === "spaced") return JSON.stringify({ event, data }, null, 2);
  const text = JSON.stringify({ event, data });
  if (body === "compact") return text;
  return text
    .replaceAll("/", "\\/")
    .replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Throws unless the address is on this machine: the sandbox must never call another host. */
export function checkLoopback(url: string): void {
  const { hostname, protocol } = new URL(url);
  const local = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  if (!local || !/^https?:$/.test(protocol)) throw new Error(`The payment sandbox only calls this machine, not ${url}`);
}

export function createWebhooks(options: { clock: Clock; secretKey: string; url: string | null }) {
  const { clock, secretKey } = options;
  const log: Delivery[] = [];
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  let target: string | null = null;
  const setUrl = (url: string | null): void => {
    if (url) checkLoopback(url);
    target = url;
  };
  setUrl(options.url);

  const post = async (delivery: Delivery): Promise<void> => {
    const at = new Date(clock.now()).toISOString();
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "user-agent": "Paystack/2.0 (sandbox)",
    };
    if (delivery.signature) headers["x-paystack-signature"] = delivery.signature;
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = await fetch(delivery.url, {
        method: "POST",
        headers,
        body: delivery.body,
        redirect: "manual",
        signal,
      });
      await answer.body?.cancel();
      delivery.attempts.push({ at, status: answer.status, error: null });
      if (answer.status === 200) delivery.state = "delivered";
    } catch (error) {
      delivery.attempts.push({ at, status: null, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const attempt = (delivery: Delivery): Promise<void> => {
    const work = post(delivery).then(() => {
      running.delete(work);
      if (delivery.state === "delivered" || stop.signal.aborted) return;
      const wait = RETRY_SCHEDULE[delivery.attempts.length - 1];
      if (wait === undefined) delivery.state = "given-up";
      else clock.after(wait, () => attempt(delivery));
    });
    running.add(work);
    return work;
  };
  const begin = async (order: WebhookOrder, url: string): Promise<Delivery[]> => {
    const body = encodeEvent(order.event, order.data, order.body);
    const made = Array.from({ length: order.times ?? 1 }, () => entry(order, body, url, secretKey));
    log.push(...made);
    log.splice(0, Math.max(0, log.length - MAX_DELIVERIES));
    await Promise.all(made.map(attempt));
    return made;
  };

  return {
    /** Queues an event and resolves after its first attempts. Does nothing without a webhook address. */
    async send(order: WebhookOrder): Promise<Delivery[]> {
      const url = target;
      if (!url) return [];
      if (order.delay_ms) await new Promise((resolve) => setTimeout(resolve, order.delay_ms));
      if (!order.delay_s) return await begin(order, url);
      const { promise, resolve } = Promise.withResolvers<Delivery[]>();
      clock.after(order.delay_s, async () => resolve(await begin(order, url)));
      return await promise;
    },
    /** Queues an event without waiting for it. */
    queue(order: WebhookOrder): void {
      const url = target;
      if (!url) return;
      clock.after(order.delay_s ?? 0, async () => {
        await begin(order, url);
      });
    },
    setUrl,
    deliveries: () => log,
    clear: () => void log.splice(0),
    async close(): Promise<void> {
      stop.abort();
      await Promise.allSettled(running);
    },
  };
}

function entry(order: WebhookOrder, body: string, url: string, secretKey: string): Delivery {
  const data = order.data as { reference?: unknown; transaction_reference?: unknown } | null;
  const reference = data?.reference ?? data?.transaction_reference;
  return {
    id: randomUUID(),
    event: order.event,
    reference: typeof reference === "string" ? reference : null,
    url,
    body,
    signature: sign(order.signature ?? "valid", body, secretKey),
    state: "waiting",
    attempts: [],
  };
}

function sign(kind: WebhookSignature, body: string, secretKey: string): string | null {
  if (kind === "absent") return null;
  if (kind === "other-key") return signatureOf(body, "sk_test_of_somebody_else");
  const right = signatureOf(body, secretKey);
  return kind === "valid" ? right : right.replace(/^./, (first) => (first === "0" ? "1" : "0"));
}
