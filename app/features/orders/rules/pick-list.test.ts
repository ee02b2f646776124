import { expect, test } from "vitest";
import { pickList } from "./pick-list.ts";

const line = (product_name: string, quantity: number, unit = "bag") => ({ product_name, unit, pieces: 1, quantity });

test("quantities of all orders are summed by product and unit, with the orders", () => {
  const list = pickList([
    { id: "a", lines: [line("Rice", 2), line("Oil", 3, "carton")] },
    { id: "b", lines: [line("Rice", 5), line("Rice", 1), line("Rice", 4, "half bag")] },
  ]);
  expect(list).toEqual([
    { product_name: "Oil", unit: "carton", pieces: 1, quantity: 3, orders: [{ id: "a", quantity: 3 }] },
    {
      product_name: "Rice",
      unit: "bag",
      pieces: 1,
      quantity: 8,
      orders: [
        { id: "a", quantity: 2 },
        { id: "b", quantity: 6 },
      ],
    },
    { product_name: "Rice", unit: "half bag", pieces: 1, quantity: 4, orders: [{ id: "b", quantity: 4 }] },
  ]);
  expect(pickList([])).toEqual([]);
});
