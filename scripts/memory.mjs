// The memory limits of the shop's process, derived from the machine or its container. Plain JavaScript: it runs on the
// host's Node.
import { totalmem } from "node:os";
import { fileURLToPath } from "node:url";

const MEBIBYTE = 1_048_576;
/** The heap's share of the machine's memory; the embedded database, the system and the page cache need the rest. */
const HEAP_SHARE = 0.4;
const HEAP_MEBIBYTES = { least: 192, most: 2_048 };
/** V8's default of 32 MiB lets request garbage grow to 100 MB before a collection; a small one is not slower here. */
const YOUNG_MEBIBYTES = 8;
/**
 * `MALLOC_ARENA_MAX`: glibc creates an arena per thread, up to eight per core, each with gaps of its own, and seldom
 * returns their memory.
 * `MALLOC_MMAP_THRESHOLD_`: larger blocks are returned when freed. By default glibc raises it to the largest freed
 * block, and cached pages are then allocated between the gaps of such blocks.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: String(512 * 1_024) };
/** Also caches server/main.ts without its types: from the second start on, Node's TypeScript parser is not loaded. */
const COMPILE_CACHE = fileURLToPath(new URL("../node_modules/.cache/oja-compile", import.meta.url));

/**
 * Flags for Node and the environment of the shop's process. NODE_OPTIONS, MALLOC_* and NODE_COMPILE_CACHE of the
 * operator take precedence.
 */
export function memorySettings(bytes = machineBytes(), env = process.env) {
  const { least, most } = HEAP_MEBIBYTES;
  const heap = Math.round(Math.min(most, Math.max(least, (bytes / MEBIBYTE) * HEAP_SHARE)));
  const flags = [`--max-old-space-size=${heap}`, `--max-semi-space-size=${YOUNG_MEBIBYTES}`];
  const isFree = (flag) => !(env.NODE_OPTIONS ?? "").replaceAll("_", "-").includes(flag.split("=", 1)[0]);
  return { flags: flags.filter(isFree), env: { ...ALLOCATOR, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env } };
}

/** Memory of the machine, or of the container if that is less, in bytes. */
function machineBytes() {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
