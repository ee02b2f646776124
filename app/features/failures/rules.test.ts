import { expect, test } from "vitest";
import { failureName, failureChannel, withoutSecrets } from "./rules.ts";

test.each([
  ["mail", "sms_code", "SMS", "Code"],
  ["mail", "order_confirmation", "Mail", "Order confirmation"],
  ["mail", "of_later", "Mail", "of later"],
  ["job", "runs", "Job", "Bulk change, import or undo"],
  ["schedule", "payment-sweep", "Scheduled job", "Checks of payments"],
] as const)("%s %s is a %s: %s", (source, name, way, words) => {
  expect([failureChannel(source, name), failureName(source, name)]).toEqual([way, words]);
});

test.each([
  ["connect ECONNREFUSED 127.0.0.1:1025", "connect ECONNREFUSED 127.0.0.1:1025"],
  ["550 5.1.1 rejected: 123456 is your code", "550 5.1.1 rejected: [number] is your code"],
  ["spam: https://shop.ng/auth/callback?token=abc#x y", "spam: [link] y"],
  ["bad token 3f2a9c7e5b1d4f6a8c0e2b4d6f8a0c1e", "bad token [token]"],
])("%s is shown as %s", (error, shown) => {
  expect(withoutSecrets(error)).toBe(shown);
});
