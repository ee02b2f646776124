import { z } from "zod";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { checkedInOrder } from "#app/features/cart/rules/families.ts";
import { cartLinesSchema } from "#app/features/cart/schema.ts";
import type { CartRefusal, StartResult } from "#app/features/checkout/rules/start.ts";
import { contactErrors, contactSchema } from "#app/features/checkout/schema.ts";
import { isOfferCheckout } from "#app/features/custom-orders/queries/offers.server.ts";
import { deliveryFor } from "#app/features/delivery/queries.server.ts";
import { chosenDelivery } from "#app/features/delivery/schema.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { CHANNELS } from "#app/features/payments/rules/transfer.ts";
import { orderTotals } from "#app/features/pricing/rules.ts";
import { savedKobo } from "#app/features/pricing/rules/price-steps.ts";
import { MAX_AMOUNT_KOBO } from "#app/lib/money.ts";
import { startAttempt, type StartedBy } from "./start-payment.server.ts";

/** Input of a start: products, quantities and contact data. Prices and total are those shown, to detect changes. */
const startSchema = z.object({
  checkout_id: z.uuid(),
  contact: contactSchema,
  lines: cartLinesSchema,
  total_kobo: z.int().optional(),
  channel: z.enum(CHANNELS).default("popup"),
  delivery: chosenDelivery.nullish(),
});

export type StartInput = z.input<typeof startSchema>;

/**
 * Prices the cart, holds its stock, writes the attempt and initializes the payment at the provider. An unchanged
 * repeat, also a concurrent one, gets the same live attempt; a changed one replaces earlier attempts of its checkout
 * after verifying them. No sign-in required. `input` is unvalidated (`StartInput`).
 */
export async function startCheckout(ctx: PaymentsContext, input: unknown, by: StartedBy = {}): Promise<StartResult> {
  const parsed = startSchema.safeParse(input);
  if (!parsed.success) return invalidInput(input);
  const { checkout_id, contact, lines, total_kobo, channel, delivery = null } = parsed.data;
  // An offer is paid on its own page at its own prices.
  if (await isOfferCheckout(ctx.db, checkout_id))
    return { ok: false, reason: "refused", message: "This checkout belongs to an offer." };
  return await startAttempt<CartRefusal>(ctx, {
    checkout_id,
    payer: contact,
    by,
    channel,
    shown: [shownLines(lines), delivery],
    price: async (tx, lockGoods) => {
      await lockGoods(lines.map((line) => line.id));
      const cart = await checkCart(tx, lines);
      const items = cart.lines.map((line) => line.total_kobo);
      if (cart.changed || !cart.ok) return cartRefusal(cart);
      const place = { state: contact.state, lga_code: delivery?.lga_code ?? null };
      const sent = await deliveryFor(tx, place, lines, orderTotals(items).total_kobo, delivery, currentTime(ctx));
      if (!sent.ok) return { ok: false, reason: "delivery_changed", message: sent.message, quote: sent.quote };
      const totals = orderTotals(items, { shipping_kobo: sent.kobo });
      if (total_kobo !== undefined && total_kobo !== totals.total_kobo) return cartRefusal(cart);
      if (totals.total_kobo > MAX_AMOUNT_KOBO)
        return { ok: false, reason: "amount", message: AMOUNT_MESSAGES.too_large };
      return {
        ok: true,
        totals,
        delivery: sent.columns,
        limited: cart.lines,
        lines: checkedInOrder(cart.lines).map((line) => ({
          product_id: line.id,
          product_name: line.product?.name ?? "",
          product_price_kobo: line.unit_kobo,
          quantity: line.quantity,
          unit: line.product?.unit ?? "",
          pieces: line.product?.pieces ?? 1,
          saved_kobo: line.product ? savedKobo(line.product, line.unit_kobo, line.quantity) : 0,
        })),
      };
    },
  });
}

function invalidInput(input: unknown): CartRefusal {
  const errors = contactErrors((input as { contact?: unknown } | null)?.contact);
  const isContact = Object.keys(errors).length > 0;
  const message = isContact ? "Please fill out all required fields." : "The cart cannot be read.";
  return { ok: false, reason: "invalid", message, errors };
}

const AMOUNT_MESSAGES = {
  too_large:
    "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or request a custom order.",
  too_small: "One payment must be at least ₦50.00.",
} as const;

/** Includes the prices shown, which are correct once an attempt exists. */
function shownLines(lines: StartInput["lines"]): string[] {
  return lines.map((line) => `${line.id} ${line.quantity} ${line.price_kobo ?? ""}`).sort((a, b) => a.localeCompare(b));
}

function cartRefusal(cart: CheckedCart): CartRefusal {
  const isAmount = cart.amount_problem && !cart.changed && cart.lines.every((line) => line.buyable);
  return isAmount && cart.amount_problem
    ? { ok: false, reason: "amount", message: AMOUNT_MESSAGES[cart.amount_problem] }
    : { ok: false, reason: "cart_changed", message: "Your cart has changed.", cart };
}
