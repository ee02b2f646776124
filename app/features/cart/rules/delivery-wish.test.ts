import { expect, test } from "vitest";
import { deliveryWish } from "./delivery-wish.ts";

test("a request names the place and each of the goods", () => {
  const lines = [
    { name: "Golden Penny Semovita 10 kg", unit: "bag", quantity: 1_200 },
    { name: "Peak Milk", unit: "", quantity: 3 },
  ];
  expect(deliveryWish(lines, "Dala, Kano")).toBe(
    [
      "What does delivery of these goods cost?",
      "Place: Dala, Kano",
      "1,200 x Golden Penny Semovita 10 kg (bag)",
      "3 x Peak Milk",
    ].join("\n"),
  );
  expect(deliveryWish([], "Kano")).toContain("Goods: ");
});

test("the largest cart of the longest names fits into a request", () => {
  const lines = Array.from({ length: 300 }, () => ({ name: "Rice ".repeat(40), unit: "carton", quantity: 99_999 }));
  const wish = deliveryWish(lines, "Dala, Kano");
  expect(wish.split("\n")).toHaveLength(302);
  expect(wish.length).toBeLessThan(20_000);
});
