import { capitalised } from "#app/lib/capitalised.ts";
import { isUuid } from "#app/lib/uuid.ts";

/** Order statuses; any may follow any other, by the table in rules/transitions.ts. */
export const ORDER_STATUSES = ["processing", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDERS_PER_PAGE = 20;

/** Maximum number of orders per bulk action. */
export const MOST_SELECTED = 100;

/** Label and tone of a badge: good green, low yellow, out red, info blue, neutral grey. */
export type StatusBadgeStyle = { label: string; tone: "good" | "low" | "out" | "info" | "neutral" };

const ORDER_BADGES: Record<string, StatusBadgeStyle> = {
  processing: { label: "Processing", tone: "info" },
  shipped: { label: "Shipped", tone: "low" },
  delivered: { label: "Delivered", tone: "good" },
  cancelled: { label: "Cancelled", tone: "out" },
} satisfies Record<OrderStatus, StatusBadgeStyle>;

/** Badge of an order status; an unknown status is shown unchanged in grey. */
export function orderStatusBadge(status: string): StatusBadgeStyle {
  return (Object.hasOwn(ORDER_BADGES, status) && ORDER_BADGES[status]) || { label: status, tone: "neutral" };
}

/** Badge of a payment as `PAYMENT_STATE` reads it ("part_refunded": "Part refunded"): paid is green, any other yellow. */
export function paymentStatusBadge(status: string): StatusBadgeStyle {
  return { label: capitalised(status).replaceAll("_", " "), tone: status === "paid" ? "good" : "low" };
}

/** Why an order is not packed, or null; `payment_status` as `PAYMENT_STATE` reads it. */
export function notPackedReason(order: { order_status: string; payment_status: string }): string | null {
  if (order.order_status === "cancelled") return "it is cancelled";
  return /^(being_)?refunded$/.test(order.payment_status) ? "it was refunded in full" : null;
}

/** Whether an order of this status is still to be delivered. */
export function isOpen(order_status: string): boolean {
  return order_status === "processing" || order_status === "shipped";
}

/** Order number for display: the first 8 characters of the id in upper case. */
export function orderNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** What the quantities of an order's lines saved compared with the base prices, in kobo. */
export function savedBy(lines: readonly { saved_kobo: number }[]): number {
  return lines.reduce((sum, { saved_kobo }) => sum + saved_kobo, 0);
}

/** The parts of a shipping address as one line, as stored in orders; empty parts are skipped. */
export function shippingAddress(parts: { address: string; city: string; state: string; postal_code: string }): string {
  return [parts.address, parts.city, parts.state, parts.postal_code]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");
}

/** Whether `text` has the format of an order id. */
export function isOrderId(text: string): boolean {
  return isUuid(text);
}

type TrackedOrder = { id: string; order_status: string; created_at: Date };

/**
 * Change messages between two versions of a user's order list, one per order. Only the latest status counts. An order
 * is new when it is younger than all orders known before.
 */
export function orderChangeMessages(before: readonly TrackedOrder[], after: readonly TrackedOrder[]): string[] {
  const known = new Map(before.map((order) => [order.id, order.order_status]));
  const youngest = Math.max(0, ...before.map(({ created_at }) => created_at.getTime()));
  return after.flatMap(({ id, order_status, created_at }) => {
    const { label } = orderStatusBadge(order_status);
    const was = known.get(id);
    if (was === undefined) return created_at.getTime() > youngest ? [`New order ${orderNumber(id)}: ${label}.`] : [];
    return was === order_status ? [] : [`Order ${orderNumber(id)} is now ${label}.`];
  });
}
