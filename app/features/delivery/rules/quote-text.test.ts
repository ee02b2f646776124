import { expect, test } from "vitest";
import type { DeliveryOption } from "../rules.ts";
import { priceText, quoteText } from "./quote-text.ts";

const way = (kobo: number, more: Partial<DeliveryOption> = {}): DeliveryOption => ({
  method_id: String(kobo),
  kind: "door",
  name: "Vans",
  carrier: "",
  address: "",
  kobo,
  from: "2026-11-26",
  to: "2026-11-28",
  ...more,
});

test.each([
  ["one way", [way(450_000)], "₦4,500.00", "To Onitsha North: ₦4,500.00, Thu 26 to Sat 28 Nov"],
  [
    "the cheapest of several, with its days",
    [way(900_000), way(450_000, { from: "2026-11-30", to: "2026-12-02" })],
    "from ₦4,500.00",
    "To Onitsha North: from ₦4,500.00, Mon 30 Nov to Wed 2 Dec",
  ],
  ["a free way", [way(0), way(10)], "Free", "To Onitsha North: free, Thu 26 to Sat 28 Nov"],
  [
    "a van before a free pick-up",
    [way(0, { kind: "pickup" }), way(450_000)],
    "₦4,500.00",
    "To Onitsha North: ₦4,500.00, Thu 26 to Sat 28 Nov",
  ],
  [
    "a pick-up where there is no other way",
    [way(0, { kind: "pickup" })],
    "Free",
    "Onitsha North: pick-up only, free, ready Thu 26 to Sat 28 Nov",
  ],
  ["no way", [], null, "To Onitsha North: no delivery price yet."],
])("%s is said as price and sentence", (_name, options, price, text) => {
  const quote = { place: "Onitsha North", options };
  expect([priceText(quote), quoteText(quote)]).toEqual([price, text]);
});
