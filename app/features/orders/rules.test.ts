import { expect, test } from "vitest";
import { ordersHref, readOrdersState } from "./links.ts";
import {
  ORDER_STATUSES,
  isOrderId,
  orderChangeMessages,
  orderNumber,
  orderStatusBadge,
  paymentStatusBadge,
  shippingAddress,
} from "./rules.ts";

test.each([
  ["processing", "Processing", "info"],
  ["shipped", "Shipped", "low"],
  ["delivered", "Delivered", "good"],
  ["cancelled", "Cancelled", "out"],
  ["on hold", "on hold", "neutral"],
  ["Processing", "Processing", "neutral"],
  ["constructor", "constructor", "neutral"],
  ["", "", "neutral"],
])("the state %s is called %s in %s", (status, label, tone) => {
  expect(orderStatusBadge(status)).toEqual({ label, tone });
});

test("every status has its own colour", () => {
  const tones = ORDER_STATUSES.map((status) => orderStatusBadge(status).tone);
  expect(new Set(tones).size).toBe(ORDER_STATUSES.length);
  expect(tones).not.toContain("neutral");
});

test.each([
  ["paid", "Paid", "good"],
  ["pending", "Pending", "low"],
  ["refunded", "Refunded", "low"],
  ["part_refunded", "Part refunded", "low"],
  ["being_refunded", "Being refunded", "low"],
  ["whatever", "Whatever", "low"],
])("the payment %s is called %s in %s", (status, label, tone) => {
  expect(paymentStatusBadge(status)).toEqual({ label, tone });
});

test("an order is called by the first 8 characters of its id, upper-cased", () => {
  expect(orderNumber("a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d")).toBe("A1B2C3D4");
});

test.each([
  ["a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d", true],
  ["A1B2C3D4", false],
  ["a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d'", false],
  ["", false],
])("%s as an id: %s", (text, can) => {
  expect(isOrderId(text)).toBe(can);
});

test.each([
  ["", 1, null],
  ["page=3", 3, null],
  ["page=0", 1, null],
  ["page=-1&order=", 1, null],
  ["page=1e9&order=x", 1, "x"],
  ["page=9999999", 1, null],
])("?%s is page %i with %s open", (query, page, order) => {
  expect(readOrdersState(new URLSearchParams(query))).toEqual({ page, order });
});

test.each([
  [{}, "/profile/orders"],
  [{ page: 1, order: null }, "/profile/orders"],
  [{ page: 2 }, "/profile/orders?page=2"],
  [{ page: 2, order: "a&b" }, "/profile/orders?page=2&order=a%26b"],
])("%o is at %s and is read back", (state, href) => {
  expect(ordersHref(state)).toBe(href);
  const params = new URL(href, "http://shop.test").searchParams;
  expect(readOrdersState(params)).toEqual({ page: 1, order: null, ...state });
});

const A = {
  id: "a1b2c3d4-0000-4000-8000-000000000000",
  order_status: "processing",
  created_at: new Date("2026-11-01"),
};
const B = { id: "b1b2c3d4-0000-4000-8000-000000000000", order_status: "shipped", created_at: new Date("2026-11-02") };

test.each([
  ["nothing changed", [A, B], [A, B], []],
  ["one moved", [A, B], [{ ...A, order_status: "shipped" }, B], ["Order A1B2C3D4 is now Shipped."]],
  [
    "both moved",
    [A, B],
    [
      { ...A, order_status: "cancelled" },
      { ...B, order_status: "on hold" },
    ],
    ["Order A1B2C3D4 is now Cancelled.", "Order B1B2C3D4 is now on hold."],
  ],
  ["a younger one came", [A], [B, A], ["New order B1B2C3D4: Shipped."]],
  ["the first one came", [], [A], ["New order A1B2C3D4: Processing."]],
  ["an older one moved up from the next page", [B], [B, A], []],
  ["one is gone", [A, B], [B], []],
])("news when %s", (_, before, after, sentences) => {
  expect(orderChangeMessages(before, after)).toEqual(sentences);
});

test.each([
  [
    { address: "12 Allen Avenue", city: "Ikeja", state: "Lagos", postal_code: "100001" },
    "12 Allen Avenue, Ikeja, Lagos, 100001",
  ],
  [{ address: " 12 Allen Avenue ", city: "Ikeja", state: "Lagos", postal_code: "" }, "12 Allen Avenue, Ikeja, Lagos"],
])("%j is one string", (parts, text) => {
  expect(shippingAddress(parts)).toBe(text);
});
