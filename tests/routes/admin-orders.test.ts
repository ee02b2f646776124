import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NAIRA_PROBLEM } from "#app/lib/money.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeAttempt, makeGoods, stockNow } from "../fixtures/checkout.ts";
import { textOf } from "../fixtures/html.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let sales: Visitor;
let packer: Visitor;
let customer: Visitor;
let customerId = "";
const short = (id: string) => id.slice(0, 8).toUpperCase();

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const staff = async (role: "owner" | "sales" | "packer") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  [owner, sales, packer] = [await staff("owner"), await staff("sales"), await staff("packer")];
  const who = await makeCustomer(shop, { email: "bisi@example.com" });
  customerId = who.id;
  customer = await signedIn(shop, who);
});
afterAll(() => shop.close());

const order = async (options: Parameters<typeof makeOrder>[2] = {}, userId: string | null = null) =>
  await makeOrder(shop.shop.database, userId, options);
const statusOf = async (id: string) =>
  (await shop.shop.database.sql("select order_status from orders where id = $1", [id])).rows[0]?.["order_status"];
const post = (who: Visitor, id: string, fields: Record<string, string>) => who.form(`/admin/orders/${id}`, fields);

describe("the list", () => {
  test("has its columns and texts, amounts in naira with two decimals", async () => {
    const id = await order({ customer_name: "Chinedu Okafor", customer_email: "chinedu@example.com" });
    const page = await owner.get(`/admin/orders?q=${short(id)}`);
    expect(page.status).toBe(200);
    const text = textOf(page.text);
    for (const word of ["Order ID", "Customer", "Date", "Amount", "Status", "Payment", "View", "Refresh Data"]) {
      expect(text).toContain(word);
    }
    for (const word of [short(id), "Chinedu Okafor", "chinedu@example.com", "₦85,000.00", "Paid"])
      expect(text).toContain(word);
    expect(page.text).toContain("Search by order ID, customer name or email");
  });

  test("ten rows a page; nothing found offers to clear the search and to refresh", async () => {
    for (let index = 0; index < 11; index += 1) await order({ customer_name: "Many Rows" });
    const rows = (html: string) => (html.match(/data-list-row="/g) ?? []).length;
    expect(rows((await owner.get("/admin/orders?q=many+rows")).text)).toBe(10);
    expect(rows((await owner.get("/admin/orders?q=many+rows&page=2")).text)).toBe(1);
    const none = textOf((await owner.get("/admin/orders?q=zzzqqq")).text);
    expect(none).toContain("No orders found");
    expect(none).toContain("Refresh Data");
  });

  test("says when names are only like what was typed", async () => {
    await order({ customer_name: "Oluwaseun Adebayo" });
    expect(textOf((await owner.get("/admin/orders?q=oluwasuen+adebayo")).text)).toContain("These names are similar");
  });
});

describe("an order", () => {
  test("shows customer, lines, payment and ways to call; an unknown one is not found", async () => {
    const id = await order({}, customerId);
    const text = textOf((await sales.get(`/admin/orders/${id}`)).text);
    for (const word of [
      `Order #${short(id)}`,
      "Long Grain Rice, 50 kg",
      "₦42,500.00",
      "12 Allen Avenue",
      "WhatsApp",
      "Timeline",
    ]) {
      expect(text).toContain(word);
    }
    expect((await owner.get(`/admin/orders/${randomUUID()}`)).status).toBe(404);
    expect((await owner.get("/admin/orders/x")).status).toBe(404);
  });

  test("gets another status, and the customer the message that was shown", async () => {
    const id = await order();
    const answer = await post(packer, id, {
      intent: "status",
      status: "shipped",
      seen: "processing",
      notify: "1",
      message: "By bus.",
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("Order status has been updated to shipped");
    const { rows } = await shop.shop.database.sql("select data from mails where order_id = $1", [id]);
    expect(rows).toMatchObject([{ data: { message: "By bus." } }]);
    const late = await post(owner, id, { intent: "status", status: "delivered", seen: "processing" });
    expect(late.status).toBe(409);
    expect(textOf(late.text)).toContain("Another admin set this order to Shipped meanwhile");
    expect(await statusOf(id)).toBe("shipped");
  });

  test("is cancelled with the goods that were counted", async () => {
    const goods = await makeGoods(shop.shop.database, { stock: 10 });
    const id = await order({ items: [{ name: "Rice", price_kobo: 100, quantity: 5, product_id: goods }] });
    const { rows } = await shop.shop.database.sql("select id from order_items where order_id = $1", [id]);
    const line = `restock.${String(rows[0]?.["id"])}`;
    const odd = await post(owner, id, { intent: "cancel", seen: "processing", [line]: "six" });
    expect([odd.status, textOf(odd.text)]).toEqual([422, expect.stringContaining("Please count whole quantities.")]);
    expect((await post(owner, id, { intent: "cancel", seen: "processing", [line]: "6" })).status).toBe(422);
    const done = await post(owner, id, { intent: "cancel", seen: "processing", [line]: "4" });
    expect(textOf(done.text)).toContain("4 back to stock");
    expect([await statusOf(id), await stockNow(shop.shop.database, [goods])]).toEqual(["cancelled", [14]]);
  });

  test("takes notes of all staff, shown to all of them with who wrote them", async () => {
    const id = await order();
    expect((await post(packer, id, { intent: "note", text: "  " })).status).toBe(422);
    await post(packer, id, { intent: "note", text: "Leaves with the 9:00 bus" });
    expect(textOf((await sales.get(`/admin/orders/${id}`)).text)).toMatch(/Leaves with the 9:00 bus.*Test Person/s);
    const { rows } = await shop.shop.database.sql("select action from audit_log where subject = $1", [id]);
    expect(rows).toEqual([{ action: "order.note" }]);
  });

  test("one that was not paid at the provider cannot be refunded, as its page says", async () => {
    const id = await order();
    const refund = { intent: "refund", request_id: randomUUID(), reference: `WH${id}`, amount: "100", reason: "x" };
    const answer = await post(owner, id, { ...refund, seen_refunded_kobo: "0" });
    expect(answer.status).toBe(404);
    expect(textOf(answer.text)).toContain("no payment at the provider");
    // "9,99" is ambiguous, as everywhere.
    for (const amount of ["a lot", "9,99", "87.000"]) {
      const odd = await post(owner, id, { ...refund, amount, seen_refunded_kobo: "0" });
      expect([odd.status, textOf(odd.text)]).toEqual([422, expect.stringContaining(NAIRA_PROBLEM)]);
    }
  });
});

test("several orders have a preview with the count of messages, change at once, and have slips", async () => {
  const [one, two] = [
    await order({ customer_name: "Slip One", substitute_phone: "0806 555 4433" }),
    await order({ order_status: "shipped" }),
  ];
  const ids = new URLSearchParams([
    ["id", one],
    ["id", two],
  ]);
  const preview = await owner.get(`/admin/orders/bulk?${ids}&set=shipped`);
  const text = textOf(preview.text);
  for (const word of ["1 order will be set to", "1 order has it already", "Tell 1 customer"])
    expect(text).toContain(word);
  const slips = textOf((await packer.get(`/admin/orders/slips?${ids}`)).text);
  for (const word of [
    "Pick list",
    "Slip One",
    "or 0806 555 4433",
    `Packing slip ${short(one)}`,
    `Packing slip ${short(two)}`,
  ]) {
    expect(slips).toContain(word);
  }
  expect(slips).not.toMatch(/₦|is not packed/);
  const applied = await owner.form("/admin/orders/bulk?" + ids + "&set=shipped", {
    intent: "apply",
    status: "shipped",
    order: `${one}:processing`,
  });
  expect(textOf(applied.text)).toContain("Order status has been updated to shipped");
  expect(await statusOf(one)).toBe("shipped");
});

describe("who may", () => {
  const pages = (id: string) => [
    "/admin/orders",
    `/admin/orders/${id}`,
    `/admin/orders/slips?id=${id}`,
    `/admin/orders/bulk?id=${id}&set=shipped`,
    "/admin/payments",
    "/admin/customers",
    `/admin/customers/${customerId}`,
  ];

  test("guests and customers see no page and no data of it, and post in vain", async () => {
    const id = await order({ customer_name: "Nobody Sees" });
    await shop.shop.database.sql("update payment_attempts set status = 'closed'");
    for (const visitor of [new Visitor(shop.url), customer]) {
      for (const path of pages(id)) {
        const [bare, query = ""] = path.split("?");
        for (const address of [path, `${bare}.data?${query}`]) {
          const { status, text } = await visitor.get(address);
          expect([202, 302], address).toContain(status);
          expect(text).not.toContain("Nobody Sees");
        }
      }
      for (const [path, intent] of [
        [`/admin/orders/${id}`, "status"],
        [`/admin/orders/${id}`, "cancel"],
        ["/admin/orders/bulk", "apply"],
        ["/admin/payments", "done"],
      ] as const) {
        await visitor.form(path, { intent, status: "delivered", order: `${id}:processing` });
      }
      expect(await statusOf(id)).toBe("processing");
    }
  });

  test("a packer sees orders, and neither payments nor customers; cancels and refunds nothing", async () => {
    const id = await order();
    for (const path of pages(id)) {
      const { status, headers } = await packer.get(path);
      const isClosed = path.startsWith("/admin/payments") || path.startsWith("/admin/customers");
      expect([status, headers.get("Location")], path).toEqual(isClosed ? [302, "/admin/no-access"] : [200, null]);
    }
    expect((await post(packer, id, { intent: "cancel" })).status).toBe(403);
    expect((await post(packer, id, { intent: "status", status: "cancelled" })).status).toBe(403);
    const refund = { intent: "refund", reference: `WH${id}`, request_id: randomUUID(), reason: "x", amount: "1" };
    for (const who of [packer, sales]) expect((await post(who, id, refund)).status).toBe(403);
    const page = textOf((await packer.get(`/admin/orders/${id}`)).text);
    expect(page).not.toContain("Cancel order");
    expect(await statusOf(id)).toBe("processing");
  });

  test("sales see what a customer ordered, and not what they spent", async () => {
    await order({ total_amount_kobo: 8_500_000 }, customerId);
    const path = `/admin/customers/${customerId}`;
    expect(textOf((await owner.get(path)).text)).toContain("Spent");
    const seen = await sales.get(path);
    expect(seen.status).toBe(200);
    expect(textOf(seen.text)).not.toContain("Spent");
    const { rows } = await shop.shop.database.sql(
      "select sum(total_amount_kobo - refunded_kobo)::text as sum from orders where user_id = $1 and payment_status = 'paid'",
      [customerId],
    );
    const sum = String(rows[0]?.["sum"]);
    expect((await owner.get(`${path}.data`)).text).toContain(sum);
    expect((await sales.get(`${path}.data`)).text).not.toContain(sum);
  });
});

test("customers: columns, search by parts of everything, a dialog with address, role and orders", async () => {
  await shop.shop.database.sql(
    `insert into profiles (id, first_name, last_name, phone, city, state, address)
     values ($1, 'Bisi', 'Adewale', '+234 803 222 1100', 'Ibadan', 'Oyo', '5 Bodija Road')`,
    [customerId],
  );
  const list = textOf((await owner.get("/admin/customers")).text);
  for (const word of ["Customer", "Email", "Phone", "Location", "Joined", "Actions", "Showing", "customers"]) {
    expect(list).toContain(word);
  }
  expect(list).not.toContain("Ibadan, Oyo, ");
  expect(list).toContain('href="mailto:bisi@example.com"');
  for (const q of ["bisi", "ADEWALE", "bisi adewale", "bisi@example", "0803 222 1100", "8032221100"]) {
    expect(textOf((await owner.get(`/admin/customers?q=${encodeURIComponent(q)}`)).text), q).toContain("Ibadan, Oyo");
  }
  expect(textOf((await owner.get("/admin/customers?q=zzzqqq")).text)).toContain("No customers found");
  const dialog = textOf((await owner.get(`/admin/customers/${customerId}`)).text);
  for (const word of ["Customer", "5 Bodija Road", "Nigeria", "Last order"]) expect(dialog).toContain(word);
  const admin = await makeCustomer(shop, { role: "admin" });
  expect((await owner.get(`/admin/customers/${admin.id}`)).status).toBe(404);
});

describe("the payments board", () => {
  test("shows what needs a person, what waits and what fits no order, and takes notes and 'done'", async () => {
    const { database } = shop.shop;
    const attempt = await makeAttempt(database, { status: "review", hold: "released", reference: "WH555000111222333" });
    await makeAttempt(database, { reference: "WH555000111222444", customer_name: "Still Paying" });
    await database.sql("insert into payment_reviews (attempt_id, reason, details) values ($1, 'wrong_amount', $2)", [
      attempt,
      JSON.stringify({ amount_kobo: 450_000, authorization: "secret-card" }),
    ]);
    await database.sql(
      `insert into payment_events (dedupe_key, event, reference, payload) values ('k', 'charge.success', 'STRANGE-1', '{"amount": 77000}')`,
    );
    const page = await sales.get("/admin/payments");
    const text = textOf(page.text);
    for (const word of [
      "Another amount was paid",
      "₦4,500.00 came in",
      "Still Paying",
      "STRANGE-1",
      "₦770.00",
      "Check with the provider",
    ]) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain("Accept and make the order");
    expect((await sales.get("/admin/payments.data")).text).not.toContain("secret-card");
    const { rows } = await database.sql("select id from payment_reviews where attempt_id = $1", [attempt]);
    const id = String(rows[0]?.["id"]);
    expect((await sales.form("/admin/payments", { intent: "done", id })).status).toBe(403);
    await owner.form("/admin/payments", { intent: "note", id, note: "Called the buyer" });
    expect((await owner.get("/admin/payments")).text).toContain("Called the buyer");
    expect((await owner.form("/admin/payments", { intent: "accept", id, note: "" })).status).toBe(422);
    expect(textOf((await owner.form("/admin/payments", { intent: "done", id })).text)).toContain(
      "It is no longer listed for review.",
    );
    expect(textOf((await owner.get("/admin/payments")).text)).not.toContain("Another amount was paid");
    expect((await owner.form("/admin/payments", { intent: "mark-as-paid", id })).status).toBe(422);
  });
});
