import { afterEach, expect, test, vi } from "vitest";
import { connectToaster, toast, TOAST_MS, type ToastMessage } from "./toast.ts";

afterEach(() => void vi.useRealTimers());

test("the newest message waits until the toaster has loaded", () => {
  const seen: ToastMessage[] = [];
  toast.success("first");
  toast.error("second", "why");
  const disconnect = connectToaster((message) => seen.push(message));
  expect(seen).toEqual([{ kind: "error", title: "second", text: "why" }]);
  toast.info("third");
  expect(seen.at(-1)).toEqual({ kind: "info", title: "third", text: undefined });
  disconnect();
  toast.success("fourth");
  expect(seen).toHaveLength(2);
});

test("a message continues in the toaster of another shell for its remaining time", () => {
  vi.useFakeTimers();
  const [here, there]: [ToastMessage[], ToastMessage[]] = [[], []];
  const leave = connectToaster((message) => here.push(message));
  toast.success("Logged out");
  leave();
  vi.advanceTimersByTime(TOAST_MS - 1);
  connectToaster((message) => there.push(message))();
  expect(there).toEqual([here.at(-1)]);
  vi.advanceTimersByTime(TOAST_MS);
  connectToaster((message) => there.push(message))();
  expect(there).toHaveLength(1);
});
