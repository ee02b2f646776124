import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../../fixtures/checkout.ts";
import { textOf } from "../../fixtures/html.ts";
import { makeCustomer, signedIn, Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
beforeEach(() => shop.shop.database.sql("delete from rate_limits"));
afterAll(() => shop.close());

const send = (input: object) =>
  fetch(`${shop.url}/checkout/start`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...input, channel: "transfer" }),
  });

/** Starts a transfer of ₦3,000.00 and returns its page's address. */
async function transferPage() {
  const id = await makeGoods(shop.shop.database, { stock: 50 });
  const { payment } = (await (await send(startInput([[id, 3]]))).json()) as {
    payment: { pay_token: string; reference: string; access_token: string };
  };
  return { path: `/checkout/pay/${payment.pay_token}`, ...payment };
}

test("the page of a transfer is never cached or indexed, sends other sites no referrer, and asks nothing of the provider's script", async () => {
  const { path } = await transferPage();
  const response = await fetch(shop.url + path);
  const html = await response.text();
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(html).toContain('<meta name="referrer" content="same-origin"/>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain("₦3,000.00");
  expect(html).not.toContain("inline.js");
  expect(html).not.toContain("Adaeze");
  const state = await fetch(`${shop.url}${path}/state`);
  expect([await state.json(), state.headers.get("Cache-Control")]).toEqual([
    { state: "open", rejected_at: null },
    "no-store",
  ]);
});

test("unknown tokens are not found, and after 30 of them the address has to wait while real pages still open", async () => {
  const { path } = await transferPage();
  const unknown = (index: number) => `/checkout/pay/${String(index).padStart(32, "x")}`;
  for (let index = 0; index < 29; index += 1)
    expect((await fetch(`${shop.url}${unknown(index)}/state`)).status).toBe(404);
  expect((await fetch(shop.url + unknown(30))).status).toBe(404);
  expect((await fetch(shop.url + unknown(31))).status).toBe(429);
  expect((await fetch(`${shop.url}${unknown(31)}/state`)).status).toBe(429);
  expect((await fetch(shop.url + path)).status).toBe(200);
  expect((await fetch(`${shop.url}/checkout/pay/short/state`)).status).toBe(429);
});

test.each([
  ["refused", { body: { status: false, message: "Channel not enabled" }, status: 400 }, 422],
  ["down", { status: 503 }, 503],
  ["of another amount", { body: { status: true, message: "", data: account(100) } }, 503],
  ["of another payment", { body: { status: true, message: "", data: { ...account(300_000), reference: "WH1" } } }, 503],
  ["without a number", { body: { status: true, message: "", data: {} } }, 503],
])("a charge that is %s shows no account and says what to do", async (_, effect, status) => {
  shop.demo?.paystack?.addFault({ match: { path: "/charge" }, times: 1, effect });
  const id = await makeGoods(shop.shop.database, { stock: 50 });
  const response = await send(startInput([[id, 3]]));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining("pay by card or USSD") as string });
});

function account(amount: number) {
  return { reference: "WH", amount, account_number: "9912345678", account_name: "OJA", bank: { name: "Test Bank" } };
}

test("the address of an ended transfer offers a new account number; that of a paid one says so to a stranger, starts nothing again and opens no order; without a script an open one loads itself again, a paid one does not", async () => {
  const { path, reference, access_token } = await transferPage();
  const visitor = new Visitor(shop.url);
  const reload = '<meta http-equiv="refresh" content="10"/>';
  expect((await visitor.get(path)).text).toContain(reload);
  await shop.shop.database.sql("update payment_attempts set account_expires_at = now() where reference = $1", [
    reference,
  ]);
  expect((await visitor.get(path)).text).toContain("Get a new account number");
  shop.demo?.paystack?.transfer(reference);
  await expect.poll(async () => (await fetch(`${shop.url}${path}/state`)).json()).toMatchObject({ state: "paid" });
  const page = await visitor.get(path);
  expect([page.status, page.text.includes("Paid: the order is placed")]).toEqual([200, true]);
  for (const part of [access_token, reload]) expect(page.text).not.toContain(part);
  for (const intent of ["new", "card"]) {
    const answer = await visitor.form(path, { intent });
    expect([answer.status, answer.headers.get("Location") ?? path]).toEqual([intent === "new" ? 303 : 403, path]);
  }
});

test.each(["/contact", "/faq"])("%s links to 'Find my payment'", async (path) => {
  expect((await new Visitor(shop.url).get(path)).text).toContain('href="/find-my-payment"');
});

test("My Orders and the confirmation of an order link to 'Find my payment'", async () => {
  const { reference, access_token } = await transferPage();
  shop.demo?.paystack?.transfer(reference);
  const orders = () => shop.shop.database.sql("select 1 from orders where payment_reference = $1", [reference]);
  await expect.poll(async () => (await orders()).rows).toHaveLength(1);
  const visitor = await signedIn(shop, await makeCustomer(shop));
  for (const path of ["/profile/orders", `/checkout/payment-success?token=${access_token}`])
    expect((await visitor.get(path)).text).toContain('href="/find-my-payment"');
});

test("a stranger gets a new account number from the page, but never the provider's window", async () => {
  const { path } = await transferPage();
  const visitor = new Visitor(shop.url);
  const card = await visitor.form(path, { intent: "card" });
  expect(card.status).toBe(403);
  expect((await visitor.form(path, { intent: "new" })).headers.get("Location")).toMatch(/^\/checkout\/pay\/[\w-]{32}$/);
  expect((await visitor.form(`/checkout/pay/${"x".repeat(32)}`, { intent: "new" })).status).toBe(404);
});

test("'Find my payment' is refused field by field, and after five searches in an hour", async () => {
  const visitor = new Visitor(shop.url);
  const wrong = await visitor.form("/find-my-payment", {
    amount: "many",
    day: "2999-01-01",
    hour: "10",
    last4: "",
    sender: "Ada",
  });
  expect(wrong.status).toBe(422);
  const fields = {
    amount: "3000",
    day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    hour: "10",
    last4: "",
    sender: "Ada",
  };
  for (let tries = 0; tries < 5; tries += 1) expect((await visitor.form("/find-my-payment", fields)).status).toBe(200);
  expect((await visitor.form("/find-my-payment", fields)).status).toBe(429);
});

test("a search becomes a note that staff see beside the payments, and the order once it is paid; a transfer beside a paid card is a review", async () => {
  const buyer = new Visitor(shop.url);
  const id = await makeGoods(shop.shop.database, { stock: 50 });
  const start = async (channel: "transfer" | "popup") => {
    const body = JSON.stringify({ ...input, channel });
    const headers = { "Content-Type": "application/json", Origin: shop.url };
    return (await buyer.send("/checkout/start", { method: "POST", body, headers })).json["payment"] as {
      reference: string;
      access_token: string;
    };
  };
  const input = startInput([[id, 3]]);
  const { reference, access_token } = await start("transfer");
  const lagos = new Date(Date.now() + 3_600_000).toISOString();
  const fields = { amount: "3,000", day: lagos.slice(0, 10), hour: lagos.slice(11, 13), last4: "4071", sender: "" };
  const search = async (more = {}) => {
    const answer = await buyer.form("/find-my-payment", { ...fields, ...more });
    return [answer.status, textOf(answer.text)];
  };
  expect(await search({ amount: "much" })).toEqual([422, expect.stringContaining("An amount in naira")]);
  expect(await search()).toEqual([200, expect.stringContaining("Not yet; the shop has your note.")]);
  const owner = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  const board = async () => textOf((await owner.get("/admin/payments")).text);
  expect(await board()).toMatch(
    new RegExp(`${reference}.*by bank transfer.*account ending in 4071.*See the search`, "s"),
  );
  expect(await board()).toMatch(new RegExp(`Sent in the hour from.*4071.*${reference}.*Check with the provider`, "s"));

  const paystack = shop.demo?.paystack;
  const { reference: card } = await start("popup");
  paystack?.complete(card, { outcome: "success", webhook: "never" });
  expect(await search({ last4: "", sender: "Adaeze Obi" })).toEqual([
    200,
    expect.stringContaining("Found: here is your order."),
  ]);
  paystack?.transfer(reference);
  const reviews = () =>
    shop.shop.database.sql(
      "select reason from payment_reviews join payment_attempts a on a.id = attempt_id where reference = $1",
      [reference],
    );
  await expect.poll(async () => (await reviews()).rows).toEqual([{ reason: "duplicate_payment" }]);
  expect(await board()).toMatch(new RegExp(`Paid twice.*${reference}|${reference}.*Paid twice`, "s"));
  expect((await buyer.get(`/checkout/payment-success?token=${access_token}`)).text).toContain("You paid twice");
});
