import { createHash } from "node:crypto";
import { z } from "zod";
import { checkCart, type CheckedCart } from "#app/features/cart/queries.server.ts";
import { cartLinesSchema } from "#app/features/cart/schema.ts";
import { insertAttempt, releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { holdRefusal, lockHolders, type Starter } from "#app/features/payments/commands/holds.server.ts";
import { startAttempt, type StartAttemptResult } from "#app/features/payments/commands/start.server.ts";
import { productsOfAttempts, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import { isOfferCheckout } from "#app/features/payments/queries/offers.server.ts";
import { orderTotals } from "#app/features/pricing/rules.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import { visitorUnit } from "#app/platform/addresses.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Rollback } from "#db/transaction.server.ts";
import { contactSchema } from "../schema.ts";

/** Input of a start: products, quantities and contact data. Prices are those shown, used only to detect changes. */
export const startSchema = z.object({ checkout_id: z.uuid(), contact: contactSchema, lines: cartLinesSchema });

export type StartInput = z.infer<typeof startSchema>;

export type StartResult =
  | StartAttemptResult
  | { ok: false; reason: "cart_changed"; message: string; cart: CheckedCart }
  | { ok: false; reason: "amount"; message: string }
  | { ok: false; reason: "too_many_holds"; message: string; retry_after: number | null };

/** The account if signed in, and the network address for limits. */
export type Start = { user_id?: string | null; address?: string | null };

/**
 * Prices the cart, holds its stock, writes the attempt and initializes the payment at the provider. An unchanged
 * repeat, also a concurrent one, gets the same live attempt; a changed one replaces earlier attempts of its checkout
 * after verifying them. No sign-in required.
 */
export async function startCheckout(
  ctx: PaymentsContext,
  input: StartInput,
  { user_id = null, address = null }: Start = {},
): Promise<StartResult> {
  // An offer is paid on its own page at its own prices.
  if (await isOfferCheckout(ctx.db, input.checkout_id))
    return { ok: false, reason: "refused", message: "This checkout belongs to an offer." };
  const { contact } = input;
  const visitor = address === null ? null : visitorUnit(address);
  const starter = { visitor, user_id, email: contact.email, phone: contact.phone };
  const fingerprint = cartFingerprint(input, user_id);
  return await startAttempt<StartResult>(ctx, {
    checkout_id: input.checkout_id,
    fingerprint,
    create: (tx, attempts, refuse) => createCartAttempt(ctx, tx, input, starter, fingerprint, attempts, refuse),
  });
}

const AMOUNT_MESSAGES = {
  too_large:
    "Card and transfer payments are limited to ₦10,000,000.00 per order. Split this order or request a custom order.",
  too_small: "One payment must be at least ₦50.00.",
} as const;

/** Includes the prices shown, which are correct once an attempt exists, and the payer. */
function cartFingerprint(input: StartInput, user_id: string | null): string {
  const lines = input.lines
    .map((line) => `${line.id} ${line.quantity} ${line.price_kobo ?? ""}`)
    .sort((a, b) => a.localeCompare(b));
  return createHash("sha256")
    .update(JSON.stringify([lines, input.contact, user_id]))
    .digest("base64url");
}

/** Releases the holds of earlier attempts, prices again, holds stock and writes the new attempt; or refuses. */
async function createCartAttempt(
  ctx: PaymentsContext,
  tx: Tx,
  input: StartInput,
  starter: Starter,
  fingerprint: string,
  attempts: readonly Attempt[],
  refuse: Rollback<StartResult>,
): Promise<Attempt> {
  const held = attempts.filter((one) => one.status === "open" && one.hold === "held").map(({ id }) => id);
  await lockHolders(tx, starter);
  await lockProducts(tx, [...(await productsOfAttempts(tx, held)), ...input.lines.map((line) => line.id)]);
  for (const id of held) await releaseHold(ctx, tx, id);
  const cart = await checkCart(tx, input.lines);
  if (cart.changed || !cart.ok) return refuse(cartAnswer(cart));
  const tooMany = await holdRefusal(tx, input.checkout_id, starter, cart.lines, currentTime(ctx));
  if (tooMany) return refuse({ ok: false, reason: "too_many_holds", ...tooMany });
  return await insertAttempt(ctx, tx, {
    checkout_id: input.checkout_id,
    user_id: starter.user_id,
    visitor: starter.visitor,
    contact: input.contact,
    fingerprint,
    totals: orderTotals(cart.lines.map((line) => line.total_kobo)),
    lines: cart.lines.map((line) => ({
      product_id: line.id,
      product_name: line.product?.name ?? "",
      product_price_kobo: line.unit_kobo,
      quantity: line.quantity,
      unit: line.product?.unit ?? "",
      pieces: line.product?.pieces ?? 1,
    })),
  });
}

function cartAnswer(cart: CheckedCart): StartResult {
  const isAmount = cart.amount_problem && !cart.changed && cart.lines.every((line) => line.buyable);
  return isAmount && cart.amount_problem
    ? { ok: false, reason: "amount", message: AMOUNT_MESSAGES[cart.amount_problem] }
    : { ok: false, reason: "cart_changed", message: "Your cart has changed.", cart };
}
