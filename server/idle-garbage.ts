import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 2_000;
/** An idle shop uses 1 % of a core for its timers and jobs. */
const IDLE_CORE_SHARE = 0.05;
const GROWTH_BYTES = 32 * 1_048_576;

/** `cpuMs` is the processor time used so far, `heapBytes` the heap with what it owns outside. */
type Usage = { cpuMs: number; heapBytes: number };

/**
 * Collects garbage whenever the process is idle after it has allocated much: V8 collects on allocation only, so an idle
 * process would keep the garbage of its start or of its last burst of requests. Each collection stops the process.
 */
export function collectWhenIdle(): void {
  const look = createCollector(readUsage, fullCollection());
  setInterval(look, LOOK_MS).unref();
}

/** A function to call every `LOOK_MS`: it collects when little was computed since the last call and the heap has grown. */
export function createCollector(read: () => Usage, collect: () => void): () => void {
  let last = read();
  let collectedBytes = 0;
  return () => {
    const now = read();
    const isIdle = now.cpuMs - last.cpuMs < LOOK_MS * IDLE_CORE_SHARE;
    last = now;
    // The engine may have collected by itself.
    collectedBytes = Math.min(collectedBytes, now.heapBytes);
    if (!isIdle || now.heapBytes - collectedBytes < GROWTH_BYTES) return;
    collect();
    last = read();
    collectedBytes = last.heapBytes;
  };
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  const { total_heap_size, external_memory } = getHeapStatistics();
  return { cpuMs: (user + system) / 1_000, heapBytes: total_heap_size + external_memory };
}

/** A collection with compaction. Only this way does Node hand out the function while it runs. */
function fullCollection(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  return () => collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
