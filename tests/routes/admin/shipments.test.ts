import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "#tests/fixtures/html.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
let manager: Visitor;
let packer: Visitor;
let buyer: Visitor;
let buyerId = "";

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const staff = async (role: "manager" | "packer") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  [manager, packer] = [await staff("manager"), await staff("packer")];
  const customer = await makeCustomer(shop);
  buyerId = customer.id;
  buyer = await signedIn(shop, customer);
});
afterAll(() => shop.close());

const sql = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const PARK = {
  delivery_kind: "park",
  delivery_text: "Motor park: Upper Iweka",
  state_code: "AN",
  promised_from: "2030-01-02",
  promised_to: "2030-01-04",
};

type Order = { id: string; token: string; lines: number[] };

/** An order of ten bags and four cartons. */
async function made(more: Parameters<typeof makeOrder>[2] = {}): Promise<Order> {
  const token = `ship-${Math.random().toString(36).slice(2)}`;
  const items = [10, 4].map((quantity) => ({ name: `Goods of ${quantity}`, price_kobo: 100_000, quantity }));
  const id = await makeOrder(shop.shop.database, buyerId, { access_token: token, items, ...more });
  const rows = await sql("select id from order_items where order_id = $1 order by id", [id]);
  return { id, token, lines: rows.map((row) => Number(row["id"])) };
}

/** Sends quantities of the lines of one order; `seen` is the number of shipments on the screen. */
async function send(
  who: Visitor,
  order: Order,
  quantities: (number | string)[],
  more: Record<string, string> = {},
  seen = 0,
) {
  const body = new URLSearchParams({ order: `${order.id}:${seen}`, status: "sent", ...more });
  order.lines.forEach((line, index) => {
    body.append("item", `${order.id}:${line}`);
    body.set(`quantity-${line}`, String(quantities[index] ?? 0));
  });
  const answer = await who.send(`/admin/orders/ship?id=${order.id}`, {
    method: "POST",
    body,
    headers: { Origin: shop.url },
  });
  return { status: answer.status, text: textOf(answer.text) };
}

const shipmentsOf = async ({ id }: Order) =>
  await sql(
    `select s.*, (select string_agg(l.quantity::text, ' ' order by l.order_item_id) from shipment_lines l
      where l.shipment_id = s.id) as goods from shipments s where order_id = $1 order by number`,
    [id],
  );
const change = async (
  who: Visitor,
  order: Order,
  intent: string,
  number: number,
  more: Record<string, string> = {},
) => {
  const row = (await shipmentsOf(order)).find((one) => one["number"] === number) ?? {};
  const fields = { shipment: String(row["id"]), version: String(row["version"]), ...more };
  const answer = await who.form(`/admin/orders/${order.id}`, { intent: `shipment-${intent}`, ...fields });
  return { status: answer.status, text: textOf(answer.text) };
};
const statusOf = async ({ id }: Order) => (await sql("select order_status from orders where id = $1", [id]))[0];
const buyerPage = async ({ id }: Order) => textOf((await buyer.get(`/profile/orders?order=${id}`)).text);

test("an order goes in parts: each shows what it contains, the last one delivered ends the order", async () => {
  const order = await made();
  const way = {
    carrier: "GUO Transport",
    [`waybill-${order.id}`]: "W-77",
    driver_phone: "0803 111 2222",
    vehicle: "Bus ABC-1",
  };
  const first = await send(packer, order, [6, 0], { ...way, tracking_url: "https://guo.example/?n={waybill}" });
  expect([first.status, first.text]).toEqual([200, expect.stringContaining("Waybill: W-77")]);
  expect(first.text).toMatch(/https:\/\/wa\.me\/234\d{10}\?text=Part%201%20of%20your%20order[^"]*Waybill%3A%20W-77/);
  expect(await statusOf(order)).toEqual({ order_status: "shipped" });
  const page = await buyerPage(order);
  for (const text of ["On its way", "6 × Goods of 10", "GUO Transport", "W-77", "0803 111 2222", "Bus ABC-1"])
    expect(page).toContain(text);
  expect((await buyer.get(`/profile/orders?order=${order.id}`)).text).toContain('href="https://guo.example/?n=W-77"');

  expect((await send(packer, order, [5, 4], {}, 1)).text).toContain("Goods of 10: 4 left to send, not 5.");
  expect((await send(packer, order, [4, 4], { status: "preparing" }, 1)).status).toBe(200);
  expect((await shipmentsOf(order)).map(({ status, goods }) => [status, goods])).toEqual([
    ["sent", "6"],
    ["preparing", "4 4"],
  ]);
  expect(await buyerPage(order)).toContain("Part 2");
  await sql("update orders set refunded_kobo = total_amount_kobo where id = $1", [order.id]);
  const unsent = await change(packer, order, "move", 2, { status: "sent" });
  expect([unsent.status, unsent.text]).toEqual([409, expect.stringContaining("Not to be sent: it was refunded")]);
  await sql("update orders set refunded_kobo = 0 where id = $1", [order.id]);
  expect((await change(packer, order, "move", 1, { status: "delivered" })).status).toBe(200);
  expect(await statusOf(order)).toEqual({ order_status: "shipped" });
  expect((await change(packer, order, "move", 2, { status: "delivered" })).status).toBe(409);
  expect((await change(packer, order, "move", 2, { status: "sent" })).status).toBe(200);
  expect((await change(packer, order, "move", 2, { status: "delivered" })).status).toBe(200);
  expect(await statusOf(order)).toEqual({ order_status: "delivered" });
  const history = textOf((await manager.get(`/admin/orders/${order.id}`)).text);
  expect(history).toContain("Shipment 1: 6 units, on its way, GUO Transport, waybill W-77");
});

test("goods that are collected need the buyer's code: five wrong ones lock it, a manager gives a new one", async () => {
  const order = await made(PARK);
  await send(packer, order, [10, 4], { park: "Upper Iweka" });
  const [{ code }] = (await shipmentsOf(order)) as [{ code: string }];
  expect(code).toMatch(/^\d{4}$/);
  expect(await buyerPage(order)).toContain(code);
  for (const address of [
    `/admin/orders/${order.id}`,
    `/admin/orders/${order.id}.data`,
    `/admin/orders/ship?id=${order.id}`,
  ])
    expect((await manager.get(address)).text).not.toMatch(new RegExp(`[">]${code}["<]`));

  const wrong = code === "0000" ? "1111" : "0000";
  for (const left of [
    "4 tries are left",
    "3 tries are left",
    "2 tries are left",
    "1 try is left",
    "Five wrong codes were entered",
  ])
    expect((await change(packer, order, "collect", 1, { code: wrong })).text).toContain(left);
  expect(await change(packer, order, "collect", 1, { code })).toMatchObject({ status: 409 });
  expect((await change(packer, order, "code", 1)).status).toBe(403);
  // Neither the shipment nor the order is delivered past the code without the right to cancel.
  expect((await change(packer, order, "move", 1, { status: "delivered" })).status).toBe(403);
  const past = await packer.form(`/admin/orders/${order.id}`, { intent: "status", status: "delivered" });
  expect([past.status, textOf(past.text)]).toEqual([409, expect.stringContaining("collected with a code")]);

  expect((await change(manager, order, "code", 1)).status).toBe(200);
  const [renewed] = await shipmentsOf(order);
  expect(renewed).toMatchObject({ code_tries: 0, status: "sent" });
  expect((await change(packer, order, "collect", 1, { code: "12" })).status).toBe(422);
  const done = await change(packer, order, "collect", 1, { code: String(renewed?.["code"]) });
  expect([done.status, done.text]).toEqual([200, expect.stringContaining("Delivered")]);
  expect(await statusOf(order)).toEqual({ order_status: "delivered" });
  expect(await buyerPage(order)).not.toContain(String(renewed?.["code"]));
  expect((await change(packer, order, "collect", 1, { code: String(renewed?.["code"]) })).status).toBe(409);
});

test("a manager delivers without the code, by the shipment or by the order, and the history says so", async () => {
  const [one, other] = [await made(PARK), await made(PARK)];
  await send(packer, one, [10, 4]);
  await send(packer, other, [10, 4]);
  expect((await change(manager, one, "move", 1, { status: "delivered" })).status).toBe(200);
  expect(textOf((await manager.get(`/admin/orders/${one.id}`)).text)).toContain("without the buyer's code");
  const by = await manager.form(`/admin/orders/${other.id}`, { intent: "status", status: "delivered" });
  expect(by.status).toBe(200);
  expect((await shipmentsOf(other)).map(({ status }) => status)).toEqual(["delivered"]);
});

test("many orders are sent in one go; one that cannot be sent stops no other and is named", async () => {
  const [one, two, cancelled] = [await made(), await made(), await made({ order_status: "cancelled" })];
  const body = new URLSearchParams({ status: "sent", carrier: "Swift", notify: "1" });
  for (const order of [one, two, cancelled]) {
    body.append("order", `${order.id}:0`);
    body.set(`waybill-${order.id}`, `W-${order.id.slice(0, 4)}`);
    order.lines.forEach((line) => {
      body.append("item", `${order.id}:${line}`);
      body.set(`quantity-${line}`, "4");
    });
  }
  const ids = [one, two, cancelled].map(({ id }) => `id=${id}`).join("&");
  const sent = await packer.send(`/admin/orders/ship?${ids}`, { method: "POST", body, headers: { Origin: shop.url } });
  const text = textOf(sent.text);
  expect(text).toContain(`Waybill: W-${one.id.slice(0, 4)}`);
  expect(text).toContain(`Waybill: W-${two.id.slice(0, 4)}`);
  expect(text).toContain("Nothing was sent: it is cancelled.");
  expect(await shipmentsOf(cancelled)).toEqual([]);
  const mails = await sql("select data from mails where order_id = $1 and kind = 'order_update'", [one.id]);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).toContain("Carrier: Swift");
});

test.each([
  ["more than ordered", [11, 0], {}, "Goods of 10: 10 left to send, not 11."],
  ["nothing", [0, 0], {}, "Please send at least one unit."],
  ["no number", ["x", 0], {}, "Please enter a whole number."],
  ["a wrong phone", [1, 0], { driver_phone: "call me" }, "Please enter a phone number"],
  ["a script as tracking link", [1, 0], { tracking_url: "javascript:alert(1)" }, "begins with https://"],
  ["a picture from elsewhere", [1, 0], { photo: "https://a.example/b.webp" }, "choose the picture again"],
  ["a text that is too long", [1, 0], { carrier: "x".repeat(81) }, "at most 80 characters"],
] as const)("a shipment with %s is refused and nothing is stored", async (_, quantities, more, message) => {
  const order = await made();
  const { status, text } = await send(packer, order, [...quantities], more);
  expect([status, text]).toEqual([
    expect.toSatisfy((code: number) => code === 409 || code === 422),
    expect.stringContaining(message),
  ]);
  expect(await shipmentsOf(order)).toEqual([]);
  expect(await statusOf(order)).toEqual({ order_status: "processing" });
});

test("the same form sent twice makes one shipment, and so do two at once", async () => {
  const order = await made();
  const answers = await Promise.all([send(packer, order, [2, 0]), send(manager, order, [2, 0])]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await send(packer, order, [2, 0])).text).toContain("changed meanwhile");
  expect(await shipmentsOf(order)).toHaveLength(1);
});

test("lost goods are sent again; what was prepared can be removed; a sent shipment keeps its goods but not its way", async () => {
  const order = await made();
  await send(packer, order, [10, 4]);
  expect((await change(packer, order, "move", 1, { status: "lost" })).status).toBe(200);
  expect((await send(packer, order, [10, 4], { status: "preparing" }, 1)).status).toBe(200);
  expect((await change(packer, order, "remove", 2)).status).toBe(200);
  expect((await send(packer, order, [10, 4], {}, 1)).status).toBe(200);
  expect((await change(packer, order, "remove", 2)).status).toBe(409);
  const edited = await change(packer, order, "edit", 2, { carrier: "ABC", waybill: "N-1" });
  expect([edited.status, await buyerPage(order)]).toEqual([200, expect.stringContaining("N-1")]);
  const stale = await change(packer, order, "edit", 2, { carrier: "XYZ", version: "1" });
  expect([stale.status, (await shipmentsOf(order))[1]?.["carrier"]]).toEqual([409, "ABC"]);
});

test("guests and buyers send nothing; another buyer sees no code", async () => {
  const order = await made(PARK);
  expect((await send(buyer, order, [1, 0])).status).toBe(302);
  expect((await send(new Visitor(shop.url), order, [1, 0])).status).toBe(302);
  await send(packer, order, [1, 0]);
  const other = await signedIn(shop, await makeCustomer(shop));
  expect((await other.get(`/profile/orders/${order.id}`)).status).toBe(404);
  expect((await other.get(`/profile/orders?order=${order.id}`)).text).not.toContain("Collection code");
});

const told = async ({ id }: Order) =>
  (await sql(
    "select data ->> 'title' as title, data ->> 'message' as text from mails where order_id = $1 order by created_at",
    [id],
  )) as {
    title: string;
    text: string;
  }[];

test("the buyer is told when a prepared shipment is sent and when it can be collected, if staff say so", async () => {
  const order = await made(PARK);
  await send(packer, order, [10, 4], { status: "preparing", park: "Upper Iweka" });
  expect((await change(packer, order, "move", 1, { status: "sent", notify: "1" })).status).toBe(200);
  expect((await change(packer, order, "move", 1, { status: "arrived", notify: "1" })).status).toBe(200);
  const number = order.id.slice(0, 8).toUpperCase();
  const [sent, arrived, ...others] = await told(order);
  expect([sent?.title, arrived?.title, others.length]).toEqual([
    `Order ${number} is on its way`,
    `Order ${number} is ready to collect`,
    0,
  ]);
  expect(sent?.text).toContain("It arrives Wed 2 to Fri 4 Jan.");
  expect(arrived?.text).toMatch(/is ready to collect\.[\s\S]*Park: Upper Iweka/);
  expect(arrived?.text).not.toContain("arrives");
  const quiet = await made();
  await send(packer, quiet, [10, 4], { status: "preparing" });
  await change(packer, quiet, "move", 1, { status: "sent" });
  expect(await told(quiet)).toEqual([]);
});

test("a message about late goods admits it", async () => {
  const order = await made({ ...PARK, promised_from: "2026-01-05", promised_to: "2026-01-07" });
  const sent = await send(packer, order, [10, 4], { notify: "1" });
  expect(sent.text).toContain("It is late: it was promised by Wed 7 Jan. We are sorry.");
  expect((await told(order))[0]?.text).toContain("It is late: it was promised by Wed 7 Jan. We are sorry.");
});

test("a packing slip has what is left to pack, and the whole order once all was sent", async () => {
  const order = await made();
  const slip = async () => textOf((await packer.get(`/admin/orders/slips?id=${order.id}`)).text);
  expect(await slip()).toMatch(/Goods of 10[\s\S]*2 lines, 14 in all/);
  await send(packer, order, [10, 1]);
  const rest = await slip();
  expect(rest).toMatch(/without what was sent already[\s\S]*1 line, 3 in all/);
  await send(packer, order, [0, 3], { status: "preparing" }, 1);
  expect(await slip()).toContain("1 line, 3 in all");
  await change(packer, order, "move", 2, { status: "sent" });
  expect(await slip()).toContain("2 lines, 14 in all");
  await change(packer, order, "move", 2, { status: "lost" });
  expect(await slip()).toContain("1 line, 3 in all");
});
