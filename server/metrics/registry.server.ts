import { Counter, Histogram, Registry } from "prom-client";
import { observeSpans, type FinishedSpan } from "#app/platform/tracing/trace.server.ts";
import { addProcessMetrics } from "./process-metrics.server.ts";
import { addShopMetrics, type ShopSources } from "./shop-metrics.server.ts";

/** Buckets in seconds: few, because each route has its own series. */
const REQUEST_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const QUERY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];
const CALL_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 30, 120, 600];

const METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * The metrics of this process and of the shop, in Prometheus' text format. Labels have few values: patterns of routes,
 * never addresses. `close` ends the observation.
 */
export function createMetrics(sources: ShopSources) {
  const registry = new Registry();
  const requests = new Counter({
    name: "oja_http_requests_total",
    help: "Answered requests by pattern of the route, method, class of status, and whether the page cache answered.",
    labelNames: ["route", "method", "status_class", "cached"],
    registers: [registry],
    collect: () => countHits(),
  });
  const durations = new Histogram({
    name: "oja_http_request_duration_seconds",
    help: "Time of requests that the page cache did not answer.",
    labelNames: ["route"],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  });
  const queries = new Histogram({
    name: "oja_db_query_duration_seconds",
    help: "Time of statements by their first word, with the wait in the connection's queue.",
    labelNames: ["kind"],
    buckets: QUERY_BUCKETS,
    registers: [registry],
  });
  const calls = new Histogram({
    name: "oja_provider_request_duration_seconds",
    help: "Time of calls to the payment provider by outcome: ok, unavailable, refused, unknown_reference, duplicate_reference.",
    labelNames: ["call", "outcome"],
    buckets: CALL_BUCKETS,
    registers: [registry],
  });
  const jobs = new Histogram({
    name: "oja_job_duration_seconds",
    help: "Time of jobs by queue and outcome: ok, failed.",
    labelNames: ["queue", "outcome"],
    buckets: JOB_BUCKETS,
    registers: [registry],
  });
  const settlements = new Counter({
    name: "oja_settlements_total",
    help: "Answers to the question whether a payment is paid, by result.",
    labelNames: ["result"],
    registers: [registry],
  });
  const orders = new Counter({
    name: "oja_orders_total",
    help: "Orders that this process has created from a verified payment.",
    registers: [registry],
  });

  const observe: Partial<Record<FinishedSpan["name"], (span: FinishedSpan) => void>> = {
    request({ attributes: { route, method, status }, seconds }) {
      const labels = {
        route: String(route ?? "other"),
        method: METHODS.has(String(method)) ? String(method) : "other",
        status_class: `${Math.floor(Number(status ?? 500) / 100)}xx`,
      };
      requests.inc({ ...labels, cached: "false" });
      durations.observe({ route: labels.route }, seconds);
    },
    query: ({ attributes: { kind = "other" }, seconds }) => queries.observe({ kind: String(kind) }, seconds),
    "provider call": ({ attributes: { call = "", outcome = "unavailable" }, seconds }) =>
      calls.observe({ call: String(call), outcome: String(outcome) }, seconds),
    job: ({ attributes: { queue = "" }, seconds, error }) =>
      jobs.observe({ queue: String(queue), outcome: error === null ? "ok" : "failed" }, seconds),
    "settle payment"({ attributes: { result, first } }) {
      settlements.inc({ result: String(result ?? "failed") });
      if (first === true) orders.inc();
    },
  };
  const ends = [observeSpans((span) => observe[span.name]?.(span))];
  ends.push(addProcessMetrics(registry));
  const refresh = addShopMetrics(registry, sources);

  /** Cache hits are counted as plain numbers by the page cache. */
  const counted = new Map<string, number>();
  function countHits(): void {
    for (const [route, { pages, unchanged }] of sources.cache.hits) {
      for (const [status_class, total] of [
        ["2xx", pages],
        ["3xx", unchanged],
      ] as const) {
        const key = `${route} ${status_class}`;
        const more = total - (counted.get(key) ?? 0);
        if (more > 0) requests.inc({ route, method: "GET", status_class, cached: "true" }, more);
        counted.set(key, total);
      }
    }
  }

  return {
    registry,
    /** The text of an answer. */
    async text(): Promise<string> {
      await refresh();
      return await registry.metrics();
    },
    close: () => {
      for (const end of ends) end();
    },
  };
}
