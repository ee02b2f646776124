import type { Refund, Verification } from "./providers/provider.server.ts";
import type { Channel } from "./rules/transfer.ts";

export const REFERENCE_PREFIX = "WH";
export const REFERENCE_DIGITS = 15;

export type ExpectedPayment = { amount_kobo: number; currency: string; domain: "test" | "live" };

export type ReviewReason = keyof typeof REVIEW_TITLES;

export type Evaluation =
  | { verdict: "paid" }
  | { verdict: "not_yet"; final: boolean }
  | {
      verdict: "review";
      reason: Extract<ReviewReason, "wrong_amount" | "wrong_currency" | "wrong_domain" | "reversed">;
    };

type Facts = Pick<Verification, "status" | "currency" | "amount_kobo" | "requested_amount_kobo" | "domain">;

/**
 * Judges a verified transaction. Only `success` pays; the requested amount, if reported, must equal ours and the
 * charged amount be at least ours (fees may be passed to the customer). Kobo. `final`: the buyer may retry at once.
 * Source: Paystack's documentation, Verify Transaction (`status`, `requested_amount`, `fees`).
 */
export function evaluatePayment(expected: ExpectedPayment, facts: Facts): Evaluation {
  if (facts.status === "reversed") return { verdict: "review", reason: "reversed" };
  if (facts.status !== "success") {
    return { verdict: "not_yet", final: facts.status === "failed" || facts.status === "abandoned" };
  }
  if (facts.domain !== expected.domain) return { verdict: "review", reason: "wrong_domain" };
  if (facts.currency !== expected.currency) return { verdict: "review", reason: "wrong_currency" };
  const requested = facts.requested_amount_kobo ?? expected.amount_kobo;
  if (requested !== expected.amount_kobo || facts.amount_kobo < expected.amount_kobo) {
    return { verdict: "review", reason: "wrong_amount" };
  }
  if (facts.requested_amount_kobo === null && facts.amount_kobo !== expected.amount_kobo) {
    return { verdict: "review", reason: "wrong_amount" };
  }
  return { verdict: "paid" };
}

/**
 * Sums the refunds of a payment of `paid_kobo`, oldest first: amount that arrived, amount that arrived or is on its way,
 * whether all of it arrived, and whether a review is needed. Refunds in a currency other than `currency` do not count.
 */
export function evaluateRefunds(
  paid_kobo: number,
  currency: string,
  refunds: readonly Refund[],
): { returned_kobo: number; going_kobo: number; whole: boolean; trouble: boolean } {
  const counted = refunds.filter((refund) => refund.status !== "failed" && refund.currency === currency);
  const sum = (some: readonly Refund[]) => some.reduce((total, { amount_kobo }) => total + amount_kobo, 0);
  const returned_kobo = sum(counted.filter(({ status }) => status === "processed"));
  const trouble = openFailures(refunds).length > 0 || refunds.some(({ status }) => status === "needs_attention");
  return { returned_kobo, going_kobo: sum(counted), whole: returned_kobo >= paid_kobo, trouble };
}

type Sent = Pick<Refund, "amount_kobo" | "currency"> & {
  status: string;
  /** When it was made, and when its status changed last; JSON has them as text. */
  created_at?: Date | string;
  updated_at?: Date | string;
};

/**
 * The failed refunds, oldest first, that no later refund of the same amount has replaced. One that failed as well
 * replaces those that had failed before it was made: it is the same money.
 */
export function openFailures<Row extends Sent>(refunds: readonly Row[]): Row[] {
  const open: Row[] = [];
  for (const refund of refunds) {
    const isFailed = refund.status === "failed";
    const replaced = open.findIndex(
      (earlier) =>
        earlier.amount_kobo === refund.amount_kobo &&
        earlier.currency === refund.currency &&
        (!isFailed || isBefore(earlier.updated_at, refund.created_at)),
    );
    if (replaced >= 0 && refund.status !== "refused") open.splice(replaced, 1);
    if (isFailed) open.push(refund);
  }
  return open;
}

const isBefore = (one: Date | string | undefined, other: Date | string | undefined) =>
  one !== undefined && other !== undefined && new Date(one) <= new Date(other);

const MINUTE = 60_000;
/** Age at which an unpaid attempt is closed: the provider's longest webhook retry. */
export const ABANDON_AFTER_MS = 72 * 60 * MINUTE;
/** Age in minutes at which an open attempt is polled; hourly after the last. */
const POLL_MINUTES = [1, 2, 4, 8, 15, 20, 30, 45, 60];

/**
 * Age in ms at which an attempt that is `ageMs` old is polled next, or null when polling ends. A later
 * webhook still settles it.
 */
export function nextPollAge(ageMs: number): number | null {
  if (ageMs >= ABANDON_AFTER_MS) return null;
  const next = POLL_MINUTES.find((minutes) => minutes * MINUTE > ageMs);
  return next === undefined ? ageMs + 60 * MINUTE : next * MINUTE;
}

export type RequestedLine = { id: string; name: string; quantity: number };
export type Shortfall = { product_id: string; product_name: string; ordered: number; short: number };

/**
 * Allocation of available stock (`stock`: product id -> sold units) to a payment after its hold expired. For each product,
 * `take` and shortfalls add up to the quantity ordered.
 */
export function lateAllocation(
  requested: readonly RequestedLine[],
  stock: ReadonlyMap<string, number>,
): { take: { id: string; quantity: number }[]; short: Shortfall[] } {
  const take: { id: string; quantity: number }[] = [];
  const short: Shortfall[] = [];
  for (const line of requested) {
    const taken = Math.min(line.quantity, Math.max(0, stock.get(line.id) ?? 0));
    if (taken > 0) take.push({ id: line.id, quantity: taken });
    if (taken < line.quantity) {
      short.push({
        product_id: line.id,
        product_name: line.name,
        ordered: line.quantity,
        short: line.quantity - taken,
      });
    }
  }
  return { take, short };
}

/** What holds are counted by: a network address, or an account or a guest's contact. */
type Holder = "visitor" | "contact";

/** Holds in other open, unpaid checkouts, and what the current cart would add. */
export type HeldElsewhere = {
  checkouts: number;
  /** Number of products of which the holder has more than is left for others; see `HOLD_WEIGHT`. */
  mostly_held: number;
  /** Names of cart products of which the holder would then have more than is left. */
  takes_most: readonly string[];
  /** Whether each line is at most a tenth of the stock available to the holder, or the minimum quantity. */
  is_small: boolean;
  /** End of the first hold, or null without one. */
  first_end: Date | null;
};

/** `retry_after` in seconds; null when waiting does not help. */
export type HoldRefusal = { message: string; retry_after: number | null };

/** Maximum number of open unpaid checkouts; a mobile network shares one address between many phones. */
const MOST_CHECKOUTS: Record<Holder, number> = { visitor: 30, contact: 5 };
/**
 * Maximum number of products that unpaid checkouts may nearly sell out: in one guest's cart, and before another cart
 * may add to them.
 */
const MOST_TAKEN = 20;
const MOST_NAMED = 10;

/** A transfer holds goods three times as long as a window, so an address and a guest may hold a third of them. */
export const HOLD_WEIGHT: Record<Channel, number> = { popup: 1, transfer: 3 };

const HOLD_WORDS: Record<Holder, string> = {
  visitor: "Too many orders from your connection are waiting to be paid.",
  contact: "Several of your orders are waiting to be paid already.",
};

type NewHold = { isGuest: boolean; channel?: Channel; own: HeldElsewhere; visitor: HeldElsewhere | null };

/**
 * Reason why a start may hold no more stock, or null (decision 0038). `own`: other holds of the account, or of the
 * guest's contact at its address; `visitor`: holds of the network address. An account's first checkout and a guest's
 * small one are allowed at an address over its limit.
 */
export function tooManyHolds({ isGuest, channel = "popup", own, visitor }: NewHold, now: Date): HoldRefusal | null {
  const most = Math.floor(MOST_TAKEN / HOLD_WEIGHT[channel]);
  if (isGuest && own.takes_most.length > most)
    return { message: spreadWords(own.takes_most, most, channel), retry_after: null };
  if (isFull("contact", own)) return waitRefusal("contact", own, now);
  if (!visitor || !isFull("visitor", visitor)) return null;
  const isSmall = visitor.is_small && visitor.takes_most.length === 0;
  if (own.checkouts === 0 && (!isGuest || isSmall)) return null;
  return waitRefusal("visitor", visitor, now);
}

function isFull(holder: Holder, held: HeldElsewhere): boolean {
  return held.checkouts >= MOST_CHECKOUTS[holder] || (held.takes_most.length > 0 && held.mostly_held >= MOST_TAKEN);
}

function waitRefusal(holder: Holder, held: HeldElsewhere, now: Date): HoldRefusal {
  // An expired hold is released by the next sweep.
  const minutes = Math.max(1, Math.ceil(((held.first_end ?? now).getTime() - now.getTime()) / MINUTE));
  const wait = minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  return {
    message: `${HOLD_WORDS[holder]} Please pay for one of them, or try again ${wait}.`,
    retry_after: minutes * 60,
  };
}

function spreadWords(names: readonly string[], most: number, channel: Channel): string {
  const extra = names.slice(most);
  const more = extra.length > MOST_NAMED ? ` and ${extra.length - MOST_NAMED} more` : "";
  const [what, or] = channel === "transfer" ? ["an order by bank transfer", "pay by card, or"] : ["an order", "or"];
  return (
    `Without an account ${what} can take most of the stock of at most ${most} products. ` +
    `Please sign in, ${or} order less of: ${extra.slice(0, MOST_NAMED).join(", ")}${more}.`
  );
}

const REVIEW_TITLES = {
  wrong_amount: "Another amount was paid",
  wrong_currency: "Paid in another currency",
  wrong_domain: "Test money in a live shop, or live money in a test shop",
  duplicate_payment: "Paid twice",
  stock_short: "Paid late, and goods were gone",
  dispute: "The buyer disputes the payment",
  reversed: "The money went back",
  refund: "Money went back to the buyer",
  offer_withdrawn: "An offer was paid after it had been withdrawn",
};

type Reviewed = { reason: string; amount_kobo: number; order_id: string | null; details: Record<string, unknown> };

/** Title and explanation of a payment review, as far as its details are known. `format` formats kobo. */
export function reviewWords(review: Reviewed, format: (kobo: number) => string): { title: string; text: string } {
  if (review.reason === "refund") return refundReview(review, format);
  const titles: Record<string, string> = REVIEW_TITLES;
  return { title: titles[review.reason] ?? "This payment needs a look", text: reviewText(review, format) };
}

/** A refund under review: a failed one first, then one that waits for the buyer, then what went back. */
function refundReview({ amount_kobo, order_id, details }: Reviewed, format: (kobo: number) => string) {
  const refunds = Array.isArray(details["refunds"]) ? (details["refunds"] as Refund[]) : [];
  const returned = Number(details["returned_kobo"] ?? 0);
  const sum = (some: readonly Refund[]) => format(some.reduce((total, one) => total + one.amount_kobo, 0));
  const order = order_id ? "The order stands." : "There is no order.";
  const back = returned > 0 ? `${format(returned)} of ${format(amount_kobo)} has gone back. ` : "";
  const failed = openFailures(refunds);
  const waiting = refunds.filter(({ status }) => status === "needs_attention");
  if (failed.length > 0)
    return {
      title: "A refund failed",
      text: `${sum(failed)} did not reach the buyer and is still here. ${back}${order}`,
    };
  if (waiting.length > 0) {
    const text = `${sum(waiting)} cannot be sent before the buyer's account is entered in the provider's dashboard.`;
    return { title: "A refund waits for the buyer's account", text: `${text} ${back}${order}` };
  }
  if (back) return { title: REVIEW_TITLES.refund, text: `${back}${order}` };
  return { title: "Money is on its way back to the buyer", text: `Nothing has arrived yet. ${order}` };
}

function reviewText({ reason, amount_kobo, order_id, details }: Reviewed, format: (kobo: number) => string): string {
  const amount = (name: string) => (typeof details[name] === "number" ? format(details[name]) : null);
  const currency = typeof details["currency"] === "string" ? details["currency"] : "another currency";
  const order = order_id ? "The order stands." : "There is no order.";
  switch (reason) {
    case "wrong_amount":
      return `${amount("amount_kobo") ?? "A wrong amount"} came in for ${format(amount_kobo)}. ${order}`;
    case "wrong_currency":
      return `It came in ${currency} instead of naira. ${order}`;
    case "duplicate_payment":
      return "Another payment of the same checkout has become the order. This one is too much.";
    case "stock_short":
      return `Missing: ${missingIn(details["short"])}. ${order}`;
    case "dispute":
      return `The bank or the buyer asks for the money back. Answer in the provider's dashboard. ${order}`;
    case "offer_withdrawn":
      return `Accept it to make the order at the offer's prices, or send the money back. ${order}`;
    case "reversed":
      return "The provider gave the money back before an order was made.";
    default:
      return order;
  }
}

/** "2 of 5 Rice, 1 of 1 Beans", from the shortfall details. */
function missingIn(short: unknown): string {
  const lines = (Array.isArray(short) ? short : []) as Record<string, unknown>[];
  const words = lines.map(({ product_name: name, ordered, short: missing }) =>
    `${Number(missing)} of ${Number(ordered)} ${typeof name === "string" ? name : ""}`.trim(),
  );
  return words.join(", ") || "some of the goods";
}
