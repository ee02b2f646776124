import fc from "fast-check";
import { expect, test } from "vitest";
import {
  goodsProblem,
  isCollected,
  leftToSend,
  nextStatuses,
  SHIPMENT_STATUSES,
  shipmentMessage,
  statusByShipments,
  trackingHref,
  keptBackReason,
  type SentGoods,
} from "./shipments.ts";

const item = (id: number, quantity: number, restocked = 0) => ({
  id,
  product_name: `Goods ${id}`,
  quantity,
  restocked,
});
const sent = (status: SentGoods["status"], ...lines: [number, number][]): SentGoods => ({
  status,
  lines: lines.map(([item_id, quantity]) => ({ item_id, quantity })),
});

test.each([
  ["nothing was sent", [], [10, 4]],
  ["a part travels", [sent("sent", [1, 6])], [4, 4]],
  ["a part is being prepared", [sent("preparing", [1, 6], [2, 4])], [4, 0]],
  ["lost goods are sent again", [sent("lost", [1, 6]), sent("delivered", [2, 1])], [10, 3]],
])("what is left to send: %s", (_, shipments, left) => {
  expect(leftToSend([item(1, 10), item(2, 5, 1)], shipments).map((one) => one.left)).toEqual(left);
});

test.each([
  ["less than is left", [[1, 2]], null],
  [
    "all of it",
    [
      [1, 4],
      [2, 5],
    ],
    null,
  ],
  ["more than is left", [[1, 5]], "Goods 1: 4 left to send, not 5."],
  ["more than was bought less returns", [[2, 6]], "Goods 2: 5 left to send, not 6."],
  ["a line of another order", [[9, 1]], "A line of this order has changed. Please load the order again."],
  [
    "a line twice",
    [
      [1, 1],
      [1, 1],
    ],
    "A line of this order has changed. Please load the order again.",
  ],
  ["nothing", [[1, 0]], "Please send at least one unit."],
  ["no line", [], "Please send at least one unit."],
] as [string, [number, number][], string | null][])("goods that are sent: %s", (_, lines, problem) => {
  const left = leftToSend([item(1, 10), item(2, 6, 1)], [sent("sent", [1, 6])]);
  expect(goodsProblem(left, sent("sent", ...lines).lines)).toBe(problem);
});

test.each([
  ["processing", "paid", 0, null],
  ["delivered", "paid", 0, null],
  ["processing", "part_refunded", 4, null],
  ["processing", "part_refunded", 5, "some of these goods went back to stock"],
  ["processing", "being_refunded", 0, "it was refunded in full"],
  ["cancelled", "paid", 0, "it is cancelled"],
])("six prepared of ten, order %s and %s, %i back in stock: %s", (order_status, payment_status, restocked, reason) => {
  const { lines } = sent("preparing", [1, 6]);
  expect(keptBackReason({ order_status, payment_status }, [item(1, 10, restocked)], lines)).toBe(reason);
});

test.each([
  ["processing", [], "processing"],
  ["processing", [sent("preparing", [1, 10])], "processing"],
  ["processing", [sent("sent", [1, 4])], "shipped"],
  ["shipped", [sent("delivered", [1, 4])], "shipped"],
  ["shipped", [sent("delivered", [1, 4]), sent("sent", [1, 6])], "shipped"],
  ["shipped", [sent("delivered", [1, 4]), sent("delivered", [1, 6])], "delivered"],
  ["processing", [sent("delivered", [1, 10])], "delivered"],
  ["shipped", [sent("lost", [1, 10])], "shipped"],
  ["shipped", [sent("lost", [1, 4]), sent("delivered", [1, 6])], "shipped"],
  ["cancelled", [sent("delivered", [1, 10])], "cancelled"],
] as const)("an order that is %s follows its shipments (%#)", (status, shipments, after) => {
  expect(statusByShipments(status, [item(1, 10)], shipments)).toBe(after);
});

test("no accepted sending sends more than was bought less returns", () => {
  const parts = fc.array(fc.tuple(fc.constantFrom(...SHIPMENT_STATUSES), fc.integer({ min: 0, max: 30 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 60 }), parts, (quantity, restocked, wanted) => {
      const items = [item(1, quantity, Math.min(restocked, quantity))];
      const made: SentGoods[] = [];
      for (const [status, count] of wanted) {
        const one = sent(status, [1, count]);
        if (goodsProblem(leftToSend(items, made), one.lines) === null) made.push(one);
      }
      const travels = made.filter(({ status }) => status !== "lost").flatMap(({ lines }) => lines);
      const units = travels.reduce((sum, line) => sum + line.quantity, 0);
      expect(units).toBeLessThanOrEqual(quantity - Math.min(restocked, quantity));
    }),
  );
});

test.each([
  [null, "", false],
  [null, "Jibowu", true],
  ["door", "Jibowu", false],
  ["park", "", true],
  ["pickup", "", true],
])("goods of kind %s by the park '%s' are collected: %s", (kind, park, collected) => {
  expect(isCollected(kind, park)).toBe(collected);
});

test("only goods that are collected arrive before they are delivered; delivered and lost ones stay", () => {
  const next = (has_code: boolean) =>
    SHIPMENT_STATUSES.map((status) => nextStatuses({ status, has_code }).join(" ")).join(", ");
  expect(next(true)).toBe("sent, arrived delivered lost, delivered lost, , ");
  expect(next(false)).toBe("sent, delivered lost, delivered lost, , ");
});

test.each([
  ["", "77", null],
  ["https://guo.example/track", "", "https://guo.example/track"],
  ["https://guo.example/?n={waybill}", "A 7/7", "https://guo.example/?n=A%207%2F7"],
  ["https://guo.example/?n={waybill}", "", null],
])("tracking by '%s' of waybill '%s' is %s", (tracking_url, waybill, href) => {
  expect(trackingHref({ tracking_url, waybill })).toBe(href);
});

test("the message has what is known of the way and never the collection code", () => {
  const told = {
    order_id: "1234abcd-0000-4000-8000-000000000000",
    number: 1,
    status: "sent" as const,
    has_code: true,
    is_part: false,
    delivery_kind: "park",
    tracking_url: "",
  };
  const way = { carrier: "GUO", waybill: "77", park: "Upper Iweka", driver_phone: "", vehicle: "" };
  const shipment = { ...told, ...way, code: "4711" };
  expect(shipmentMessage(shipment, "It arrives Thu 26 to Sat 28 Nov.")).toBe(
    [
      "Your order 1234ABCD is on its way.",
      "Carrier: GUO",
      "Waybill: 77",
      "Park: Upper Iweka",
      "It arrives Thu 26 to Sat 28 Nov.",
      "You collect it with the 4-digit code that only you see: under My Orders, or by the link in your order mail.",
    ].join("\n"),
  );
  expect(shipmentMessage({ ...shipment, ...way, number: 2, has_code: false, is_part: true }, null)).toMatch(
    /^Part 2 of your order/,
  );
  const waiting = shipmentMessage(
    { ...shipment, status: "arrived", tracking_url: "https://guo.example" },
    "It arrives Thu 26 Nov.",
  );
  expect(waiting).toMatch(/^Your order 1234ABCD is ready to collect\.\nCarrier: GUO\nWaybill: 77\nPark: Upper Iweka\n/);
  expect(waiting).not.toMatch(/arrives|Follow it/);
  expect(shipmentMessage({ ...shipment, delivery_kind: "pickup" }, null)).toMatch(
    /^Your order 1234ABCD is on its way to where you pick it up\./,
  );
});
