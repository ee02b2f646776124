import { subtotal } from "../../catalog/rules/pricing.ts";

/** One line of an order as a refund sees it: `refunded` of its quantity went back in earlier refunds. */
export type RefundableLine = { id: string; product_price_kobo: number; quantity: number; refunded: number };

/** What was paid and what goes back already, in kobo; shipping is a part of `paid_kobo`. */
export type RefundableMoney = { paid_kobo: number; refunded_kobo: number; shipping_kobo: number };

export type ChosenLine = { item_id: string; quantity: number };

/**
 * What comes back for the chosen quantities, in kobo: their prices, less their share of a discount. All that is left of
 * the order brings all that is left of the money, shipping included; never more than that.
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
  // The product of two amounts is larger than whole numbers reach.
  const share = paidForGoods >= goods ? wanted : Number((BigInt(wanted) * BigInt(paidForGoods)) / BigInt(goods));
  return Math.max(0, Math.min(left, share));
}

/** Whether each chosen quantity is a whole number of a line of the order that has not gone back before; once a line. */
export function areLinesRefundable(lines: readonly RefundableLine[], chosen: readonly ChosenLine[]): boolean {
  const left = new Map(lines.map((line) => [line.id, line.quantity - line.refunded]));
  return chosen.every(({ item_id, quantity }) => {
    const most = left.get(item_id);
    return left.delete(item_id) && Number.isInteger(quantity) && quantity >= 0 && quantity <= (most ?? 0);
  });
}

/** States of a refund whose money goes, or may go, back. */
export const COUNTED_REFUNDS = ["requested", "pending", "processing", "processed", "needs_attention"];

/** How long the provider may need to list a refund that it took, in ms; then a request that it does not list is void. */
export const REFUND_LISTED_MS = 60_000;

/** What the provider keeps with a refund: the reason, and the request by which the shop knows it again. */
export function refundNote(reason: string, id: string): string {
  return `${reason} (request ${id})`;
}

/** Whether a refund that the provider lists is the answer to this request; without a note by its amount. */
export function isAnswerTo(
  request: { id: string; amount_kobo: number; currency: string },
  reported: { note?: string | null; amount_kobo: number; currency: string },
): boolean {
  if (reported.note) return reported.note.includes(request.id);
  return reported.amount_kobo === request.amount_kobo && reported.currency === request.currency;
}
