import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods, startInput } from "../fixtures/checkout.ts";
import { makeCustomer, signedIn } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
beforeEach(() => shop.shop.database.sql("delete from rate_limits"));
afterAll(() => shop.close());

/** Posts a value, or JSON text unchanged. */
const send = (path: string, body: unknown) =>
  fetch(`${shop.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

test.each([
  [{ phone: "+999 1234567890" }, { phone: "Please enter a valid phone number." }],
  [{ phone: "call me" }, { phone: "Please enter a valid phone number." }],
  [
    { city: " ", email: "ada@" },
    { city: "required", email: "Please enter a valid email address." },
  ],
  [{ name: "" }, { name: "required" }],
])("contact data %j is refused by field", async (wrong, errors) => {
  const input = startInput([[crypto.randomUUID(), 1]]);
  const answer = await send("/checkout/start", { ...input, contact: { ...input.contact, ...wrong } });
  expect(await answer.json()).toMatchObject({ success: false, code: "invalid", message: expect.any(String), errors });
});

test("a sixth unpaid checkout of one contact is refused, with the time to wait", async () => {
  const { contact } = startInput([]);
  const id = await makeGoods(shop.shop.database);
  for (let open = 0; open < 5; open += 1) {
    expect((await send("/checkout/start", startInput([[id, 1]], { contact }))).status).toBe(200);
  }
  const response = await send("/checkout/start", startInput([[id, 1]], { contact }));
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(60);
  expect(await response.json()).toMatchObject({ success: false, code: "too_many_holds", message: expect.any(String) });
});

/** The body of every refusal of the shop's own JSON addresses. */
const ERROR = expect.objectContaining({
  success: false,
  code: expect.stringMatching(/^[a-z_]+$/),
  message: expect.stringMatching(/\w{5}/),
});
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000001";
const CONTACT_TEXT = JSON.stringify(startInput([]).contact);
const START = (contact: string, rest = "") =>
  `{"checkout_id":"${UNKNOWN_ID}","contact":${contact},"lines":[{"id":"${UNKNOWN_ID}","quantity":1}]${rest}}`;
const CONFIRM = (reference: string, rest = "") =>
  `{"type":"order_confirmation","orderData":{"payment_reference":"${reference}"},"customerEmail":"a\\u0000@example.com"${rest}}`;

test.each([
  ["/checkout/start", START(CONTACT_TEXT.replace("Adaeze", "Ada\\u0000eze")), 400],
  ["/checkout/start", START(CONTACT_TEXT.replace("Ikeja", "Ikeja \\ud83d")), 400],
  ["/checkout/start", START(CONTACT_TEXT, `,"__proto__":{"lines":1},"constructor":1`), 400],
  ["/checkout/start", START(`{"__proto__":{"name":"x"},"constructor":"x"}`), 400],
  ["/checkout/start", START(`"__proto__"`), 400],
  ["/functions/v1/verify-paystack-payment", `{"reference":"WH\\u0000"}`, 400],
  ["/functions/v1/verify-paystack-payment", `{"reference":"__proto__"}`, 400],
  ["/functions/v1/verify-paystack-payment", `{"__proto__":{"reference":"WH000000000000000"}}`, 400],
  ["/functions/v1/send-order-confirmation", CONFIRM("WH000000000000000"), 400],
  ["/functions/v1/send-order-confirmation", `{"type":"constructor","__proto__":{}}`, 400],
])("%s answers %s with %i and a sentence", async (path, body, status) => {
  const response = await send(path, body);
  expect([response.status, await response.json()]).toEqual([status, ERROR]);
});

test.each(["%00", "__proto__", "x".repeat(5000)])("/checkout/return/%s is no page", async (token) => {
  for (const path of [`/checkout/return/${token}`, `/checkout/payment-success?token=${token}`]) {
    const response = await fetch(`${shop.url}${path}`, { redirect: "manual" });
    expect([400, 404]).toContain(response.status);
  }
});

test("while the database fails, JSON addresses say so in JSON, and when to try again", async () => {
  const { database } = shop.shop;
  await database.sql("alter table payment_attempts rename to payment_attempts_away");
  await database.sql("alter table products rename to products_away");
  try {
    const line = { id: UNKNOWN_ID, quantity: 1 };
    const answers = [
      await send("/checkout/start", startInput([[UNKNOWN_ID, 1]])),
      await send("/cart/check", { lines: [line] }),
      await send("/functions/v1/verify-paystack-payment", { reference: "WH000000000000000" }),
      await fetch(`${shop.url}/products/tiles?ids=${UNKNOWN_ID}`),
    ];
    for (const answer of answers) {
      expect([answer.url, answer.status, answer.headers.get("Retry-After")]).toEqual([answer.url, 503, "5"]);
      expect(await answer.json()).toMatchObject({ success: false, code: "unavailable" });
    }
  } finally {
    await database.sql("alter table payment_attempts_away rename to payment_attempts");
    await database.sql("alter table products_away rename to products");
  }
});

test("a payment belongs to the signed-in customer, whatever user_id is sent", async () => {
  const customer = await makeCustomer(shop);
  const me = await signedIn(shop, customer);
  const goods = await makeGoods(shop.shop.database);
  const answer = await me.send("/checkout/start", {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: shop.url },
    body: JSON.stringify({ ...startInput([[goods, 1]]), user_id: crypto.randomUUID() }),
  });
  const { reference } = answer.json["payment"] as { reference: string };
  const { rows } = await shop.shop.database.sql("select user_id from payment_attempts where reference = $1", [
    reference,
  ]);
  expect(rows).toEqual([{ user_id: customer.id }]);
});
