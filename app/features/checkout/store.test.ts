import { beforeEach, expect, test } from "vitest";
import { announcedNotice, checkoutId, clearPending, readPending, writePending } from "./store.ts";

const memory = new Map<string, string>();
const storage = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, value: string) => void memory.set(key, value),
  removeItem: (key: string) => void memory.delete(key),
} as Storage;
beforeEach(() => memory.clear());

const ID = "8c4b1f5e-3f65-4a55-9f5e-0a3b8d1b2c3d";

test("the id is kept until the payment ends", () => {
  const id = checkoutId(storage);
  expect(checkoutId(storage)).toBe(id);
  clearPending(storage);
  expect(checkoutId(storage)).not.toBe(id);
});

test("a stored checkout is read back", () => {
  const pending = { checkout_id: ID, access_token: "a".repeat(32), reference: "WH123456789012345" };
  writePending(storage, pending);
  expect(readPending(storage)).toEqual(pending);
});

test.each([
  ["not json"],
  ["null"],
  ["[]"],
  ["{}"],
  [JSON.stringify({ checkout_id: "x" })],
  [JSON.stringify({ checkout_id: 7 })],
])("broken storage %s counts as nothing", (text) => {
  memory.set("checkout-storage", text);
  expect(readPending(storage)).toBeNull();
});

test("an altered token or reference is dropped", () => {
  memory.set("checkout-storage", JSON.stringify({ checkout_id: ID, access_token: "<script>", reference: "WH1" }));
  expect(readPending(storage)).toEqual({ checkout_id: ID, access_token: null, reference: null });
});

test.each([
  ["just announced", 0, true],
  ["announced 59 s ago, before a slow page was live", 59_000, true],
  ["of an hour ago", 3_600_000, false],
  ["from a clock that was set back by an hour", -3_600_000, false],
])("a notice %s is shown by a new tab: %s ms ago, %s", (_, age, isShown) => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const notice = {
    kind: "placed",
    reference: "WH123456789012345",
    access_token: "a".repeat(32),
    order_number: null,
    amount_kobo: 500_000,
    channel: "card",
  };
  memory.set("checkout-notice", JSON.stringify({ ...notice, announced_at: now - age }));
  expect(announcedNotice(storage, now) !== null).toBe(isShown);
  expect(memory.has("checkout-notice")).toBe(isShown);
});

test("a notice without the time of its announcement is not shown, and is deleted", () => {
  memory.set("checkout-notice", JSON.stringify({ kind: "placed" }));
  expect(announcedNotice(storage, 0)).toBeNull();
  expect(memory.size).toBe(0);
});
