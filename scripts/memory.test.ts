import { join } from "node:path";
import { expect, test } from "vitest";
import { memorySettings } from "./memory.mjs";

const GIBIBYTE = 2 ** 30;

test.each([
  ["a small machine", 0.25, 192],
  ["one of 1 GiB", 1, 410],
  ["one of 4 GiB", 4, 1638],
  ["a large one", 64, 2048],
])("the heap of %s", (_, gibibytes, heap) => {
  const { flags, env } = memorySettings(gibibytes * GIBIBYTE, {});
  expect(flags).toEqual([`--max-old-space-size=${heap}`, "--max-semi-space-size=8"]);
  expect(env).toEqual({
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "524288",
    NODE_COMPILE_CACHE: join(import.meta.dirname, "../node_modules/.cache/oja-compile"),
  });
});

test("what the operator set stays", () => {
  const set = {
    NODE_OPTIONS: "--max_old_space_size=900",
    MALLOC_ARENA_MAX: "4",
    MALLOC_MMAP_THRESHOLD_: "262144",
    NODE_COMPILE_CACHE: "/tmp/cache",
  };
  const { flags, env } = memorySettings(GIBIBYTE, set);
  expect(flags).toEqual(["--max-semi-space-size=8"]);
  expect(env).toEqual(set);
});
