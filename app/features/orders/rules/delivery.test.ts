import { expect, test } from "vitest";
import { arrivalText, deliveryFacts, newPromise, promiseNotice } from "./delivery.ts";

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

const PROMISED = { delivery_text: "Our vans", promised_from: "2026-11-24", promised_to: "2026-11-26" };

test("a new date stands beside the first promise", () => {
  const moved = { ...PROMISED, promised_to: "2026-11-30", first_promised_to: "2026-11-26" };
  expect(deliveryFacts(moved)[1]).toEqual(["Arrives", "by Mon 30 Nov, was promised by Thu 26 Nov"]);
});

test.each([
  ["processing", false, null, null],
  ["processing", true, null, "This order is late: it was promised by Thu 26 Nov. We are sorry."],
  ["shipped", false, "2026-11-24", "This order was promised by Tue 24 Nov, will now arrive by Thu 26 Nov."],
  [
    "shipped",
    true,
    "2026-11-24",
    "This order is late: it was promised by Tue 24 Nov, then by Thu 26 Nov. We are sorry.",
  ],
  ["delivered", false, "2026-11-24", null],
  ["cancelled", false, null, null],
])(
  "the buyer of an order (%s, late %s, promised first by %s) reads: %s",
  (order_status, is_late, first_promised_to, text) => {
    expect(promiseNotice({ ...PROMISED, order_status, is_late, first_promised_to })).toBe(text);
  },
);

test.each([
  [PROMISED.promised_to, null, "2026-11-30", "2026-11-26"],
  [PROMISED.promised_to, "2026-11-20", "2026-11-30", "2026-11-20"],
  [PROMISED.promised_to, null, "2026-11-27", "2026-11-26"],
  [PROMISED.promised_to, null, "2026-11-26", "past"],
  ["2026-11-29", null, "2026-11-29", "same"],
  [PROMISED.promised_to, null, "2027-11-27", "2026-11-26"],
  [PROMISED.promised_to, null, "2027-11-28", "far"],
  [null, null, "2026-11-30", "no_promise"],
  [PROMISED.promised_to, null, "2026-11-29", "no_work"],
])("promised by %s, first %s, and now by %s on Fri 27 Nov: %s", (promised_to, first_promised_to, day, outcome) => {
  const promise = newPromise({ promised_to, first_promised_to }, day, "2026-11-27", (one) => one !== "2026-11-29");
  expect(promise.ok ? promise.first_promised_to : promise.reason).toBe(outcome);
});

test.each([
  ["2026-11-23", null, false, "It arrives Tue 24 to Thu 26 Nov."],
  ["2026-11-24", null, false, "It arrives Tue 24 to Thu 26 Nov."],
  ["2026-11-25", null, false, "It arrives by Thu 26 Nov."],
  ["2026-11-27", null, false, "It is late: it was promised by Thu 26 Nov. We are sorry."],
  ["2026-11-25", "2026-11-23", false, "It arrives by Thu 26 Nov; it was promised by Mon 23 Nov."],
  ["2026-11-27", "2026-11-23", false, "It is late: it was promised by Mon 23 Nov. We are sorry."],
  ["2026-11-24", null, true, "It is ready Tue 24 to Thu 26 Nov."],
])("on %s, promised first by %s (pick-up %s), a message says: %s", (today, first_promised_to, isPickup, text) => {
  expect(arrivalText({ ...PROMISED, first_promised_to }, isPickup, today)).toBe(text);
});

test("a message about an order without a promise says nothing of days", () => {
  expect(arrivalText({ promised_from: null, promised_to: null }, false, "2026-11-24")).toBeNull();
});
