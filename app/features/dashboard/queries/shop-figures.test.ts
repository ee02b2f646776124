import { expect, onTestFinished, test } from "vitest";
import { settlePayment } from "#app/flows/settle-payment.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { makeGoods } from "#tests/fixtures/checkout.ts";
import { ctx, database, sendEvent, setUpPayments, started } from "#tests/fixtures/payments.ts";
import { shopFigures } from "./shop-figures.server.ts";

setUpPayments();

test("what waits in the shop is counted: mails, jobs, payments, reviews, held goods", async () => {
  const jobs = await createJobs(database, createLogger("silent"));
  onTestFinished(() => jobs.close());
  const rice = await makeGoods(database, { stock: 20 });
  const [paid, wrong] = [await started([[rice, 2]]), await started([[rice, 3]])];
  await started([[rice, 4]]);
  ctx.payments.set(paid.reference, { status: "success" });
  await settlePayment(ctx, paid.reference);
  ctx.payments.set(wrong.reference, { status: "success", amount_kobo: 5 });
  await settlePayment(ctx, wrong.reference);
  await sendEvent("charge.success", { id: 1, reference: "WH-of-nobody" });
  await queueMail(database.db, jobs, { kind: "welcome_email", to: "ada@example.com", data: {} });
  await database.sql("update mails set created_at = now() - interval '90 seconds'");
  await database.sql(
    "update pgboss.job set start_after = now() - interval '80 seconds', created_on = now() - interval '80 seconds'",
  );

  const figures = await shopFigures(database.db);
  expect(figures).toMatchObject({
    orders_to_pack: 1,
    payments: { open: 1, review: 1 },
    reviews: [{ reason: "wrong_amount", open: 1 }],
    negative_stock: 0,
  });
  expect(figures.held_units).toBe(figures.payments.held === 2 ? 7 : 4);
  expect(figures.mails.waiting).toBeGreaterThan(0);
  expect(figures.mails.oldest_s).toBeGreaterThan(89);
  const mail = figures.jobs.find(({ queue }) => queue === "mail");
  expect(mail?.oldest_s).toBeGreaterThan(79);
  expect(figures.jobs.map(({ queue }) => queue)).toContain("payment-sweep");
});

test("stock below zero, which a check of the table refuses, would be seen", async () => {
  const id = await makeGoods(database, { stock: 1 });
  await createJobs(database, createLogger("silent")).then((jobs) => jobs.close());
  await database.sql("alter table products drop constraint products_stock_quantity_check");
  await database.sql("update products set stock_quantity = -1 where id = $1", [id]);
  const { negative_stock } = await shopFigures(database.db);
  await database.sql("update products set stock_quantity = 0 where id = $1", [id]);
  await database.sql("alter table products add constraint products_stock_quantity_check check (stock_quantity >= 0)");
  expect(negative_stock).toBe(1);
});
