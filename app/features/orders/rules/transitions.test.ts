import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../rules.ts";
import { statusTimes, TRANSITIONS, transitionRefusal, type Transition, type TransitionFacts } from "./transitions.ts";
import { shortMessage, shortNames } from "./updates.ts";

const line = (id: number, product_id: string | null, quantity: number, restocked = 0) => ({
  id,
  product_id,
  product_name: `Goods ${id}`,
  quantity,
  restocked,
});
const facts = (more: Partial<TransitionFacts>): TransitionFacts => ({
  lines: [],
  restock: [],
  stock: new Map(),
  awaits_code: false,
  ...more,
});
/** The checks of each transition: a new one is added to each that it guards. */
const CHECKED: Record<string, Transition["checks"]> = {
  "processing shipped": [],
  "processing delivered": ["codeWasGiven"],
  "processing cancelled": ["goodsWereBought"],
  "shipped processing": [],
  "shipped delivered": ["codeWasGiven"],
  "shipped cancelled": ["goodsWereBought"],
  "delivered processing": [],
  "delivered shipped": [],
  "delivered cancelled": ["goodsWereBought"],
  "cancelled processing": ["goodsAreInStock"],
  "cancelled shipped": ["goodsAreInStock"],
  "cancelled delivered": ["goodsAreInStock"],
};
const [CANCEL, REOPEN] = [TRANSITIONS.shipped.cancelled, TRANSITIONS.cancelled.shipped] as Transition[] as [
  Transition,
  Transition,
];

test("any status can follow any other; goods move, and the right to cancel is needed, on both sides of cancelled", () => {
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      const { right, goods } = TRANSITIONS[from][to] ?? {};
      const expected =
        from === to
          ? [undefined, undefined]
          : to === "cancelled"
            ? ["orders.cancel", "returns"]
            : from === "cancelled"
              ? ["orders.cancel", "takes"]
              : ["orders.status", "stay"];
      expect([right, goods], `${from} to ${to}`).toEqual(expected);
      expect(TRANSITIONS[from][to]?.checks, `${from} to ${to}`).toEqual(CHECKED[`${from} ${to}`]);
    }
  }
});

test.each([
  ["nothing went back", [line(1, "p", 5)], {}, null],
  ["all that went back is there", [line(1, "p", 5, 5)], { p: 5 }, null],
  ["part of the line went back and is there", [line(1, "p", 5, 2)], { p: 2 }, null],
  ["one unit is missing", [line(1, "p", 5, 5)], { p: 4 }, [["Goods 1", 5, 4]]],
  ["a deleted product of which nothing went back", [line(1, null, 5)], {}, null],
  ["a deleted product", [line(1, null, 5, 5)], {}, [["Goods 1", 5, null]]],
  ["a product that is out of stock", [line(1, "p", 1, 1), line(2, "q", 1, 1)], { q: 1 }, [["Goods 1", 1, 0]]],
  ["lines of one product, enough", [line(1, "p", 3, 3), line(2, "p", 3, 3)], { p: 6 }, null],
  ["lines of one product, short", [line(1, "p", 3, 3), line(2, "p", 3, 3)], { p: 5 }, [["Goods 2", 3, 2]]],
] as const)("reopening: %s", (_, lines, stock, expected) => {
  const refusal = transitionRefusal(REOPEN, facts({ lines, stock: new Map(Object.entries(stock)) }));
  const short = refusal?.reason === "short" ? refusal.lines : null;
  expect(short?.map(({ product_name, needed, left }) => [product_name, needed, left]) ?? null).toEqual(expected);
  expect(refusal === null).toBe(expected === null);
});

test.each([
  ["what was bought", 5, null],
  ["more than was bought", 6, { reason: "restock", problem: "more_than_bought" }],
])("cancelling with %s", (_, quantity, expected) => {
  const cancelling = facts({ lines: [line(1, "p", 5)], restock: [{ item_id: 1, quantity }] });
  expect(transitionRefusal(CANCEL, cancelling)).toEqual(expected);
});

test("short lines are named, at most ten of them", () => {
  const [rice, beans] = [
    { product_name: "Rice", needed: 1_200, left: 2 },
    { product_name: "Beans", needed: 1, left: null },
  ];
  expect(shortMessage([rice, beans])).toBe(
    "The goods of this order went back to stock and are not there any more: Rice (1,200 needed, 2 left), Beans (1 needed, no longer in the shop). It stays cancelled.",
  );
  expect(shortNames(Array.from({ length: 12 }, () => rice))).toMatch(
    /^(Rice \(1,200 needed, 2 left\)(, )?){10} and 2 more$/,
  );
});

const [EARLIER, NOW] = [new Date("2026-11-20T09:00:00Z"), new Date("2026-11-26T09:00:00Z")];

test.each([
  ["processing", EARLIER, EARLIER, null, null],
  ["shipped", null, null, NOW, null],
  ["shipped", EARLIER, EARLIER, EARLIER, null],
  ["delivered", null, null, NOW, NOW],
  ["delivered", EARLIER, null, EARLIER, NOW],
  ["delivered", EARLIER, EARLIER, EARLIER, EARLIER],
  ["cancelled", EARLIER, EARLIER, EARLIER, EARLIER],
  ["cancelled", null, null, null, null],
] as const)(
  "an order set to %s, sent %s, delivered %s, has the times %s and %s",
  (status, sent, delivered, ...times) => {
    const { sent_at, delivered_at } = statusTimes(status, { sent_at: sent, delivered_at: delivered }, NOW);
    expect([sent_at, delivered_at]).toEqual(times);
  },
);
