import { expect, test } from "vitest";
import { deliveryFacts } from "./delivery.ts";

test.each([
  [null, null, null, []],
  [
    "Door delivery: Our vans, to Lagos",
    "2026-11-26",
    "2026-11-28",
    [
      ["Delivery", "Door delivery: Our vans, to Lagos"],
      ["Arrives", "Thu 26 to Sat 28 Nov"],
    ],
  ],
])("an order delivered by %s says so", (delivery_text, promised_from, promised_to, facts) => {
  expect(deliveryFacts({ delivery_text, promised_from, promised_to })).toEqual(facts);
});
