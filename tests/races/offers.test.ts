import { eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { customOrderByToken } from "#app/features/custom-orders/queries.server.ts";
import { makeOffer, withdrawOffer } from "#app/flows/make-offer.server.ts";
import { payOffer } from "#app/flows/pay-offer.server.ts";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import type { Database } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts, payment_reviews } from "#db/schema/payments.ts";
import { actorOf } from "../fixtures/actors.ts";
import { CONTACT, makeGoods, stockNow, testCheckout } from "../fixtures/checkout.ts";
import { makeCustomOrder } from "../fixtures/custom-orders.ts";
import { postgresDatabase } from "../setup/postgres.ts";

let database: Database;
const boss = actorOf("6f0d3f1e-0000-4000-8000-00000000b055", "admin");

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 20 });
  return () => database.close();
});

/** The references of three buyers who started to pay one offer with the whole stock. */
async function threePayers(ctx: ReturnType<typeof testCheckout>) {
  const goods = await makeGoods(database, { stock: 4 });
  const request = await makeCustomOrder(database);
  const lines = [{ product: goods, name: "Basins", unit: "", quantity: 4, price: "5000" }];
  const made = await makeOffer(ctx, boss, { id: request.id, version: 1, valid_days: 7, lines });
  if (!made.ok) throw new Error(made.reason);
  const references: string[] = [];
  for (const city of ["Ikeja", "Kano", "Aba"]) {
    const contact = { ...CONTACT, city };
    const paying = await payOffer(ctx, { token: request.token, offer_id: made.offer_id, contact });
    if (!paying.ok) throw new Error(paying.reason);
    references.push(paying.payment.reference);
  }
  return { ...request, goods, references, offer_id: made.offer_id };
}

test("three payments and a withdrawal of one offer at once: at most one order, and never one of a withdrawn offer", async () => {
  const ctx = testCheckout(database);
  for (let round = 0; round < 12; round += 1) {
    const { id, token, goods, references, offer_id } = await threePayers(ctx);
    const pay = async (reference: string) => {
      ctx.payments.set(reference, { status: "success" });
      return await settlePayment(ctx, reference);
    };
    // The payment arrives before or after the withdrawal.
    const late = round % 2 === 0 ? references : references.slice(0, 1);
    await Promise.all([...late.map(pay), withdrawOffer(ctx, boss, { id, version: 2, offer_id })]);
    await Promise.all(references.map(pay));
    const state = (await customOrderByToken(database.db, token))?.offers[0]?.state;
    const placed = await database.db.select().from(orders).where(inArray(orders.payment_reference, references));
    expect(placed).toHaveLength(state === "accepted" ? 1 : 0);
    const reviews = await database.db
      .select({ reason: payment_reviews.reason })
      .from(payment_reviews)
      .innerJoin(payment_attempts, eq(payment_attempts.id, payment_reviews.attempt_id))
      .where(inArray(payment_attempts.reference, references));
    const reason = state === "accepted" ? "duplicate_payment" : "offer_withdrawn";
    expect(reviews.map((review) => review.reason)).toEqual(Array(state === "accepted" ? 2 : 3).fill(reason));
    expect(await stockNow(database, [goods])).toEqual([state === "accepted" ? 0 : 4]);
  }
});
