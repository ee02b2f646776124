import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { StartResult } from "#app/features/checkout/rules/start.ts";
import { sweepPayments } from "#app/flows/sweep-payments.server.ts";
import type { JsonAnswer } from "#app/platform/errors.server.ts";
import type { PaystackControl } from "#sandbox/paystack/start.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../fixtures/checkout.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let paystack: PaystackControl;

beforeAll(async () => {
  shop = await testShop();
  if (!shop.demo?.paystack) throw new Error("no sandbox");
  paystack = shop.demo.paystack;
});
// All tests come from one address, and a fast machine runs them in one minute.
beforeEach(() => shop.shop.database.sql("delete from rate_limits"));
afterAll(() => shop.close());

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${shop.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

async function started(quantity = 2, more: Parameters<typeof startInput>[1] = {}) {
  const id = await makeGoods(shop.shop.database, { stock: 20 });
  const answer = await post<JsonAnswer<StartResult>>("/checkout/start", startInput([[id, quantity]], more));
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.payment;
}

const NOT_VERIFIED = "We couldn't verify your payment. Please contact support.";
const pageOf = async ({ access_token }: { access_token: string }) =>
  await (await fetch(`${shop.url}/checkout/payment-success?token=${access_token}`)).text();

const verify = (reference: string) =>
  post<{ success: boolean; status: string; message: string }>("/functions/v1/verify-paystack-payment", { reference });

async function orders(reference: string): Promise<number> {
  const { rows } = await shop.shop.database.sql("select id from orders where payment_reference = $1", [reference]);
  return rows.length;
}

async function mailbox(to: string): Promise<{ id: string; subject: string }[]> {
  const response = await fetch(`${shop.demo?.mailboxUrl}/api/messages?q=${encodeURIComponent(to)}`);
  const answer = (await response.json()) as
    | { messages: { id: string; subject: string }[] }
    | { id: string; subject: string }[];
  return Array.isArray(answer) ? answer : answer.messages;
}

test("paid without a return: the webhook alone creates the order, and both mails have working links", async () => {
  const email = `closed-tab-${Date.now()}@example.com`;
  const payment = await started(2, { contact: { ...startInput([]).contact, email } });
  paystack.complete(payment.reference, { outcome: "success" });
  await expect.poll(() => orders(payment.reference)).toBe(1);
  await expect.poll(() => mailbox(email)).toHaveLength(2);
  const subjects = (await mailbox(email)).map((mail) => mail.subject);
  expect(subjects).toContain("Welcome to Oja");
  const confirmation = (await mailbox(email)).find((mail) => mail.subject.startsWith("Order "));
  const message = await (await fetch(`${shop.demo?.mailboxUrl}/api/messages/${confirmation?.id}`)).text();
  const link = /http:\/\/127\.0\.0\.1:\d+\/checkout\/payment-success\?token=[\w-]{32}/.exec(message)?.[0] ?? "";
  const page = await fetch(link);
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(await page.text()).toContain("Thank you for your order");
});

test("paid without any webhook: the browser's question settles it", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  expect(await verify(payment.reference)).toMatchObject({ success: true, status: "paid" });
  expect(await orders(payment.reference)).toBe(1);
});

test("neither webhook nor browser: the sweep settles it", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  const later = new Date(Date.now() + 2 * 60_000);
  await sweepPayments({ ...shop.shop, payments: shop.payments, now: () => later });
  expect(await orders(payment.reference)).toBe(1);
});

test("a declined payment can be paid with another card", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "failed" });
  expect(await verify(payment.reference)).toMatchObject({ success: false, status: "failed" });
  expect(await pageOf(payment)).toContain("This payment was not completed");
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  expect(await verify(payment.reference)).toMatchObject({ success: true });
});

test("a payment closed unpaid has ended, and an unknown reference is not verified", async () => {
  const payment = await started();
  const sql = "update payment_attempts set status = 'closed', hold = 'released', visitor = null where reference = $1";
  await shop.shop.database.sql(sql, [payment.reference]);
  const message = "The payment was not completed in time and has ended.";
  expect(await verify(payment.reference)).toMatchObject({ success: false, status: "closed", message });
  expect(await pageOf(payment)).toMatch(/This payment has ended[\s\S]*Back to checkout/);
  expect(await verify("WH000000000000000")).toMatchObject({ success: false, message: NOT_VERIFIED });
});

test("a pending transfer waits, and its late webhook makes the order", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "ongoing" });
  expect(await verify(payment.reference)).toMatchObject({ success: false, status: "pending" });
  paystack.complete(payment.reference, { outcome: "success", channel: "bank_transfer" });
  await expect.poll(() => orders(payment.reference)).toBe(1);
});

test("a wrong amount and a wrong currency are kept for a person, not dropped and not shipped", async () => {
  for (const wrong of [{ amount: 100_00 }, { currency: "USD" }]) {
    const payment = await started();
    paystack.complete(payment.reference, { outcome: "success", webhook: "never", ...wrong });
    expect(await verify(payment.reference)).toMatchObject({
      success: false,
      status: "review",
      message: NOT_VERIFIED,
    });
    expect(await orders(payment.reference)).toBe(0);
    expect(await pageOf(payment)).toContain("We are reviewing your payment");
  }
});

test("a webhook five times, and forged ones", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  const event = { event: "charge.success", data: { reference: payment.reference, id: 99, status: "success" } };
  for (const signature of ["invalid", "absent", "other-key"] as const)
    await paystack.sendWebhook({ ...event, signature });
  expect(await orders(payment.reference)).toBe(0);
  await paystack.sendWebhook({ ...event, times: 5 });
  await paystack.sendWebhook({ ...event, body: "spaced" });
  await paystack.sendWebhook({ ...event, body: "escaped" });
  expect(await orders(payment.reference)).toBe(1);
});

test("money sent back at the provider: the order becomes refunded and is flagged for a person", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  expect(await verify(payment.reference)).toMatchObject({ success: true });
  const settings = shop.demo?.paymentSettings;
  const refund = (amount: number) =>
    fetch(`${settings?.apiUrl}/refund`, {
      method: "POST",
      headers: { Authorization: `Bearer ${settings?.secretKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ transaction: payment.reference, amount }),
    });
  const found = async () => {
    const { rows } = await shop.shop.database.sql(
      `select o.payment_status, r.reason, (r.details->>'returned_kobo')::int as returned
       from orders o left join payment_reviews r on r.order_id = o.id where o.payment_reference = $1`,
      [payment.reference],
    );
    return rows;
  };
  await refund(50_000);
  await paystack.advanceClock(3 * 3_600);
  await expect.poll(found).toEqual([{ payment_status: "paid", reason: "refund", returned: 50_000 }]);
  await refund(150_000);
  await paystack.advanceClock(3 * 3_600);
  await expect.poll(found).toEqual([{ payment_status: "refunded", reason: "refund", returned: 200_000 }]);
});

test("a provider that answers 500, times out or limits the rate is 'unconfirmed', never 'failed'", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  paystack.addFault({ match: { path: `/transaction/verify/${payment.reference}` }, times: 3, effect: { status: 500 } });
  expect(await verify(payment.reference)).toMatchObject({ success: false, status: "unconfirmed" });
  expect(await verify(payment.reference)).toMatchObject({ success: true });
});

test("a start while the provider is down is refused with a message, and the next one works", async () => {
  const id = await makeGoods(shop.shop.database, { stock: 2 });
  const input = startInput([[id, 2]]);
  paystack.addFault({ match: { path: "/transaction/initialize" }, times: 1, effect: { status: 503 } });
  expect(await post("/checkout/start", input)).toMatchObject({
    success: false,
    code: "provider_unavailable",
    message: "Failed to initialize payment. Please try again.",
  });
  expect(await post("/checkout/start", input)).toMatchObject({ success: true });
});

test("the provider's own page leads back to the order", async () => {
  const payment = await started();
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  const back = await fetch(
    `${shop.url}/checkout/return/${payment.access_token}?trxref=x&reference=${payment.reference}`,
    { redirect: "manual" },
  );
  expect(back.headers.get("Location")).toBe(`/checkout/payment-success?token=${payment.access_token}`);
  expect(await orders(payment.reference)).toBe(1);
});

test("send-order-confirmation reports the mail's state and sends no mail to strangers", async () => {
  const email = "confirmed@example.com";
  const payment = await started(2, { contact: { ...startInput([]).contact, email } });
  paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
  await verify(payment.reference);
  const ask = (customerEmail: string) =>
    post<{ success: boolean; status?: string }>("/functions/v1/send-order-confirmation", {
      type: "order_confirmation",
      orderData: { payment_reference: payment.reference },
      customerEmail,
    });
  await expect.poll(async () => (await ask(email)).status).toBe("sent");
  await ask(email);
  const { rows } = await shop.shop.database.sql("select kind from mails where to_address = $1 order by kind", [email]);
  expect(rows).toEqual([{ kind: "order_confirmation" }, { kind: "welcome_email" }]);
  expect(await ask("stranger@example.com")).toMatchObject({ success: false });
  expect(await mailbox("stranger@example.com")).toHaveLength(0);
});

test("welcome_email is answered for a first order only, and sends nothing by itself", async () => {
  const email = `first-${Date.now()}@example.com`;
  const contact = { ...startInput([]).contact, email };
  const ask = (reference?: string, isFirstOrder?: boolean) =>
    post<{ success: boolean; status?: string }>("/functions/v1/send-order-confirmation", {
      type: "welcome_email",
      customerEmail: email,
      customerName: "Adaeze Obi",
      isFirstOrder,
      ...(reference ? { orderData: { payment_reference: reference } } : {}),
    });
  const paid = async () => {
    const { reference } = await started(2, { contact });
    paystack.complete(reference, { outcome: "success", webhook: "never" });
    await verify(reference);
    return reference;
  };
  const first = await paid();
  await expect
    .poll(async () => await ask(first, true))
    .toMatchObject({ success: true, status: "sent", isFirstOrder: true });
  expect(await ask(await paid(), true)).toMatchObject({ success: true, status: "not_needed", isFirstOrder: false });
  // Without an order there is nothing to look up, and buyers are not revealed.
  expect(await ask(undefined, true)).toEqual({
    success: true,
    status: "queued",
    message: "The first order's mails include the welcome.",
  });
  await expect
    .poll(async () => (await mailbox(email)).map(({ subject }) => subject).filter((one) => one.startsWith("Welcome")))
    .toEqual(["Welcome to Oja"]);
});

test("400 visits of the success page at once ask the provider every 3 seconds at most", async () => {
  const payment = await started();
  const asks = () => paystack.requests().filter(({ path }) => path.endsWith(`/verify/${payment.reference}`)).length;
  const pages = await Promise.all(
    Array.from({ length: 400 }, () => fetch(`${shop.url}/checkout/payment-success.data?token=${payment.access_token}`)),
  );
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(pages.map((page) => page.text()));
  expect(asks()).toBeGreaterThan(0);
  expect(asks()).toBeLessThan(20);
});

test("without payment keys checkout says that payment is not configured", async () => {
  const empty = await testShop({ env: { DEMO: "0" } });
  try {
    const id = await makeGoods(empty.shop.database);
    const response = await fetch(`${empty.url}/checkout/start`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(startInput([[id, 1]])),
    });
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { success: false, code: "not_configured", message: "Payment system is not properly configured." },
    ]);
  } finally {
    await empty.close();
  }
});

test("the page of an order whose confirmation is switched off promises no mail", async () => {
  const shown = async () => {
    const payment = await started();
    paystack.complete(payment.reference, { outcome: "success", webhook: "never" });
    return await pageOf(payment);
  };
  const promise = "A confirmation is on its way to you by email.";
  expect(await shown()).toContain(promise);
  const { sql } = shop.shop.database;
  await sql(`insert into admin_settings (category, settings) values ('email', '{"sendOrderConfirmation":false}')`);
  onTestFinished(async () => void (await sql("delete from admin_settings where category = 'email'")));
  const page = await shown();
  expect(page).toContain("Thank you for your order");
  expect(page).not.toContain(promise);
});
