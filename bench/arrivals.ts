import { Agent, request } from "node:http";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { startInput } from "#tests/fixtures/checkout.ts";
import { buyerContact } from "./buyers.ts";
import { SANDBOX_KEYS, visitorAddress } from "./processes.ts";
import { browsed, filled, KINDS, kindOf, searched, untilNext, type Catalogue, type Kind } from "./visits.ts";

/**
 * Visits arrive at a fixed rate, whether or not earlier ones are answered, and in turns at the shops of `urls`. Sent by
 * forkWorker. `firstVisitor` is the number of the first visitor, each of whom has an address and contact of its own.
 */
export type ArrivalsOrder = {
  urls: readonly string[];
  sandboxUrl: string;
  catalogue: Catalogue;
  perSecond: number;
  ms: number;
  firstVisitor: number;
};

/** Latencies of requests in ms. */
export type Latencies = { requests: number; p50: number; p95: number; p99: number; slowest: number };

export type ArrivalsAnswer = {
  kinds: Record<Kind, Latencies>;
  visits: number;
  requests: number;
  /** From the first arrival until the last answer. */
  seconds: number;
  /** Requests that were not answered with 200, by kind and status or code, with the first address. */
  errors: Record<string, { times: number; path: string }>;
  /** References of payments that the provider has received. */
  paid: string[];
  cpuSeconds: number;
};

const ANSWER_MS = 60_000;
const MICROSECONDS = 1_000;
const agent = new Agent({ keepAlive: true });

type Sent = { url: string; method?: "GET" | "POST"; body?: object; headers?: Record<string, string> };

process.once("message", (order: ArrivalsOrder) => {
  void receive(order).then((answer) => process.send?.(answer, () => process.exit(0)));
});

async function receive(order: ArrivalsOrder): Promise<ArrivalsAnswer> {
  const histograms = Object.fromEntries(KINDS.map((kind) => [kind, createHistogram()])) as Record<
    Kind,
    RecordableHistogram
  >;
  const errors: ArrivalsAnswer["errors"] = {};
  const paid: string[] = [];
  const started = performance.now();
  const cpu = process.cpuUsage();
  const visits: Promise<void>[] = [];
  for (let due = started; ;) {
    due += untilNext(order.perSecond, Math.random);
    if (due >= started + order.ms) break;
    await wait(Math.max(1, due - performance.now()));
    visits.push(visit(order, order.firstVisitor + visits.length, due, { histograms, errors, paid }));
  }
  await Promise.all(visits);
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, latencies(histograms[kind])])) as ArrivalsAnswer["kinds"];
  const { user, system } = process.cpuUsage(cpu);
  return {
    kinds,
    visits: visits.length,
    requests: KINDS.reduce((sum, kind) => sum + kinds[kind].requests, 0),
    seconds: (performance.now() - started) / 1_000,
    errors,
    paid,
    cpuSeconds: (user + system) / 1e6,
  };
}

type Recorded = Pick<ArrivalsAnswer, "errors" | "paid"> & { histograms: Record<Kind, RecordableHistogram> };

/**
 * One visit that was due at `due`. The latency of its first request counts from then, so that a stall of the shop counts
 * for everyone who arrives meanwhile; a later request is sent when the one before it is answered.
 */
async function visit(order: ArrivalsOrder, visitor: number, due: number, recorded: Recorded): Promise<void> {
  const { urls, sandboxUrl, catalogue } = order;
  const kind = kindOf(visitor);
  const shop = urls[visitor % urls.length] ?? "";
  let from = due;
  const ask = async (path: string, body?: object): Promise<string | null> => {
    const headers = { "X-Forwarded-For": visitorAddress(visitor), ...(body ? {} : { "Accept-Encoding": "br" }) };
    const { status, text } = await answerOf({ url: shop + path, headers, ...(body ? { method: "POST", body } : {}) });
    recorded.histograms[kind].record(Math.max(1, Math.round((performance.now() - from) * MICROSECONDS)));
    from = performance.now();
    if (status === 200) return text;
    const error = (recorded.errors[`${kind} ${status}`] ??= { times: 0, path });
    error.times += 1;
    return null;
  };
  if (kind === "browse") await ask(browsed(catalogue, Math.random));
  if (kind === "search") for (const path of searched(catalogue, Math.random)) await ask(path);
  if (kind === "cart") await ask("/cart/check", { lines: filled(catalogue, Math.random) });
  if (kind === "checkout") {
    const lines = filled(catalogue, Math.random).map(({ id, quantity }): [string, number] => [id, quantity]);
    const started = await ask("/checkout/start", startInput(lines, { contact: buyerContact(visitor) }));
    if (started === null) return;
    const { reference } = (JSON.parse(started) as { payment: { reference: string } }).payment;
    await pay(sandboxUrl, reference);
    recorded.paid.push(reference);
    from = performance.now();
    await ask("/functions/v1/verify-paystack-payment", { reference });
  }
}

async function pay(sandboxUrl: string, reference: string): Promise<void> {
  const { status } = await answerOf({
    url: `${sandboxUrl}/__sandbox/transactions/${reference}/complete`,
    method: "POST",
    headers: { "x-sandbox-token": SANDBOX_KEYS.secretKey },
    body: { outcome: "success" },
  });
  if (status !== 200) throw new Error(`The payment sandbox answered ${status}.`);
}

/**
 * The status of an answer, or the code of an error. Bodies of pages are received and not decompressed. A GET on a kept
 * connection that the shop closes at this moment is sent again, as browsers and proxies do.
 */
async function answerOf(asked: Sent): Promise<{ status: number | string; text: string }> {
  const { url, method = "GET", body, headers } = asked;
  return await new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.message, text: "" });
    const all = body ? { ...headers, "Content-Type": "application/json" } : headers;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const sent = request(url, { agent, method, headers: all, signal }, (answer) => {
      let text = "";
      if (body) answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      else answer.resume();
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.once("error", failed);
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      if (method === "GET" && sent.reusedSocket && error.code === "ECONNRESET") resolve(answerOf(asked));
      else failed(error);
    });
    sent.end(body && JSON.stringify(body));
  });
}

function latencies(histogram: RecordableHistogram): Latencies {
  const ms = (micros: number) => micros / MICROSECONDS;
  return {
    requests: histogram.count,
    p50: ms(histogram.percentile(50)),
    p95: ms(histogram.percentile(95)),
    p99: ms(histogram.percentile(99)),
    slowest: histogram.count ? ms(histogram.max) : 0,
  };
}
