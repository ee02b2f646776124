import { beforeEach, expect, test, vi } from "vitest";
import { MAX_SEEN, readSeen, recordSeen, SEEN_KEY } from "./store.ts";

const memory = new Map<string, string>();
const idOf = (n: number) => `0badcafe-1111-4222-8333-${String(n).padStart(12, "0")}`;

beforeEach(() => {
  memory.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  });
});

test("products viewed last are first, each once, and the oldest are dropped", () => {
  for (let n = 1; n <= MAX_SEEN + 2; n += 1) recordSeen(idOf(n));
  recordSeen(idOf(5));
  expect(readSeen()).toHaveLength(MAX_SEEN);
  expect(readSeen().slice(0, 3)).toEqual([idOf(5), idOf(MAX_SEEN + 2), idOf(MAX_SEEN + 1)]);
  expect(readSeen()).not.toContain(idOf(1));
});

test.each(["{broken", "null", "{}", '[1, null, "x", "../../admin"]'])("stored %s is nothing", (stored) => {
  memory.set(SEEN_KEY, stored);
  expect(readSeen()).toEqual([]);
});
