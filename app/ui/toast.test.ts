import { expect, test } from "vitest";
import { connectToaster, toast, type ToastMessage } from "./toast.ts";

test("what is said before the toaster is there waits, the newest only", () => {
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
