// What memory the shop's process may take, by what the machine or its container has. Plain JavaScript: it runs on the host's Node.
import { totalmem } from "node:os";

const MEBIBYTE = 1_048_576;
/** Of the machine's memory for the heap; its own database, system and page cache need the rest. */
const HEAP_SHARE = 0.4;
const HEAP_MEBIBYTES = { least: 192, most: 2_048 };
/** V8's own choice, 32 MiB, lets garbage of requests grow to 100 MB before it looks; a small one costs it nothing here. */
const YOUNG_MEBIBYTES = 8;

/**
 * Flags for Node and the environment of the shop's process. What the operator set in NODE_OPTIONS or MALLOC_ARENA_MAX stays.
 * glibc gives each thread an arena of its own, up to eight a core, and seldom gives their memory back.
 */
export function memorySettings(bytes = machineBytes(), env = process.env) {
  const { least, most } = HEAP_MEBIBYTES;
  const heap = Math.round(Math.min(most, Math.max(least, (bytes / MEBIBYTE) * HEAP_SHARE)));
  const flags = [`--max-old-space-size=${heap}`, `--max-semi-space-size=${YOUNG_MEBIBYTES}`];
  const isFree = (flag) => !(env.NODE_OPTIONS ?? "").replaceAll("_", "-").includes(flag.split("=", 1)[0]);
  return { flags: flags.filter(isFree), env: { MALLOC_ARENA_MAX: "2", ...env } };
}

/** Bytes of the machine, or of the container where that is less. */
function machineBytes() {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
