import type { Hono, MiddlewareHandler } from "hono";
import { apiError, fail, isApiError, notFound, readBody, succeed } from "./envelope.ts";
import { readInitialize } from "./initialize.ts";
import { accountNumber, createTransaction, open } from "./payments.ts";
import type { Transaction } from "./transaction.ts";
import type { World } from "./world.ts";

const MINUTE = 60_000;
const MIN_TRANSFER_KOBO = 10_000;
const [LEAST_MS, MOST_MS] = [15 * MINUTE, 8 * 60 * MINUTE];

/**
 * Charges by transfer, without the popup. It states our reading of the documents: verify answers `ongoing` while the
 * transfer is awaited, and a reference has one account.
 */
export function serveCharge(app: Hono, world: World, guards: readonly [MiddlewareHandler, MiddlewareHandler]): void {
  app.post("/charge", ...guards, async (c) => {
    const body = await readBody(c);
    if (!body) return fail(c, 400, "Invalid JSON body", "invalid_params", "Send a JSON object");
    const { bank_transfer: asked } = body;
    if (typeof asked !== "object" || asked === null)
      return fail(c, 400, "Invalid payment channel", "invalid_params", "This sandbox charges by bank_transfer only");
    const input = readInitialize(world, body);
    if (isApiError(input)) return c.json(input.body, input.status);
    if (input.requested_amount < MIN_TRANSFER_KOBO) {
      const next = `Send whole kobo from ${MIN_TRANSFER_KOBO}`;
      const { body: refusal, status } = apiError(400, "Invalid Amount Sent", "invalid_amount", next);
      return c.json(refusal, status);
    }
    const tx = createTransaction(world, { ...input, channels: ["bank_transfer"] });
    open(world, tx);
    tx.channel = "bank_transfer";
    tx.account_expires_at = new Date(
      endOf(world, (asked as Record<string, unknown>)["account_expires_at"]),
    ).toISOString();
    accountNumber(world, tx);
    return succeed(c, "Charge attempted", chargeView(world, tx));
  });

  app.get("/charge/:reference", ...guards, (c) => {
    const tx = world.store.byReference(c.req.param("reference"));
    return tx ? succeed(c, "Reference check successful", chargeView(world, tx)) : notFound(c, world);
  });
}

/** Less than 15 minutes counts as 15, more than 8 hours or nothing as 8 hours. */
function endOf(world: World, asked: unknown): number {
  const now = world.clock.now();
  const wanted = typeof asked === "string" ? Date.parse(asked) - now : Number.NaN;
  return now + (Number.isNaN(wanted) ? MOST_MS : Math.min(Math.max(wanted, LEAST_MS), MOST_MS));
}

function chargeView(world: World, tx: Transaction) {
  return {
    reference: tx.reference,
    status: tx.status === "ongoing" ? "pending_bank_transfer" : tx.status,
    display_text: "Please make a transfer to the account specified",
    account_name: `PAYSTACK CHECKOUT / ${world.merchant.toUpperCase()}`,
    account_number: tx.account_number,
    bank: { slug: "test-bank", name: "Test Bank", id: 24 },
    account_expires_at: tx.account_expires_at,
  };
}
