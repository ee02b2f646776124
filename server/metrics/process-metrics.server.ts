import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Counter, Gauge, type Registry } from "prom-client";

/** Event loop figures are those of the last window, so that several readers see the same. */
const WINDOW_MS = 15_000;
const RESOLUTION_MS = 20;

/** Adds event loop, memory and processor time of this process to `registry`; returns a function that ends the measurement. */
export function addProcessMetrics(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const empty = { utilization: 0, p50: 0, p99: 0, max: 0 };
  let [window, before] = [empty, performance.eventLoopUtilization()];
  const look = () => {
    const now = performance.eventLoopUtilization();
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000);
    window = {
      utilization: performance.eventLoopUtilization(now, before).utilization,
      p50: seconds(delay.percentile(50)),
      p99: seconds(delay.percentile(99)),
      max: seconds(delay.max),
    };
    before = now;
    delay.reset();
  };
  const timer = setInterval(look, WINDOW_MS).unref();
  const registers = [registry];
  const utilization: Gauge = new Gauge({
    name: "oja_event_loop_utilization_ratio",
    help: "Share of the last 15 seconds in which the event loop was busy, 0 to 1.",
    registers,
    collect: () => utilization.set(window.utilization),
  });
  const delays = new Gauge({
    name: "oja_event_loop_delay_seconds",
    help: "How late timers ran in the last 15 seconds: median, 99th percentile, longest.",
    labelNames: ["quantile"],
    registers,
    collect() {
      delays.set({ quantile: "0.5" }, window.p50);
      delays.set({ quantile: "0.99" }, window.p99);
      delays.set({ quantile: "1" }, window.max);
    },
  });
  const memory = new Gauge({
    name: "oja_process_memory_bytes",
    help: "Memory of this process: resident, V8's heap in use and reserved, buffers outside of it.",
    labelNames: ["kind"],
    registers,
    collect() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      memory.set({ kind: "resident" }, rss);
      memory.set({ kind: "heap_used" }, heapUsed);
      memory.set({ kind: "heap_total" }, heapTotal);
      memory.set({ kind: "external" }, external);
    },
  });
  const limit: Gauge = new Gauge({
    name: "oja_process_heap_limit_bytes",
    help: "The heap that V8 may use; above it the process ends.",
    registers,
    collect: () => limit.set(getHeapStatistics().heap_size_limit),
  });
  let counted = 0;
  const processor = new Counter({
    name: "oja_process_cpu_seconds_total",
    help: "Processor time of this process, user and system.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      processor.inc((user + system) / 1e6 - counted);
      counted = (user + system) / 1e6;
    },
  });
  const started = new Gauge({
    name: "oja_process_start_time_seconds",
    help: "When this process started, in seconds since 1970.",
    registers,
  });
  started.set(Math.round(Date.now() / 1_000 - process.uptime()));
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
