import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { deleteAccount } from "#app/flows/delete-account.server.ts";
import { sweepPersonalData } from "#app/flows/nightly-sweep.server.ts";
import { receiveWebhook } from "#app/flows/receive-webhook.server.ts";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import { sweepPayments } from "#app/flows/sweep-payments.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { products } from "#db/schema/catalog.ts";
import { mails } from "#db/schema/mail.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts, payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { actorOf } from "../fixtures/actors.ts";
import { CONTACT, makeGoods, startInput, stockNow, testCheckout } from "../fixtures/checkout.ts";
import { lockWaiters, postgresDatabase } from "../setup/postgres.ts";

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 30 });
  return () => database.close();
});

const ordersOf = (reference: string) =>
  database.db.select().from(orders).where(eq(orders.payment_reference, reference));

test("50 concurrent buyers of a stock of 10: exactly 10 hold it", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 10 });
  const results = await Promise.all(Array.from({ length: 50 }, () => startCheckout(ctx, startInput([[rice, 1]]))));
  expect(results.filter((result) => result.ok)).toHaveLength(10);
  expect(results.filter((result) => !result.ok && result.reason === "cart_changed")).toHaveLength(40);
  expect(await stockNow(database, [rice])).toEqual([0]);
});

test("20 equal starts of a new checkout at once hold the last pieces once, and all get the same payment", async () => {
  const ctx = testCheckout(database);
  for (let round = 0; round < 3; round += 1) {
    const rice = await makeGoods(database, { stock: 5 });
    const input = startInput([[rice, 5]]);
    const results = await Promise.all(Array.from({ length: 20 }, () => startCheckout(ctx, input)));
    expect(results[0]).toMatchObject({
      ok: true,
      payment: { access_code: expect.stringMatching(/^code-WH/) as string },
    });
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveLength(1);
    expect(await stockNow(database, [rice])).toEqual([0]);
    const rows = await database.db
      .select()
      .from(payment_attempts)
      .where(eq(payment_attempts.checkout_id, input.checkout_id));
    expect(rows).toHaveLength(1);
  }
});

test("a checkout that is paid while it is started again is not opened once more", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 100 });
  const input = startInput([[rice, 1]]);
  const first = await startCheckout(ctx, input);
  if (!first.ok) throw new Error("not started");
  const { reference } = first.payment;
  // The payment arrives when this start has got 'not yet' for it and has not written anything.
  ctx.payments.afterVerify = async () => {
    ctx.payments.afterVerify = null;
    ctx.payments.set(reference, { status: "success" });
    await settlePayment(ctx, reference);
  };
  const again = await startCheckout(ctx, { ...input, lines: [{ id: rice, quantity: 2 }] });
  expect(again).toMatchObject({ ok: false, reason: "already_paid" });
  expect(await stockNow(database, [rice])).toEqual([99]);
});

test("a dispute that comes while its payment is settled names the order, whoever is first", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 100 });
  for (let round = 0; round < 2; round += 1) {
    const started = await startCheckout(ctx, startInput([[rice, 1]]));
    if (!started.ok) throw new Error("not started");
    const { reference } = started.payment;
    ctx.payments.set(reference, { status: "success" });
    const event = { event: "charge.dispute.create", data: { id: round, transaction: { reference } } };
    const dispute = new TextEncoder().encode(JSON.stringify(event));
    // The first one waits before its write of reviews until the other has started.
    const both: Promise<unknown>[] = [];
    await database.withConnection(async (holder) => {
      await holder.query("begin");
      await holder.query("lock table payment_reviews in share mode");
      const work = [() => settlePayment(ctx, reference), () => receiveWebhook(ctx, dispute, "good")];
      for (const start of round === 0 ? work : work.toReversed()) {
        both.push(start());
        await expect.poll(() => lockWaiters(database)).toBe(both.length);
      }
      await holder.query("commit");
    });
    await Promise.all(both);
    const [order] = await ordersOf(reference);
    const [review] = await database.db
      .select({ order_id: payment_reviews.order_id })
      .from(payment_reviews)
      .innerJoin(payment_attempts, eq(payment_attempts.id, payment_reviews.attempt_id))
      .where(eq(payment_attempts.reference, reference));
    expect(review?.order_id).toBe(order!.id);
  }
});

test("concurrent carts that swap their products all succeed", async () => {
  const ctx = testCheckout(database);
  const goods = await Promise.all(Array.from({ length: 6 }, () => makeGoods(database, { stock: 1000 })));
  const half = (first: boolean) =>
    (first ? goods.slice(0, 3) : goods.slice(3)).map((id) => [id, 1] as [string, number]);
  const inputs = Array.from({ length: 12 }, (_, index) => startInput(half(index % 2 === 0)));
  await Promise.all(inputs.map((input) => startCheckout(ctx, input)));
  const results = await Promise.all(
    inputs.map((input, index) => startCheckout(ctx, { ...input, lines: startInput(half(index % 2 === 1)).lines })),
  );
  expect(results.filter((result) => !result.ok)).toEqual([]);
  expect(await stockNow(database, goods)).toEqual(goods.map(() => 994));
});

test("a transaction that PostgreSQL ends for a deadlock runs once more", async () => {
  const [rice, beans] = [await makeGoods(database), await makeGoods(database)];
  let runs = 0;
  let locked = 0;
  let bothLocked = () => {};
  const both = new Promise<void>((resolve) => (bothLocked = resolve));
  const takeBoth = (first: string, second: string) =>
    inTransaction(database.db, async (tx) => {
      runs += 1;
      await takeOne(tx, first);
      locked += 1;
      if (locked === 2) bothLocked();
      await both;
      await takeOne(tx, second);
    });
  const takeOne = (tx: Tx, id: string) =>
    tx
      .update(products)
      .set({ stock_quantity: sql`stock_quantity - 1` })
      .where(eq(products.id, id));
  await Promise.all([takeBoth(rice, beans), takeBoth(beans, rice)]);
  expect(runs).toBe(3);
  expect(await stockNow(database, [rice, beans])).toEqual([98, 98]);
});

test("starts at once from one address count each other's holds", async () => {
  const ctx = testCheckout(database);
  const goods = await Promise.all(Array.from({ length: 40 }, () => makeGoods(database)));
  const results = await Promise.all(
    goods.map((id) => startCheckout(ctx, startInput([[id, 20]]), { address: "198.51.100.7" })),
  );
  expect(results.filter((result) => result.ok)).toHaveLength(30);
  expect((await stockNow(database, goods)).filter((stock) => stock === 80)).toHaveLength(30);
});

test("carts with the same products in opposite order do not deadlock", async () => {
  const ctx = testCheckout(database);
  const goods = await Promise.all(Array.from({ length: 20 }, () => makeGoods(database, { stock: 100 })));
  const carts = Array.from({ length: 24 }, (_, index) => (index % 2 ? goods : goods.toReversed()));
  const results = await Promise.all(
    carts.map((ids) => startCheckout(ctx, startInput(ids.map((id) => [id, 2] as [string, number])))),
  );
  expect(results.every((result) => result.ok)).toBe(true);
  expect(await stockNow(database, goods)).toEqual(goods.map(() => 52));
});

test("callback, webhook, return page and sweep at once, twenty times: one order, one pair of mails", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 5 });
  const contact = { ...CONTACT, email: "race@example.com" };
  const started = await startCheckout(ctx, startInput([[rice, 5]], { contact }));
  if (!started.ok) throw new Error("not started");
  const { reference } = started.payment;
  ctx.payments.set(reference, { status: "success" });
  ctx.advance(2);
  const event = new TextEncoder().encode(JSON.stringify({ event: "charge.success", data: { id: 5, reference } }));
  const settled = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 3 === 0
        ? receiveWebhook(ctx, event, "good")
        : index % 3 === 1
          ? sweepPayments(ctx)
          : settlePayment(ctx, reference),
    ),
  );
  expect(
    settled.filter((result) => typeof result === "object" && "first" in result && result.first).length,
  ).toBeLessThanOrEqual(1);
  const [order, ...others] = await ordersOf(reference);
  expect(others).toEqual([]);
  const sent = await database.db.select().from(mails).where(eq(mails.order_id, order!.id));
  expect(sent.map((mail) => mail.kind).sort()).toEqual(["order_confirmation", "welcome_email"]);
  expect(await stockNow(database, [rice])).toEqual([0]);
});

test("two payments of one checkout that succeed at the same moment make one order and one review", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 10 });
  const input = startInput([[rice, 2]]);
  const first = await startCheckout(ctx, input);
  const second = await startCheckout(ctx, { ...input, lines: [{ id: rice, quantity: 3 }] });
  if (!first.ok || !second.ok) throw new Error("not started");
  const references = [first.payment.reference, second.payment.reference];
  for (const reference of references) ctx.payments.set(reference, { status: "success" });
  const results = await Promise.all(references.map((reference) => settlePayment(ctx, reference)));
  expect(results.map((result) => result.state).sort()).toEqual(["paid", "review"]);
});

test("two first orders of one new address at once welcome it once", async () => {
  const ctx = testCheckout(database);
  const contact = { ...CONTACT, email: "twins@example.com" };
  const started = await Promise.all(
    [1, 2].map(async () => await startCheckout(ctx, startInput([[await makeGoods(database), 1]], { contact }))),
  );
  const references = started.map((result) => (result.ok ? result.payment.reference : ""));
  for (const reference of references) ctx.payments.set(reference, { status: "success" });
  await Promise.all(references.map((reference) => settlePayment(ctx, reference)));
  const welcomed = await database.db
    .select({ id: mails.id })
    .from(mails)
    .innerJoin(orders, eq(orders.id, mails.order_id))
    .where(eq(mails.to_address, contact.email));
  expect(welcomed).toHaveLength(3);
});

test("a payment during the release of its hold loses neither stock nor money", async () => {
  for (let round = 0; round < 10; round += 1) {
    const ctx = testCheckout(database);
    const rice = await makeGoods(database, { stock: 4 });
    const started = await startCheckout(ctx, startInput([[rice, 4]]));
    if (!started.ok) throw new Error("not started");
    const { reference } = started.payment;
    ctx.advance(16);
    const sweep = sweepPayments(ctx);
    ctx.payments.set(reference, { status: "success" });
    await Promise.all([sweep, settlePayment(ctx, reference)]);
    await settlePayment(ctx, reference);
    expect(await ordersOf(reference)).toHaveLength(1);
    const [attempt] = await database.db
      .select()
      .from(payment_attempts)
      .where(eq(payment_attempts.reference, reference));
    expect([attempt?.status, attempt?.hold]).toEqual(["settled", "sold"]);
    expect(await stockNow(database, [rice])).toEqual([0]);
  }
});

test("late payments, the deletion of their account and the nightly sweep at once: each becomes an order, with its contact or without", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 1000 });
  const id = randomUUID();
  await database.db.insert(users).values({ id, name: "Ada", email: `${id}@example.com` });
  const isTheirs = eq(payment_attempts.user_id, id);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  const references: string[] = [];
  for (let made = 0; made < 24; made += 1) {
    const started = await startCheckout(ctx, startInput([[rice, 1]], { contact: CONTACT }), { user_id: id });
    if (!started.ok) throw new Error("not started");
    references.push(started.payment.reference);
    ctx.payments.set(started.payment.reference, { status: "success" });
    await database.db.update(payment_attempts).set({ status: "closed", created_at: longAgo }).where(isTheirs);
  }
  const [deleted] = await Promise.all([
    deleteAccount(ctx, actorOf(id)),
    sweepPersonalData(database.db, undefined, 3),
    ...references.map((reference) => settlePayment(ctx, reference)),
  ]);
  expect(deleted).toMatchObject({ ok: true });
  const made = (await Promise.all(references.map(ordersOf))).flat();
  expect(made).toHaveLength(24);
  for (const order of made) {
    expect([`${CONTACT.name} ${CONTACT.email}`, "Not kept "]).toContain(
      `${order.customer_name} ${order.customer_email}`,
    );
    expect(order.user_id).toBeNull();
  }
});

test("the same reference is never given twice", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 1000 });
  const results = await Promise.all(Array.from({ length: 60 }, () => startCheckout(ctx, startInput([[rice, 1]]))));
  expect(new Set(results.map((result) => (result.ok ? result.payment.reference : "")))).toHaveLength(60);
});
