import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** The variable with the probe's port. */
export const PROBE_PORT = "BENCH_LOOP_PORT";
/** In ms; shorter blocks are of no interest here. */
const RESOLUTION_MS = 1;

/**
 * Preloaded into a shop's process (`openMeasuredShop`): measures the longest block of its event loop with V8's own clock and answers
 * it at a port of its own. The shop's /metrics has the same figure, but only of fixed windows of 15 seconds, in steps of 20 ms.
 */
const port = Number(process.env[PROBE_PORT]);
if (isMainThread && port > 0) {
  delete process.env[PROBE_PORT];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  createServer((_, response) => {
    // A later turn: the block that ends with this one is recorded first.
    setTimeout(() => {
      response.end(String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)));
      delay.reset();
    }, 2 * RESOLUTION_MS);
  })
    .listen(port, "127.0.0.1")
    .unref();
}
