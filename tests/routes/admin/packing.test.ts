import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "../../fixtures/html.ts";
import { makeOrder } from "../../fixtures/orders.ts";
import { makeCustomer, signedIn, Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let sales: Visitor;
let packer: Visitor;
let customerId = "";
const short = (id: string) => id.slice(0, 8).toUpperCase();

beforeAll(async () => {
  shop = await testShop();
  const staff = async (role: "owner" | "sales" | "packer") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  [owner, sales, packer] = [await staff("owner"), await staff("sales"), await staff("packer")];
  customerId = (await makeCustomer(shop)).id;
});
afterAll(() => shop.close());

const order = async (options: Parameters<typeof makeOrder>[2] = {}, userId: string | null = null) =>
  await makeOrder(shop.shop.database, userId, options);

const refundedInFull = { payment_status: "refunded", total_amount_kobo: 8_500_000, refunded_kobo: 8_500_000 };

test.each([
  ["cancelled", { order_status: "cancelled" }, "it is cancelled"],
  ["refunded in full", refundedInFull, "it was refunded in full"],
  ["being refunded in full", { ...refundedInFull, payment_status: "paid" }, "it was refunded in full"],
])("an order that is %s has no slip and is not on the pick list, and says why", async (_, options, reason) => {
  const [gone, stays] = [
    await order({ ...options, items: [{ name: "Gone", price_kobo: 1, quantity: 1 }] }),
    await order(),
  ];
  const both = textOf((await packer.get(`/admin/orders/slips?id=${gone}&id=${stays}`)).text).replaceAll(/<[^>]*>/g, "");
  expect(both).toContain(`Order ${short(gone)} is not packed: ${reason}.`);
  expect(both).not.toMatch(new RegExp(`Gone|Pick list|Packing slip ${short(gone)}`));
  expect(both).toContain(`Packing slip ${short(stays)}`);
  const alone = await packer.get(`/admin/orders/slips?id=${gone}`);
  expect([alone.status, textOf(alone.text).includes("Print")]).toEqual([200, false]);
  const page = (await owner.get(`/admin/orders/${gone}`)).text;
  expect(page).not.toContain(`/admin/orders/slips?id=${gone}`);
  expect(page.includes("do=cancel")).toBe(options !== undefined && !("order_status" in options));
});

test("an order that was refunded in part is packed, without what went back to stock", async () => {
  const items = [
    { name: "Goods that stay", price_kobo: 100, quantity: 12 },
    { name: "Goods that went back", price_kobo: 100, quantity: 3 },
  ];
  const id = await order({ refunded_kobo: 500, items });
  await shop.shop.database.sql(
    "update order_items set restocked = case when quantity = 12 then 2 else 3 end where order_id = $1",
    [id],
  );
  const slip = textOf((await packer.get(`/admin/orders/slips?id=${id}`)).text).replaceAll(/<[^>]*>/g, " ");
  expect(slip).toMatch(/Goods that stay\s+10\s/);
  expect(slip).toMatch(/1 line, 10 in all/);
  expect(slip).not.toContain("Goods that went back");
});

test("a packer sees what packing needs, and no amount, payment or other order, on no page and in no data", async () => {
  const items = [{ name: "Palm oil, 25 l", price_kobo: 7_654_321, quantity: 3 }];
  const options = {
    customer_name: "Bisi Packed",
    items,
    refunded_kobo: 1_919_191,
    payment_reference: "WH818181818181818",
  };
  const id = await order(options, customerId);
  await order({ customer_name: "Bisi Packed" }, customerId);
  const { database } = shop.shop;
  await database.sql(
    `insert into mails (kind, order_id, to_address, status, data) values ('order_update', $1, 'bisi@example.com', 'sent', $2)`,
    [id, JSON.stringify({ message: "We have sent ₦19,191.91 back to you." })],
  );
  const secrets = /7654321|22962963|1919191|76,543|229,629|19,191|WH818181818181818|₦/;
  for (const path of [
    "/admin/orders?q=packed",
    "/admin/orders.data?q=packed",
    `/admin/orders/${id}`,
    `/admin/orders/${id}.data`,
    `/admin/orders/slips.data?id=${id}`,
    `/admin/orders/bulk.data?id=${id}&set=shipped`,
    "/admin/search?q=packed",
  ]) {
    const [seen, all] = [await packer.get(path), await sales.get(path)];
    expect([seen.status, seen.text.includes(path.includes("slips") ? "Palm oil" : "Bisi Packed")], path).toEqual([
      200,
      true,
    ]);
    expect(seen.text, path).not.toMatch(secrets);
    if (!/slips|bulk/.test(path)) expect(all.text, path).toMatch(secrets);
  }
  const page = textOf((await packer.get(`/admin/orders/${id}`)).text);
  for (const word of ["Palm oil, 25 l", "Part refunded", "08031234567", "12 Allen Avenue"])
    expect(page).toContain(word);
  expect(page).not.toMatch(new RegExp(`\\(guest\\)|Unit price|Subtotal|Other orders`));
  expect(textOf((await sales.get(`/admin/orders/${id}`)).text)).toMatch(/Unit price.*Subtotal.*Other orders/s);
  expect(textOf((await packer.get("/admin/orders")).text)).not.toContain("Amount");
  const guests = await order({ customer_name: "Guest Buyer" });
  for (const who of [packer, owner])
    expect(textOf((await who.get(`/admin/orders/${guests}`)).text)).toContain("Guest Buyer (guest)");
});

describe("a selection of more than a hundred orders", () => {
  const q = "large-selection";
  let ids: string[] = [];
  const post = async (who: Visitor, fields: Record<string, string>, taken: readonly string[] = []) => {
    const body = new URLSearchParams({ all: "1", query: `q=${q}`, list: `q=${q}&page=2`, ...fields });
    for (const id of taken) body.append("taken", id);
    const answer = await who.send("/admin/orders/bulk", { method: "POST", body, headers: { Origin: shop.url } });
    return new URL(answer.headers.get("Location") ?? "", shop.url);
  };
  const read = async (who: Visitor, { pathname, search }: URL) => textOf((await who.get(pathname + search)).text);
  const TEXT = "These are 100 of 130 orders: a hundred are taken at a time.";

  beforeAll(async () => {
    for (let n = 0; n < 130; n += 1) ids.push(await order({ customer_email: `${q}@example.com` }));
    const { rows } = await shop.shop.database.sql(
      "select id from orders where customer_email = $1 order by created_at desc, id desc",
      [`${q}@example.com`],
    );
    ids = rows.map((row) => String(row["id"]));
  });

  test.each([
    ["print", { print: "1" }, "/admin/orders/slips"],
    ["ship", { ship: "1" }, "/admin/orders/ship"],
    ["set the status of", { status: "shipped" }, "/admin/orders/bulk"],
  ])("a packer who wants to %s all reads that these are a part, and gets the rest", async (_, fields, path) => {
    const first = await post(packer, fields);
    expect([first.pathname, first.searchParams.get("q"), first.searchParams.getAll("id")]).toEqual([
      path,
      q,
      ids.slice(0, 100),
    ]);
    const page = await read(packer, first);
    expect(page).toContain(TEXT);
    expect(page).toContain("Next 30 orders");
    expect(page).toContain(`name="query" value="q=${q}"`);
    expect(page.match(/name="taken"/g)).toHaveLength(100);
    const next = await post(packer, fields, first.searchParams.getAll("id"));
    expect(next.searchParams.getAll("id")).toEqual(ids.slice(100));
    expect(await read(packer, next)).not.toMatch(/a hundred are taken|Next \d+ orders/);
    const none = await post(packer, fields, next.searchParams.getAll("id"));
    expect([none.pathname, none.searchParams.get("page")]).toEqual(["/admin/orders", "2"]);
  });

  test.each(["/admin/orders/ship?", "/admin/orders/bulk?set=shipped&"])(
    "%s closes to the list in its saved view",
    async (path) => {
      const view = `view=${ids[0]}&q=${q}`;
      const page = await read(packer, new URL(`${path}${view}&of=130&all=q%3Dx&id=${ids[0]}&id=${ids[1]}`, shop.url));
      expect(page).toContain(`href="/admin/orders?${view.replace("&", "&amp;")}"`);
    },
  );

  test("the rest is whole if orders left the list meanwhile", async () => {
    const query = `q=${q}&status=processing`;
    const first = (await post(packer, { query, print: "1" })).searchParams.getAll("id");
    const { database } = shop.shop;
    await database.sql("update orders set order_status = 'shipped' where id = any($1::uuid[]) and id <> $2", [
      first,
      first[40],
    ]);
    expect((await post(packer, { query, print: "1" }, first)).searchParams.getAll("id")).toEqual(ids.slice(100));
    await database.sql("update orders set order_status = 'shipped' where id = $1", [first[40]]);
    expect((await post(packer, { query, print: "1" }, first)).searchParams.getAll("id")).toEqual(ids.slice(100));
  });

  test("a customer and a guest get no part of it", async () => {
    const buyer = await signedIn(shop, await makeCustomer(shop));
    for (const [who, to] of [
      [buyer, "/"],
      [new Visitor(shop.url), "/login"],
    ] as const)
      expect((await post(who, { print: "1" }, ids.slice(0, 100))).pathname).toBe(to);
  });
});
