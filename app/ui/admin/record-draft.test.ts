import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changedValues, readDraft, writeDraft } from "./record-draft.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > 500) throw new Error("full");
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const DRAFT = { version: 2, was: { name: "Rice" }, mine: { name: "Rice 50 kg" }, at: Date.now() };

test("a draft is found again by its record, until it is removed or a month old", () => {
  writeDraft("supplier.1", DRAFT);
  expect(readDraft("supplier.1")).toEqual(DRAFT);
  expect(readDraft("supplier.2")).toBeNull();
  writeDraft("supplier.1", null);
  expect(readDraft("supplier.1")).toBeNull();
  writeDraft("supplier.1", { ...DRAFT, at: Date.now() - 31 * 86_400_000 });
  expect(readDraft("supplier.1")).toBeNull();
});

test("full storage and a malformed draft cause no error", () => {
  writeDraft("supplier.1", { ...DRAFT, mine: { name: "x".repeat(600) } });
  expect(readDraft("supplier.1")).toBeNull();
  localStorage.setItem("oja.draft.supplier.1", "{");
  expect(readDraft("supplier.1")).toBeNull();
});

test("only what differs is changed", () => {
  expect(changedValues({ a: "1", b: "" }, { a: "1", b: "x", c: "", d: "y" })).toEqual({ b: "x", d: "y" });
});
