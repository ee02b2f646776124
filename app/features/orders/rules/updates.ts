import { formatCount } from "#app/lib/money.ts";
import { orderNumber, type OrderStatus } from "../rules.ts";

/** Maximum length of a message to a customer, in characters: two or three sentences. */
export const MESSAGE_LENGTH = 600;

const SENTENCES: Record<OrderStatus, string> = {
  processing: "is being prepared. We will let you know when it is on its way.",
  shipped: "is on its way to you.",
  delivered: "has been delivered. Thank you for buying from us.",
  cancelled: "has been cancelled. If you have a question about it, please reply to us.",
};

/** Default message to the customer when an order gets `status`. */
export function statusMessage(orderId: string, status: OrderStatus): string {
  return `Your order ${orderNumber(orderId)} ${SENTENCES[status]}`;
}

const TITLES: Record<OrderStatus, string> = {
  processing: "is being prepared",
  shipped: "is on its way",
  delivered: "has been delivered",
  cancelled: "has been cancelled",
};

/** Subject line of that message. */
export function statusTitle(orderId: string, status: OrderStatus): string {
  return `Order ${orderNumber(orderId)} ${TITLES[status]}`;
}

export type OrderContact = { customer_email: string; customer_phone: string };

/** Channel for messages about an order: mail if there is a deliverable address, else SMS, else null. */
export function noticeChannel({ customer_email, customer_phone }: OrderContact): "mail" | "sms" | null {
  // Accounts with only a phone number have a placeholder address under .invalid.
  if (customer_email && !customer_email.endsWith(".invalid")) return "mail";
  return customer_phone.replaceAll(/\D/g, "").length >= 7 ? "sms" : null;
}

/** An order line with the quantity bought and the quantity already restocked. */
export type RestockableLine = { id: number; product_id: string | null; quantity: number; restocked: number };

export type RestockProblem = "unknown_line" | "product_gone" | "more_than_bought";

/**
 * Reason why these quantities cannot be restocked, or null: a line of another order, a deleted product, or more than
 * was bought less earlier restocks. Each line may occur once.
 */
export function restockProblem(
  lines: readonly RestockableLine[],
  restock: readonly { item_id: number; quantity: number }[],
): RestockProblem | null {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const { item_id, quantity } of restock) {
    const line = byId.get(item_id);
    if (!line || !byId.delete(item_id)) return "unknown_line";
    if (quantity === 0) continue;
    if (line.product_id === null) return "product_gone";
    if (quantity > line.quantity - line.restocked) return "more_than_bought";
  }
  return null;
}

/** Messages for a refused restock. */
export const RESTOCK_MESSAGES: Record<RestockProblem, string> = {
  unknown_line: "A line of this order has changed. Please load the order again.",
  product_gone: "A product of this order is no longer in the shop, so nothing of it can go back to stock.",
  more_than_bought: "No more can go back to stock than was bought and has not gone back already.",
};

const MOST_NAMED = 10;

/** "5 needed, 2 left", or that the product is gone. */
export function shortWords({ needed, left }: { needed: number; left: number | null }): string {
  const there = left === null ? "no longer in the shop" : `${formatCount(left)} left`;
  return `${formatCount(needed)} needed, ${there}`;
}

/** The short lines of an order by name, at most ten: "Rice (5 needed, 2 left), Beans (1 needed, 0 left)". */
export function shortNames(lines: readonly { product_name: string; needed: number; left: number | null }[]): string {
  const names = lines.slice(0, MOST_NAMED).map((line) => `${line.product_name} (${shortWords(line)})`);
  const more = lines.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
}

/** The message of an order that cannot leave `cancelled`, because goods that it needs are not there. */
export function shortMessage(lines: Parameters<typeof shortNames>[0]): string {
  return `The goods of this order went back to stock and are not there any more: ${shortNames(lines)}. It stays cancelled.`;
}
