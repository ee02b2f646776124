import { isUuid } from "#app/lib/uuid.ts";

/** The states of an order; an admin moves it from any to any. */
export const ORDER_STATUSES = ["processing", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDERS_PER_PAGE = 20;

/** Orders that one bulk action takes at most. */
export const MOST_SELECTED = 100;

/** What a badge says and its colour: good green, low yellow, out red, info blue, neutral grey. */
export type StatusBadgeLook = { label: string; tone: "good" | "low" | "out" | "info" | "neutral" };

const ORDER_LOOKS: Record<string, StatusBadgeLook> = {
  processing: { label: "Processing", tone: "info" },
  shipped: { label: "Shipped", tone: "low" },
  delivered: { label: "Delivered", tone: "good" },
  cancelled: { label: "Cancelled", tone: "out" },
} satisfies Record<OrderStatus, StatusBadgeLook>;

/** The badge of an order's state; a state that nobody foresaw stands as it is, on grey. */
export function orderStatusBadge(status: string): StatusBadgeLook {
  return (Object.hasOwn(ORDER_LOOKS, status) && ORDER_LOOKS[status]) || { label: status, tone: "neutral" };
}

/** The badge of a payment: paid is green, anything else yellow; capitalised. */
export function paymentStatusBadge(status: string): StatusBadgeLook {
  return { label: capitalised(status), tone: status === "paid" ? "good" : "low" };
}

/** "paystack" -> "Paystack". */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How an order is called to people: the first 8 characters of its id, upper-cased. */
export function orderNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** One line of text from the parts of an address, as an order keeps it; empty parts are left out. */
export function shippingAddress(parts: { address: string; city: string; state: string; postal_code: string }): string {
  return [parts.address, parts.city, parts.state, parts.postal_code]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");
}

/** Whether `text` can be an order's id at all. */
export function isOrderId(text: string): boolean {
  return isUuid(text);
}

type Told = { id: string; order_status: string; created_at: Date };

/**
 * What changed between two looks at a person's orders, a sentence for each order, from its state alone: one that moved
 * twice in between is told once, as it is now. An order counts as new when it is younger than all that were known.
 */
export function orderChangeMessages(before: readonly Told[], after: readonly Told[]): string[] {
  const known = new Map(before.map((order) => [order.id, order.order_status]));
  const youngest = Math.max(0, ...before.map(({ created_at }) => created_at.getTime()));
  return after.flatMap(({ id, order_status, created_at }) => {
    const { label } = orderStatusBadge(order_status);
    const was = known.get(id);
    if (was === undefined) return created_at.getTime() > youngest ? [`New order ${orderNumber(id)}: ${label}.`] : [];
    return was === order_status ? [] : [`Order ${orderNumber(id)} is now ${label}.`];
  });
}
