import { expect, test } from "vitest";
import { eventWords, refundWords, timelineOf, type OrderFacts } from "./timeline.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
const FACTS: OrderFacts = {
  order: { created_at: at(0), total_amount_kobo: 8_500_000, payment_reference: "WH123" },
  changes: [
    {
      id: 7,
      at: at(5),
      action: "order.status",
      before: { status: "shipped" },
      after: { status: "cancelled", reason: "Lost", restocked: [{ item_id: 1, quantity: 1_200 }] },
      who: "Bola",
    },
    {
      id: 10,
      at: at(10),
      action: "order.status",
      before: { status: "cancelled" },
      after: { status: "processing", taken: 1_200 },
      who: "Chi",
    },
    {
      id: 11,
      at: at(3),
      action: "order.promise",
      before: { promised_to: "2026-11-26" },
      after: { promised_to: "2026-11-30" },
      who: "Chi",
    },
    { id: 8, at: at(6), action: "payment.refund", before: {}, after: { amount_kobo: 1 }, who: "Bola" },
    { id: 9, at: at(7), action: "payment.accept", before: null, after: { accepted_kobo: 100, note: "ok" }, who: null },
  ],
  messages: [
    { id: "m", kind: "order_update", to_address: "a@b.co", status: "queued", at: at(5), data: { message: "Sorry" } },
  ],
  refunds: [
    {
      id: "r",
      amount_kobo: 100_000,
      status: "failed",
      reason: "Damaged",
      error: null,
      who: "Bola",
      created_at: at(8),
      updated_at: at(9),
    },
  ],
  events: [{ id: 5, event: "charge.success", created_at: at(1) }],
  notes: [{ id: "n", text: "Called", created_at: at(4), who: "Chi" }],
};

test("the history is newest first, each event once, with actor and message", () => {
  expect(timelineOf(FACTS).map(({ text, who, detail }) => [text, who, detail])).toEqual([
    ["Cancelled to Processing, 1,200 taken from stock again", "Chi", ""],
    ["Refund: ₦1,000.00 could not be sent back", "Bola", "Damaged"],
    ["Accepted the payment of ₦1.00", null, "ok"],
    ["Shipped to Cancelled, 1,200 back to stock", "Bola", "Lost"],
    ["Message waits to be sent to a@b.co", null, "Sorry"],
    ["Note", "Chi", "Called"],
    ["Delivery promised by Mon 30 Nov instead of Thu 26 Nov", "Chi", ""],
    ["The provider reports the payment", null, ""],
    ["Paid ₦85,000.00, reference WH123", null, ""],
  ]);
});

test("unknown values are shown unchanged", () => {
  expect([refundWords("odd"), eventWords("invoice.create")]).toEqual(["odd", "The provider reports invoice.create"]);
});
