import { formatDays } from "#app/lib/day-range.ts";
import { isOpen } from "../rules.ts";

/**
 * The delivery that a buyer chose, as orders keep it; null without rates. Days as "2026-11-26". `first_promised_to` is
 * the last day of the first promise, once staff entered a new date.
 */
export type OrderDelivery = {
  delivery_text: string | null;
  promised_from: string | null;
  promised_to: string | null;
  first_promised_to?: string | null;
};

const formatDay = (day: string) => formatDays(day, day);

/** Facts of an order's delivery by name: the way, and the promised days. None without rates. */
export function deliveryFacts(order: OrderDelivery): [string, string][] {
  const { delivery_text, promised_from, promised_to, first_promised_to } = order;
  if (delivery_text === null) return [];
  const facts: [string, string][] = [["Delivery", delivery_text]];
  if (!promised_from || !promised_to) return facts;
  const days = first_promised_to
    ? `by ${formatDay(promised_to)}, was promised by ${formatDay(first_promised_to)}`
    : formatDays(promised_from, promised_to);
  return [...facts, ["Arrives", days]];
}

/**
 * What a message about the goods says of their days, or null without a promise: a day that has passed is admitted, and a
 * new one is told beside the first. `today` as "2026-11-26".
 */
export function arrivalText(
  { promised_from, promised_to, first_promised_to }: Omit<OrderDelivery, "delivery_text">,
  isPickup: boolean,
  today: string,
): string | null {
  if (!promised_from || !promised_to) return null;
  const [first, last] = [formatDay(first_promised_to ?? promised_to), formatDay(promised_to)];
  const verb = isPickup ? "It is ready" : "It arrives";
  if (promised_to < today) return `It is late: it was promised by ${first}. We are sorry.`;
  if (first_promised_to) return `${verb} by ${last}; it was promised by ${first}.`;
  return `${verb} ${promised_from < today ? `by ${last}` : formatDays(promised_from, promised_to)}.`;
}

type Promised = OrderDelivery & { order_status: string; is_late: boolean };

/** What the buyer of a late or postponed order reads; null for any other. */
export function promiseNotice({ promised_to, first_promised_to, order_status, is_late }: Promised): string | null {
  if (!promised_to) return null;
  const last = formatDay(promised_to);
  const first = first_promised_to ? formatDay(first_promised_to) : null;
  if (is_late)
    return `This order is late: it was promised by ${first ? `${first}, then by ${last}` : last}. We are sorry.`;
  if (!first || !isOpen(order_status)) return null;
  return `This order was promised by ${first}, will now arrive by ${last}.`;
}

/** Refusals of a new date of delivery, in words. */
export const PROMISE_PROBLEMS = {
  closed: "This order is not open any more, so its date stays.",
  no_promise: "This order was placed without a promised date.",
  past: "Please choose today or a later day.",
  no_work: "Nothing is delivered on that day. Please choose a working day.",
  far: "Please choose a day within a year.",
  same: "This is the date that the buyer has already.",
} as const;

export type NewPromise =
  | { ok: true; first_promised_to: string }
  | { ok: false; reason: "no_promise" | "past" | "no_work" | "far" | "same" };

/**
 * What stays as the first promise when `day` becomes the last promised one, or why it cannot. Days as "2026-11-26";
 * `isWorkingDay` by the calendar of delivery.
 */
export function newPromise(
  { promised_to, first_promised_to }: { promised_to: string | null; first_promised_to: string | null },
  day: string,
  today: string,
  isWorkingDay: (day: string) => boolean,
): NewPromise {
  if (promised_to === null) return { ok: false, reason: "no_promise" };
  if (day < today) return { ok: false, reason: "past" };
  if (day > `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`) return { ok: false, reason: "far" };
  if (day === promised_to) return { ok: false, reason: "same" };
  if (!isWorkingDay(day)) return { ok: false, reason: "no_work" };
  return { ok: true, first_promised_to: first_promised_to ?? promised_to };
}
