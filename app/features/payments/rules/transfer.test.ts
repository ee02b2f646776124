import { expect, test } from "vitest";
import { ACCOUNT_MINUTES, holdMinutes, isSameSender, TRANSFER_HOLD_MINUTES } from "./transfer.ts";

test("goods are held longer than their account number is valid, whatever the shop's own time", () => {
  expect(TRANSFER_HOLD_MINUTES).toBeGreaterThan(ACCOUNT_MINUTES);
  expect([holdMinutes("transfer", 15), holdMinutes("transfer", 60), holdMinutes("popup", 15)]).toEqual([45, 60, 15]);
});

const paid = { sender: "OBI, ADAÈZE NGỌZI", last4: "789" };

test.each([
  [{ sender: "Adaeze Obi", last4: "" }, true],
  [{ sender: "ngozi", last4: "" }, true],
  [{ sender: "Adaeze Eze", last4: "" }, false],
  [{ sender: "A O", last4: "" }, false],
  [{ sender: "", last4: "6789" }, true],
  [{ sender: "", last4: "7890" }, false],
  [{ sender: "Chinedu", last4: "6789" }, true],
  [{ sender: "", last4: "" }, false],
])("%j is the sender: %s", (typed, is) => {
  expect(isSameSender(typed, paid)).toBe(is);
});

test("a payment of an unknown sender is nobody's", () => {
  expect(isSameSender({ sender: "Adaeze", last4: "6789" }, { sender: "", last4: "" })).toBe(false);
});
