import type { Context, Hono, MiddlewareHandler } from "hono";
import { fail, notFound, page, readBody, succeed } from "./envelope.ts";
import { readKobo } from "./initialize.ts";
import { isPaid } from "./payments.ts";
import { createRefund, refundable, refundView, retryRefund } from "./refund.ts";
import type { World } from "./world.ts";

export function serveRefunds(app: Hono, world: World, guards: readonly [MiddlewareHandler, MiddlewareHandler]): void {
  const find = (c: Context) => world.store.refunds().find((refund) => String(refund.id) === c.req.param("id"));
  const missing = (c: Context) => fail(c, 404, "Refund not found", "not_found", "Send the id of a refund of yours");

  app.post("/refund", ...guards, async (c) => {
    const body = (await readBody(c)) ?? {};
    const { transaction } = body;
    const name = typeof transaction === "number" || typeof transaction === "string" ? String(transaction) : "";
    if (!name) return fail(c, 400, "Transaction is required", "missing_params", "Send a transaction id or reference");
    const tx = world.store.byReference(name) ?? world.store.byId(Number(name));
    if (!tx) return notFound(c, world);
    if (!isPaid(tx)) {
      return fail(c, 400, "Transaction has not been paid", "invalid_params", "Refund only successful transactions");
    }
    if (body.currency !== undefined && body.currency !== tx.currency) {
      return fail(c, 400, "Currency does not match the transaction", "invalid_params", `Use ${tx.currency}`);
    }
    const left = refundable(world, tx);
    if (left <= 0) {
      const next = "Check the refunds of this transaction";
      return fail(c, 400, "Transaction has been fully reversed", "transaction_reversed", next);
    }
    const amount = body.amount === undefined ? left : readKobo(body.amount);
    if (amount === null || amount <= 0) return fail(c, 400, "Invalid Amount Sent", "invalid_amount", "Send whole kobo");
    if (amount > left) {
      const message = "Refund amount cannot be more than the original transaction amount";
      return fail(c, 400, message, "invalid_amount", `At most ${left} kobo are left to refund`);
    }
    const refund = createRefund(world, tx, amount, {
      customer: note(body.customer_note),
      merchant: note(body.merchant_note),
    });
    return succeed(c, "Refund has been queued for processing", refundView(world, refund, true));
  });

  app.get("/refund", ...guards, (c) => {
    const { transaction, reference, currency } = c.req.query();
    const wanted = transaction ?? reference;
    const all = world.store
      .refunds()
      .filter(
        (refund) =>
          (!wanted || refund.reference === wanted || String(refund.transaction_id) === wanted) &&
          (!currency || refund.currency === currency),
      );
    const { rows, meta } = page(all, c);
    return succeed(
      c,
      "Refunds retrieved",
      rows.map((refund) => refundView(world, refund, false)),
      meta,
    );
  });

  app.get("/refund/:id", ...guards, (c) => {
    const refund = find(c);
    return refund ? succeed(c, "Refund retrieved", refundView(world, refund, true)) : missing(c);
  });

  app.post("/refund/retry_with_customer_details/:id", ...guards, (c) => {
    const refund = find(c);
    if (!refund) return missing(c);
    if (!retryRefund(world, refund)) {
      return fail(
        c,
        422,
        "Refund does not need attention",
        "invalid_params",
        "Only refunds that need attention can be retried",
      );
    }
    return succeed(c, "Refund retried and has been queued for processing", refundView(world, refund, true));
  });
}

function note(value: unknown): string | undefined {
  return typeof value === "string" && value ? value : undefined;
}
