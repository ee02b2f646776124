import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { contactErrors, contactSchema, type Contact, type FieldErrors } from "#app/features/checkout/schema.ts";
import { insertAttempt, releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { lockOffer } from "#app/features/payments/commands/offers.server.ts";
import { startAttempt, type StartAttemptResult } from "#app/features/payments/commands/start.server.ts";
import { productsOfAttempts, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import { orderTotals } from "#app/features/pricing/rules.ts";
import { lockProducts, stockOf } from "#app/features/products/commands/stock.server.ts";
import { formatCount } from "#app/lib/money.ts";
import { visitorUnit } from "#app/platform/addresses.server.ts";
import { isPhoneNumber } from "#app/platform/phone.server.ts";
import type { Tx } from "#db/client.server.ts";
import { custom_order_offers } from "#db/schema/requests.ts";
import type { Rollback } from "#db/transaction.server.ts";
import { customOrderByToken, type Offer } from "../queries.server.ts";
import { OFFER_SENTENCES } from "../rules.ts";

export type PayOfferResult =
  | StartAttemptResult
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "lapsed" | "withdrawn" | "accepted" | "stock"; message: string }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

/** `token` identifies the request, `offer_id` the offer shown; `contact` is the unvalidated shipping form. */
export type PayOffer = {
  token: string;
  offer_id: string;
  contact: unknown;
  user_id?: string | null;
  address?: string | null;
};

/**
 * Starts the payment of an offer with all its lines at its prices. Only lines with a product hold stock. From here it
 * is like any checkout: settled once into an order. Expired, withdrawn and paid offers are refused.
 */
export async function payOffer(ctx: PaymentsContext, input: PayOffer): Promise<PayOfferResult> {
  const errors = contactErrors(input.contact);
  if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
  const contact = contactSchema.parse(input.contact);
  if (!isPhoneNumber(contact.phone))
    return { ok: false, reason: "invalid", errors: { phone: "Please enter a valid phone number." } };
  const offer = await shownOffer(ctx, ctx.db, input);
  const checkout_id = offer && (await checkoutOfOffer(ctx.db, offer.id));
  if (!offer || !checkout_id) return { ok: false, reason: "not_found" };
  if (offer.state !== "open") return { ok: false, reason: offer.state, message: OFFER_SENTENCES[offer.state] };
  const start = {
    ...input,
    contact,
    checkout_id,
    fingerprint: offerFingerprint(offer, contact, input.user_id ?? null),
  };
  return await startAttempt<PayOfferResult>(ctx, {
    checkout_id,
    fingerprint: start.fingerprint,
    create: (tx, attempts, refuse) => createOfferAttempt(ctx, tx, start, attempts, refuse),
  });
}

async function shownOffer(ctx: PaymentsContext, db: Tx, { token, offer_id }: PayOffer): Promise<Offer | null> {
  const request = await customOrderByToken(db, token, currentTime(ctx));
  return request?.offers.find(({ id }) => id === offer_id) ?? null;
}

function offerFingerprint(offer: Offer, contact: Contact, user_id: string | null): string {
  return createHash("sha256")
    .update(JSON.stringify([offer.id, contact, user_id]))
    .digest("base64url");
}

type Start = PayOffer & { contact: Contact; checkout_id: string; fingerprint: string };

/** The checkout is locked, as in withdrawal; the offer is read again under that lock. */
async function createOfferAttempt(
  ctx: PaymentsContext,
  tx: Tx,
  start: Start,
  attempts: readonly Attempt[],
  refuse: Rollback<PayOfferResult>,
): Promise<Attempt> {
  await lockOffer(tx, start.checkout_id);
  const offer = await shownOffer(ctx, tx, start);
  if (!offer) return refuse({ ok: false, reason: "not_found" });
  if (offer.state !== "open") return refuse({ ok: false, reason: offer.state, message: OFFER_SENTENCES[offer.state] });
  const listed = offer.lines.flatMap(({ product_id, name, quantity }) =>
    product_id ? [{ id: product_id, name, quantity }] : [],
  );
  const held = attempts.filter((one) => one.status === "open" && one.hold === "held").map(({ id }) => id);
  await lockProducts(tx, [...(await productsOfAttempts(tx, held)), ...listed.map(({ id }) => id)]);
  for (const id of held) await releaseHold(ctx, tx, id);
  const stock = await stockOf(
    tx,
    listed.map(({ id }) => id),
  );
  const short = listed.filter(({ id, quantity }) => (stock.get(id) ?? 0) < quantity);
  if (short.length > 0) {
    const names = short.map(({ id, name }) => `${name} (${formatCount(stock.get(id) ?? 0)} left)`);
    const message = `There is not enough in stock right now of: ${names.join(", ")}. Please write to us.`;
    return refuse({ ok: false, reason: "stock", message });
  }
  return await insertAttempt(ctx, tx, {
    checkout_id: start.checkout_id,
    user_id: start.user_id ?? null,
    visitor: start.address ? visitorUnit(start.address) : null,
    contact: start.contact,
    fingerprint: start.fingerprint,
    totals: orderTotals(offer.lines.map(({ total_kobo }) => total_kobo)),
    lines: offer.lines.map(({ product_id, name, unit_price_kobo, quantity, unit }) => ({
      product_id,
      product_name: name,
      product_price_kobo: unit_price_kobo,
      quantity,
      unit,
      pieces: 1,
    })),
  });
}

/** The checkout id of all payment attempts of an offer, which is never sent to the browser. */
async function checkoutOfOffer(db: Tx, id: string): Promise<string | undefined> {
  const { checkout_id } = custom_order_offers;
  const [row] = await db.select({ checkout_id }).from(custom_order_offers).where(eq(custom_order_offers.id, id));
  return row?.checkout_id;
}
