import { and, eq } from "drizzle-orm";
import { notifySender } from "#app/features/custom-orders/commands/notify.server.ts";
import { lockRequest, updateRequest } from "#app/features/custom-orders/commands/requests.server.ts";
import { lockOffer } from "#app/features/custom-orders/queries.server.ts";
import { offerInput, withdrawInput, type OfferInput } from "#app/features/custom-orders/schema.ts";
import { releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { lockCheckout, productsOfAttempts } from "#app/features/payments/queries/attempts.server.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { orderTotals, subtotal } from "#app/features/pricing/rules.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { fieldErrors, type FieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import { formatNaira, MAX_AMOUNT_KOBO, MIN_AMOUNT_KOBO } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { custom_order_offer_lines, custom_order_offers } from "#db/schema/requests.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { settleOpenAttempts } from "./start-payment.server.ts";

type OfferRefusal = { ok: false; reason: "forbidden" | "invalid" | "not_found" | "changed" | "paid" };

export type MakeOfferResult =
  | { ok: true; offer_id: string; version: number }
  | { ok: false; reason: "forbidden" | "not_found" | "changed" | "paid" }
  | InvalidInput;

const DAY_MS = 86_400_000;

/**
 * Makes a priced offer and notifies the sender. `input` is unvalidated: lines with names, quantities and prices in
 * naira, validity in days, a message. Withdraws an open earlier offer; "paid" means that one has been paid or its
 * payment is pending.
 */
export async function makeOffer(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<MakeOfferResult> {
  if (!actor || !can(actor, "custom-orders.edit")) return { ok: false, reason: "forbidden" };
  const parsed = offerInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { id, version, message, valid_days } = parsed.data;
  const { lines, errors } = await pricedLines(ctx.db, parsed.data.lines);
  if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
  const total_kobo = offerTotal(lines);
  const earlier = await openOffer(ctx.db, id);
  if (earlier) await settleOpenAttempts(ctx, earlier.checkout_id);
  return await inTransaction<MakeOfferResult>(ctx.db, async (tx, rollback) => {
    if (earlier && (await closeOffer(ctx, tx, earlier)) === "paid") return { ok: false, reason: "paid" };
    const request = await lockRequest(tx, id);
    if (!request) return { ok: false, reason: "not_found" };
    const standing = await openOffer(tx, id);
    // Closing the earlier offer is undone.
    if (standing || request.version !== version) return rollback({ ok: false, reason: "changed" });
    const valid_until = new Date(currentTime(ctx).getTime() + valid_days * DAY_MS);
    const [offer] = await tx
      .insert(custom_order_offers)
      .values({ custom_order_id: id, message, valid_until })
      .returning({ id: custom_order_offers.id });
    if (!offer) throw new Error("the offer was not written");
    await tx.insert(custom_order_offer_lines).values(lines.map((line) => ({ ...line, offer_id: offer.id })));
    await updateRequest(tx, id);
    const after = { offer_id: offer.id, total_kobo, valid_until, lines };
    const before = earlier && { withdrawn: earlier.id };
    await recordChange(tx, actor, { action: "custom-order.offer", subject: id, before, after });
    await notifySender(ctx, tx, id, "custom_order_offer", {
      total_kobo,
      valid_until: valid_until.toISOString(),
    });
    return { ok: true, offer_id: offer.id, version: version + 1 };
  });
}

export type WithdrawResult = { ok: true; version: number } | OfferRefusal;

/** Withdraws an open offer and notifies the sender. A paid one is refused ("paid"). */
export async function withdrawOffer(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<WithdrawResult> {
  if (!actor || !can(actor, "custom-orders.edit")) return { ok: false, reason: "forbidden" };
  const parsed = withdrawInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { id, version, offer_id } = parsed.data;
  const offer = await openOffer(ctx.db, id);
  if (offer?.id !== offer_id) return { ok: false, reason: (await isAccepted(ctx.db, offer_id)) ? "paid" : "not_found" };
  await settleOpenAttempts(ctx, offer.checkout_id);
  return await inTransaction<WithdrawResult>(ctx.db, async (tx, rollback) => {
    if ((await closeOffer(ctx, tx, offer)) === "paid") return { ok: false, reason: "paid" };
    const request = await lockRequest(tx, id);
    if (request?.version !== version) return rollback({ ok: false, reason: "changed" });
    await updateRequest(tx, id);
    const change = { action: "custom-order.withdraw-offer", subject: id };
    await recordChange(tx, actor, { ...change, before: { offer_id, status: "open" }, after: { status: "withdrawn" } });
    await notifySender(ctx, tx, id, "custom_order_offer_withdrawn");
    return { ok: true, version: version + 1 };
  });
}

type OpenOffer = { id: string; checkout_id: string };

async function openOffer(db: Tx, customOrderId: string): Promise<OpenOffer | null> {
  const [offer] = await db
    .select({ id: custom_order_offers.id, checkout_id: custom_order_offers.checkout_id })
    .from(custom_order_offers)
    .where(and(eq(custom_order_offers.custom_order_id, customOrderId), eq(custom_order_offers.status, "open")));
  return offer ?? null;
}

async function isAccepted(db: Tx, offerId: string): Promise<boolean> {
  const [offer] = await db
    .select({ status: custom_order_offers.status })
    .from(custom_order_offers)
    .where(eq(custom_order_offers.id, offerId));
  return offer?.status === "accepted";
}

/**
 * Marks an offer as withdrawn and releases the holds of its attempts, under the lock used by settlement, so that the
 * first one wins. "paid" when it is paid or its payment is being verified.
 */
async function closeOffer(ctx: PaymentsContext, tx: Tx, { checkout_id }: OpenOffer): Promise<"closed" | "paid"> {
  const attempts = await lockCheckout(tx, checkout_id);
  if (attempts.some(({ status }) => status === "settled" || status === "review")) return "paid";
  const offer = await lockOffer(tx, checkout_id);
  if (offer?.status === "accepted") return "paid";
  const held = attempts.filter(({ status, hold }) => status === "open" && hold === "held").map(({ id }) => id);
  await lockProducts(tx, await productsOfAttempts(tx, held));
  for (const id of held) await releaseHold(ctx, tx, id);
  if (offer)
    await tx.update(custom_order_offers).set({ status: "withdrawn" }).where(eq(custom_order_offers.id, offer.id));
  return "closed";
}

type PricedLine = { product_id: string | null; name: string; unit: string; quantity: number; unit_price_kobo: number };

function offerTotal(lines: readonly PricedLine[]): number {
  return orderTotals(lines.map((line) => subtotal(line.unit_price_kobo, line.quantity))).total_kobo;
}

/**
 * Resolves the products of the lines and checks the whole offer: unknown and repeated products, a total above the
 * provider's limit.
 */
async function pricedLines(db: Tx, inputs: OfferInput["lines"]): Promise<{ lines: PricedLine[]; errors: FieldErrors }> {
  const errors: FieldErrors = {};
  const lines: PricedLine[] = [];
  for (const [at, { product, name, unit, quantity, price }] of inputs.entries()) {
    const found = product === "" ? null : await productNamed(db, product);
    if (product !== "" && !found) errors[`lines.${at}.product`] = "There is no such product.";
    if (found && lines.some(({ product_id }) => product_id === found.id))
      errors[`lines.${at}.product`] = "This product is on another line already.";
    const line = { name: name || (found?.name ?? ""), unit: unit || (found?.unit ?? "") };
    lines.push({ product_id: found?.id ?? null, ...line, quantity, unit_price_kobo: price });
  }
  const total = offerTotal(lines);
  if (total > MAX_AMOUNT_KOBO || total < MIN_AMOUNT_KOBO) {
    const range = `${formatNaira(MIN_AMOUNT_KOBO)} and ${formatNaira(MAX_AMOUNT_KOBO)}`;
    errors["lines"] = `One payment can be between ${range}. This offer comes to ${formatNaira(total)}.`;
  }
  return { lines, errors };
}

/** The product with this id, slug or product URL. */
async function productNamed(db: Tx, text: string): Promise<{ id: string; name: string; unit: string } | null> {
  const [path = ""] = text.split(/[?#]/);
  const last = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const isNamed = isUuid(last) ? eq(products.id, last) : eq(products.slug, last.toLowerCase());
  const [row] = await db
    .select({ id: products.id, name: products.name, unit: products.unit })
    .from(products)
    .where(isNamed);
  return row ?? null;
}
