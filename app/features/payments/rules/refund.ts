import { orderNumber } from "#app/features/orders/rules.ts";
import { subtotal } from "#app/features/pricing/rules.ts";
import { formatNaira } from "#app/lib/money.ts";

/** An order line in the refund form; `refunded` is its quantity in earlier refunds. */
export type RefundableLine = { id: number; product_price_kobo: number; quantity: number; refunded: number };

/** Amounts paid and already refunded, in kobo; `paid_kobo` includes shipping. */
export type RefundableMoney = { paid_kobo: number; refunded_kobo: number; shipping_kobo: number };

export type ChosenLine = { item_id: number; quantity: number };

/**
 * Refund of the chosen quantities in kobo: their prices less their share of a discount. Choosing all remaining
 * quantities refunds the whole remaining amount including shipping; it is never exceeded.
 */
export function refundAmount(
  money: RefundableMoney,
  lines: readonly RefundableLine[],
  chosen: readonly ChosenLine[],
): number {
  const left = money.paid_kobo - money.refunded_kobo;
  const quantities = new Map(chosen.map(({ item_id, quantity }) => [item_id, quantity]));
  const isAll = lines.every((line) => line.refunded + (quantities.get(line.id) ?? 0) >= line.quantity);
  if (isAll && lines.length > 0) return Math.max(0, left);
  const goods = lines.reduce((sum, line) => sum + subtotal(line.product_price_kobo, line.quantity), 0);
  const wanted = lines.reduce((sum, line) => sum + subtotal(line.product_price_kobo, quantities.get(line.id) ?? 0), 0);
  const paidForGoods = money.paid_kobo - money.shipping_kobo;
  if (goods === 0) return 0;
  // BigInt: the product of two amounts can exceed the safe integer range.
  const share = paidForGoods >= goods ? wanted : Number((BigInt(wanted) * BigInt(paidForGoods)) / BigInt(goods));
  return Math.max(0, Math.min(left, share));
}

/** Whether the chosen quantities are whole numbers within what is left of each line, and each line is chosen once. */
export function areLinesRefundable(lines: readonly RefundableLine[], chosen: readonly ChosenLine[]): boolean {
  const left = new Map(lines.map((line) => [line.id, line.quantity - line.refunded]));
  return chosen.every(({ item_id, quantity }) => {
    const most = left.get(item_id);
    return left.delete(item_id) && Number.isInteger(quantity) && quantity >= 0 && quantity <= (most ?? 0);
  });
}

/** Refund statuses whose money counts as refunded. */
export const COUNTED_REFUNDS = ["requested", "pending", "processing", "processed", "needs_attention"];

type Notice = { title: string; message: string };

/** What the buyer is told when a refund was accepted by the provider; `message` is the admin's, if there is one. */
export function refundNotice(orderId: string, amount_kobo: number, message: string): Notice {
  return {
    title: `Money for order ${orderNumber(orderId)} is on its way back`,
    message: message || `We have sent ${formatNaira(amount_kobo)} back to you. Banks take 3 to 10 working days.`,
  };
}

/** What a buyer with that notice is told when the refund failed after all. */
export function failedRefundNotice(orderId: string, amount_kobo: number): Notice {
  const amount = formatNaira(amount_kobo);
  return {
    title: `The refund for order ${orderNumber(orderId)} has failed`,
    message:
      `We wrote to you that ${amount} was on its way back to you. The bank did not carry out this refund, so the ` +
      "money is still with us. We are looking into it and will write again when it has been sent.",
  };
}

/** Time within which the provider lists an accepted refund, in ms; a request not listed by then is void. */
export const REFUND_LISTED_MS = 60_000;

/** Merchant note of a refund: the reason, and the request id that identifies it later. */
export function refundNote(reason: string, id: string): string {
  return `${reason} (request ${id})`;
}

/** Whether a refund listed by the provider belongs to this request; without a note the amounts are compared. */
export function isAnswerTo(
  request: { id: string; amount_kobo: number; currency: string },
  reported: { note?: string | null; amount_kobo: number; currency: string },
): boolean {
  if (reported.note) return reported.note.includes(request.id);
  return reported.amount_kobo === request.amount_kobo && reported.currency === request.currency;
}
