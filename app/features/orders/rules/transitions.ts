import type { Right } from "#app/features/permissions/rules.ts";
import type { OrderStatus } from "../rules.ts";
import {
  RESTOCK_MESSAGES,
  restockProblem,
  shortMessage,
  shortNames,
  type RestockableLine,
  type RestockProblem,
} from "./updates.ts";

export type OrderLineOfGoods = RestockableLine & { product_name: string };

/**
 * What the checks of a transition read. `lines`, `restock` and `stock` are empty where its goods stay: a check of such a
 * transition has a fact of its own.
 */
export type TransitionFacts = {
  lines: readonly OrderLineOfGoods[];
  /** Quantities that a cancellation returns to stock. */
  restock: readonly { item_id: number; quantity: number }[];
  /** Available stock by product id, in sold units. */
  stock: ReadonlyMap<string, number>;
  /** Whether goods travel with a collection code that was not given yet, and the actor may not deliver without it. */
  awaits_code: boolean;
};

/** A line whose goods are not there: quantity needed, and left in stock; null when the product was deleted. */
export type ShortLine = { item_id: number; product_name: string; needed: number; left: number | null };

export type TransitionRefusal =
  | { reason: "restock"; problem: RestockProblem }
  | { reason: "short"; lines: ShortLine[] }
  | { reason: "code" };

/**
 * The preconditions of transitions: each returns its reason to refuse, or null. A new one stands here, in the transitions
 * that it guards, in `TransitionRefusal` and `transitionMessage`; app/flows/set-order-status and `settleOrder` of
 * shipments read its facts.
 */
const CHECKS = {
  /** Only goods of this order that have not gone back yet can go back to stock. */
  goodsWereBought: ({ lines, restock }) => {
    const problem = restockProblem(lines, restock);
    return problem && { reason: "restock", problem };
  },
  /** What went back to stock is there to be taken again; otherwise it would be sold twice. */
  goodsAreInStock: (facts) => {
    const lines = shortLines(facts);
    return lines.length > 0 ? { reason: "short", lines } : null;
  },
  /** The buyer's code shows that he has the goods. */
  codeWasGiven: ({ awaits_code }) => (awaits_code ? { reason: "code" } : null),
} satisfies Record<string, (facts: TransitionFacts) => TransitionRefusal | null>;

/**
 * A permitted change of the status: the right it needs, its checks in order, and what happens to the goods: `returns`
 * restocks the chosen quantities, `takes` subtracts from stock what was restocked.
 */
export type Transition = {
  right: Extract<Right, "orders.status" | "orders.cancel">;
  checks: readonly (keyof typeof CHECKS)[];
  goods: "stay" | "returns" | "takes";
};

const MOVE: Transition = { right: "orders.status", checks: [], goods: "stay" };
const DELIVER: Transition = { right: "orders.status", checks: ["codeWasGiven"], goods: "stay" };
const CANCEL: Transition = { right: "orders.cancel", checks: ["goodsWereBought"], goods: "returns" };
const REOPEN: Transition = { right: "orders.cancel", checks: ["goodsAreInStock"], goods: "takes" };

/** Every transition, from the first status to the second; a status has none to itself, since nothing changes. */
export const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderStatus, Transition>>> = {
  processing: { shipped: MOVE, delivered: DELIVER, cancelled: CANCEL },
  shipped: { processing: MOVE, delivered: DELIVER, cancelled: CANCEL },
  delivered: { processing: MOVE, shipped: MOVE, cancelled: CANCEL },
  cancelled: { processing: REOPEN, shipped: REOPEN, delivered: REOPEN },
};

export type OrderTimes = { sent_at: Date | null; delivered_at: Date | null };

/**
 * The times of an order that gets `status` at `now`: a time that it has stays, also when it is cancelled; one that its
 * status takes back is null.
 */
export function statusTimes(status: OrderStatus, { sent_at, delivered_at }: OrderTimes, now: Date): OrderTimes {
  switch (status) {
    case "processing":
      return { sent_at: null, delivered_at: null };
    case "shipped":
      return { sent_at: sent_at ?? now, delivered_at: null };
    case "delivered":
      return { sent_at: sent_at ?? now, delivered_at: delivered_at ?? now };
    case "cancelled":
      return { sent_at, delivered_at };
  }
}

/** The reason of the first check that fails, or null. The caller has checked the right. */
export function transitionRefusal({ checks }: Transition, facts: TransitionFacts): TransitionRefusal | null {
  for (const name of checks) {
    const refusal = CHECKS[name](facts);
    if (refusal) return refusal;
  }
  return null;
}

/** A refusal in words; `isListed`: beside the order's number in a list of many. */
export function transitionMessage(refusal: TransitionRefusal, isListed = false): string {
  switch (refusal.reason) {
    case "short":
      return isListed ? shortNames(refusal.lines) : shortMessage(refusal.lines);
    case "restock":
      return RESTOCK_MESSAGES[refusal.problem];
    case "code":
      return "Its goods are collected with a code: please enter the buyer's code at the shipment.";
  }
}

/** Lines whose restocked quantity is no longer in stock. Lines of one product share its stock. */
function shortLines({ lines, stock }: TransitionFacts): ShortLine[] {
  const left = new Map(stock);
  return lines.flatMap<ShortLine>(({ id: item_id, product_id, product_name, restocked: needed }) => {
    if (needed === 0) return [];
    if (product_id === null) return [{ item_id, product_name, needed, left: null }];
    const there = left.get(product_id) ?? 0;
    left.set(product_id, Math.max(0, there - needed));
    return there < needed ? [{ item_id, product_name, needed, left: there }] : [];
  });
}
