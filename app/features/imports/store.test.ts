import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardPreviewed, discardTyped, notePreviewed, previewedFilter, readTyped, storeTyped } from "./store.ts";

const KANO = "supplier=kano";
const GRAINS = "category=grains";

beforeEach(() => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

test("typed prices are those of their filter, over pages and tabs, until discarded or a week old", () => {
  storeTyped(KANO, {}, { rice: "22,000" });
  // Another tab, which has not read them, types on page 2.
  expect(storeTyped(KANO, {}, { beans: "9000" })).toEqual({ rice: "22,000", beans: "9000" });
  expect([readTyped(KANO), readTyped(GRAINS)]).toEqual([{ rice: "22,000", beans: "9000" }, {}]);
  expect(storeTyped(KANO, {}, { rice: " " })).toEqual({ beans: "9000" });
  vi.useFakeTimers({ now: Date.now() + 8 * 86_400_000 });
  expect(readTyped(KANO)).toEqual({});
  vi.useRealTimers();
  discardTyped(KANO);
  expect(readTyped(KANO)).toEqual({});
});

test("an applied preview discards what was typed for it, unless it was typed again", () => {
  for (const filter of [KANO, GRAINS]) storeTyped(filter, {}, { rice: "22,000" });
  notePreviewed(KANO, "run-1");
  notePreviewed(GRAINS, "run-2");
  expect([previewedFilter("run-1"), previewedFilter("run-3")]).toEqual([KANO, null]);
  storeTyped(GRAINS, readTyped(GRAINS), { rice: "23,000" });
  for (const run of ["run-1", "run-2"]) discardPreviewed(run);
  expect([readTyped(KANO), readTyped(GRAINS)]).toEqual([{}, { rice: "23,000" }]);
});

test("without storage prices are typed as usual", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(storeTyped(KANO, { rice: "1" }, { beans: "2" })).toEqual({ rice: "1", beans: "2" });
  expect(readTyped(KANO)).toEqual({});
});
