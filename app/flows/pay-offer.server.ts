import { contactErrors, contactSchema, type ContactErrors } from "#app/features/checkout/schema.ts";
import {
  checkoutOfOffer,
  customOrderByToken,
  lockOffer,
  type Offer,
} from "#app/features/custom-orders/queries.server.ts";
import { OFFER_SENTENCES } from "#app/features/custom-orders/rules.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { START_STATUS, type StartAttemptResult } from "#app/features/payments/rules/start.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { orderTotals } from "#app/features/pricing/rules.ts";
import { stockOf } from "#app/features/products/commands/stock.server.ts";
import { formatCount } from "#app/lib/money.ts";
import type { Tx } from "#db/client.server.ts";
import { startAttempt, type LockGoods, type PricedAttempt, type StartedBy } from "./start-payment.server.ts";

type OfferRefusal =
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "expired" | "withdrawn" | "accepted" | "stock"; message: string }
  | { ok: false; reason: "invalid"; message: string; errors: ContactErrors };

/** HTTP status of each reason why the payment of an offer is not started. */
export const OFFER_STATUS = {
  ...START_STATUS,
  not_found: 404,
  accepted: 409,
  expired: 409,
  stock: 409,
  withdrawn: 409,
} as const;

export type PayOfferResult = StartAttemptResult | OfferRefusal;

/** `token` identifies the request, `offer_id` the offer shown; `contact` is the unvalidated shipping form. */
export type PayOffer = StartedBy & { token: string; offer_id: string; contact: unknown; channel?: Channel };

/**
 * Starts the payment of an offer with all its lines at its prices. Only lines with a product hold stock. From here it
 * is like any checkout: settled once into an order. Expired, withdrawn and paid offers are refused.
 */
export async function payOffer(ctx: PaymentsContext, input: PayOffer): Promise<PayOfferResult> {
  const errors = contactErrors(input.contact);
  if (Object.keys(errors).length > 0)
    return { ok: false, reason: "invalid", message: "Please fill out all required fields.", errors };
  const offer = await openOffer(ctx, ctx.db, input);
  if ("reason" in offer) return offer;
  const checkout_id = await checkoutOfOffer(ctx.db, offer.id);
  if (!checkout_id) return { ok: false, reason: "not_found" };
  return await startAttempt<OfferRefusal>(ctx, {
    checkout_id,
    payer: contactSchema.parse(input.contact),
    by: input,
    channel: input.channel ?? "popup",
    shown: offer.id,
    price: async (tx, lockGoods) => {
      // Withdrawal locks the offer too; it is read again under that lock.
      await lockOffer(tx, checkout_id);
      const current = await openOffer(ctx, tx, input);
      return "reason" in current ? current : await pricedOffer(tx, current, lockGoods);
    },
  });
}

/** The offer if it can be paid now, else the reason why not. */
async function openOffer(ctx: PaymentsContext, db: Tx, { token, offer_id }: PayOffer): Promise<Offer | OfferRefusal> {
  const request = await customOrderByToken(db, token, currentTime(ctx));
  const offer = request?.offers.find(({ id }) => id === offer_id);
  if (!offer) return { ok: false, reason: "not_found" };
  return offer.state === "open" ? offer : { ok: false, reason: offer.state, message: OFFER_SENTENCES[offer.state] };
}

/** The offer's lines at its prices. The shop chose their quantities, so limits on holds count none of them. */
async function pricedOffer(tx: Tx, offer: Offer, lockGoods: LockGoods): Promise<PricedAttempt | OfferRefusal> {
  const listed = offer.lines.flatMap(({ product_id, name, quantity }) =>
    product_id ? [{ id: product_id, name, quantity }] : [],
  );
  const ids = listed.map(({ id }) => id);
  await lockGoods(ids);
  const stock = await stockOf(tx, ids);
  const short = listed.filter(({ id, quantity }) => (stock.get(id) ?? 0) < quantity);
  if (short.length > 0) {
    const names = short.map(({ id, name }) => `${name} (${formatCount(stock.get(id) ?? 0)} left)`);
    const message = `There is not enough in stock right now of: ${names.join(", ")}. Please write to us.`;
    return { ok: false, reason: "stock", message };
  }
  return {
    ok: true,
    limited: [],
    totals: orderTotals(offer.lines.map(({ total_kobo }) => total_kobo)),
    lines: offer.lines.map(({ product_id, name, unit_price_kobo, quantity, unit }) => ({
      product_id,
      product_name: name,
      product_price_kobo: unit_price_kobo,
      quantity,
      unit,
      pieces: 1,
      saved_kobo: 0,
    })),
  };
}
