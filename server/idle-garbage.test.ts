import { expect, test, vi } from "vitest";
import { createCollector } from "./idle-garbage.ts";

const MEBIBYTE = 1_048_576;

test("garbage is collected when the process is idle, once for each growth of the heap", () => {
  const usage = { cpuMs: 0, heapBytes: 100 * MEBIBYTE };
  const collect = vi.fn(() => void (usage.heapBytes = 80 * MEBIBYTE));
  const look = createCollector(() => ({ ...usage }), collect);
  /** One interval in which the process computes for `cpuMs` and its heap grows. */
  const after = (cpuMs: number, grownMebibytes: number) => {
    usage.cpuMs += cpuMs;
    usage.heapBytes += grownMebibytes * MEBIBYTE;
    look();
    return collect.mock.calls.length;
  };
  expect(after(1_500, 20), "busy with its start").toBe(0);
  expect(after(10, 0), "idle after its start").toBe(1);
  expect(after(10, 0), "nothing new").toBe(1);
  expect(after(1_900, 100), "a burst of requests").toBe(1);
  expect(after(1_900, -70), "the engine collects meanwhile").toBe(1);
  expect(after(10, 0), "little is left of the burst").toBe(1);
  expect(after(1_900, 60), "another burst").toBe(1);
  expect(after(10, 0), "idle again").toBe(2);
});
