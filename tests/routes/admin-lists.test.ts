import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { trash } from "#db/schema/admin.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { blog_posts } from "#db/schema/content.ts";
import { contact_messages, custom_orders, suppliers } from "#db/schema/requests.ts";
import type { RunningShop } from "#server/start.server.ts";
import { actorOf } from "../fixtures/actors.ts";
import { textOf, textsOf } from "../fixtures/html.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let sales: Visitor;
let ownerId = "";
const PRODUCT = "0badcafe-1111-4222-8333-000000000001";

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const boss = await makeCustomer(shop, { role: "admin" });
  ownerId = boss.id;
  owner = await signedIn(shop, boss);
  sales = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "sales" }));
  await shop.shop.db.transaction(async (tx) => {
    for (let price = 1; price <= 24; price++) {
      const change = { before: { price_kobo: price * 100 }, after: { price_kobo: price * 100 + 100 } };
      await recordChange(tx, actorOf(ownerId, "admin"), { action: "product.edit", subject: PRODUCT, ...change });
    }
    const before = { name: "<b>Rice</b>" };
    await recordChange(
      tx,
      { system: "nightly-sweep" },
      { action: "category.rename", subject: "c-1", before, after: null },
    );
  });
  await shop.shop.database.sql("update audit_log set at = '2026-03-01T23:30:00Z' where subject = 'c-1'");
});
afterAll(() => shop.close());

const rowsOf = (html: string) => (html.match(/data-list-row="/g) ?? []).length;
const get = (query: string) => owner.get(`/admin/activity${query}`);

test("a list has pages, sizes, sorts and filters before any script runs", async () => {
  const first = await get("");
  expect(rowsOf(first.text)).toBe(10);
  for (const part of ["Showing 10 of 25", "Page 1 of 3", 'aria-sort="descending"'])
    expect(textOf(first.text)).toContain(part);
  expect(first.text).toContain('href="/admin/activity?page=2"');
  expect(textsOf(first.text, "del")).toContain("₦24.00");
  expect(rowsOf((await get("?page=3")).text)).toBe(5);
  expect(rowsOf((await get("?page=99")).text)).toBe(5);
  expect(rowsOf((await get("?size=25")).text)).toBe(25);
  expect(rowsOf((await get("?size=9&sort=nothing&unknown=1&who=%27")).text)).toBe(10);
  expect((await get("?noun=category")).text).toContain("&lt;b&gt;Rice&lt;/b&gt;");
  expect(rowsOf((await get(`?noun=category&who=${ownerId}`)).text)).toBe(0);
  expect(rowsOf((await get(`?record=${PRODUCT}&size=50`)).text)).toBe(24);
  // 23:30 in UTC is the next day in Lagos.
  expect(rowsOf((await get("?from=2026-03-02&to=2026-03-02")).text)).toBe(1);
  expect(rowsOf((await get("?to=2026-03-01")).text)).toBe(0);
  const none = await get("?to=2026-03-01");
  expect(none.text).toContain("No changes found");
  expect(textsOf(none.text, "a")).toContain("Clear search");
});

test("addresses of forms alone lead to a page, empty lists say what they are for, and settings without effect say so", async () => {
  const led = await Promise.all(["/admin/views", "/admin/products/bulk"].map((path) => owner.get(path)));
  expect(led.map(({ status, headers }) => [status, headers.get("Location")])).toEqual([
    [302, "/admin/overview"],
    [302, "/admin/products"],
  ]);
  const said: [path: string, words: string][] = [
    ["/admin/trash", "The trash is empty"],
    ["/admin/payments", "Every payment is in order"],
    ["/admin/settings", "no price, delivery text or checkout depends on them"],
  ];
  for (const [path, words] of said) expect(textOf((await owner.get(path)).text), path).toContain(words);
});

test("a view is saved under a name, opened by its address, replaced by its name, and removed by its owner alone", async () => {
  const view = {
    intent: "save",
    list: "activity",
    back: "/admin/activity",
    name: "Prices",
    query: "noun=product&size=25",
  };
  const saved = await owner.form("/admin/views", view);
  const address = saved.headers.get("Location") ?? "";
  expect([saved.status, address]).toEqual([303, expect.stringMatching(/^\/admin\/activity\?view=[0-9a-f-]{36}$/)]);
  expect(rowsOf((await owner.get(address)).text)).toBe(24);
  expect(rowsOf((await owner.get(`${address}&noun=category&size=`)).text)).toBe(1);
  const again = await owner.form("/admin/views", { ...view, name: "PRICES", query: "noun=category" });
  const opened = await owner.get(again.headers.get("Location") ?? "");
  expect([rowsOf(opened.text), opened.text.match(/>PRICES/g)?.length]).toEqual([1, 1]);

  // Another user's view is neither visible nor removable, unless it is shared.
  const id = again.headers.get("Location")?.split("=")[1] ?? "";
  const manager = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "manager" }));
  expect((await manager.get("/admin/activity")).text).not.toContain("PRICES");
  await manager.form("/admin/views", { intent: "remove", id, back: "/admin/activity" });
  await owner.form("/admin/views", { ...view, name: "PRICES", query: "noun=category", shared: "1" });
  expect((await manager.get("/admin/activity")).text).toContain("PRICES");
  const { rows } = await shop.shop.database.sql("select id from saved_views");
  expect(rows).toHaveLength(1);
  const gone = await owner.form("/admin/views", {
    intent: "remove",
    id: String(rows[0]?.["id"]),
    back: "https://evil.example",
  });
  expect(gone.headers.get("Location")).toBe("/admin/overview");
  expect((await shop.shop.database.sql("select id from saved_views")).rows).toEqual([]);
  // Only what all staff see is recorded.
  const shared = { list: "activity", name: "PRICES", query: "noun=category" };
  const changes = await shop.shop.database.sql(
    "select action, before, after from audit_log where action like 'view.%' order by id",
  );
  expect(changes.rows).toEqual([
    { action: "view.share", before: null, after: shared },
    { action: "view.unshare", before: shared, after: null },
  ]);
});

test("unusable views are refused with a sentence, shared ones without the right, all of them to customers", async () => {
  const view = { intent: "save", list: "activity", back: "/admin/activity", name: "Mine", query: "" };
  const nameless = await owner.form("/admin/views.data", { ...view, name: " " });
  expect([nameless.status, nameless.text.includes("Give the view a name")]).toEqual([422, true]);
  const page = await owner.form("/admin/views", { ...view, name: " " });
  expect([page.status, page.text]).toEqual([
    422,
    expect.stringMatching(/<h1.*Give the view a name.*href="\/admin\/activity"/s),
  ]);
  expect((await sales.form("/admin/views.data", { ...view, shared: "1" })).status).toBe(403);
  expect((await sales.form("/admin/views", view)).status).toBe(303);
  const customer = await signedIn(shop, await makeCustomer(shop));
  expect((await customer.form("/admin/views", view)).headers.get("Location")).toBe("/");
  expect((await new Visitor(shop.url).form("/admin/views", view)).headers.get("Location")).toBe("/login");
  expect((await shop.shop.database.sql("select id from saved_views")).rows).toHaveLength(1);
});

describe("the export of orders", () => {
  test("has what the list shows, also of names that are alike, in a form that spreadsheets leave alone", async () => {
    const name = "=Zikora Export";
    const id = await makeOrder(shop.shop.database, null, { customer_name: name, customer_phone: "+2348031234567" });
    await makeOrder(shop.shop.database, null, { customer_name: name, order_status: "shipped" });
    const answer = await owner.get("/admin/orders/export?q=zikora+export&status=processing");
    expect([answer.status, answer.headers.get("Content-Disposition")]).toEqual([
      200,
      'attachment; filename="orders.csv"',
    ]);
    const [head, row, ...more] = parse(answer.text, { bom: true });
    expect(head).toEqual(
      expect.arrayContaining(["Order ID", "Customer", "Phone", "Substitute phone", "Amount", "Status", "Payment"]),
    );
    expect(row).toEqual(
      expect.arrayContaining([
        `#${id.slice(0, 8).toUpperCase()}`,
        `'${name}`,
        "0803 123 4567",
        "85000",
        "Processing",
        "Paid",
      ]),
    );
    expect(row).toContain("2 × Long Grain Rice, 50 kg");
    expect(more).toEqual([]);
    const alike = await owner.get("/admin/orders/export?q=zikoar+exprot&status=processing");
    expect(alike.text).toContain(id.slice(0, 8).toUpperCase());
    const book = await owner.send(`/admin/orders/export?format=xlsx&q=${id.slice(0, 8).toUpperCase()}`, {});
    expect(book.headers.get("Content-Type")).toContain("spreadsheetml");
    expect(book.text.startsWith("PK")).toBe(true);
  });

  test("needs the right to export", async () => {
    expect((await owner.get("/admin/orders")).text).toContain("/admin/orders/export");
    expect((await sales.get("/admin/orders")).text).not.toContain("/admin/orders/export");
    expect((await sales.get("/admin/orders/export")).headers.get("Location")).toBe("/admin/no-access");
  });
});

test("the export of customers has what the list shows, also of names that are alike", async () => {
  for (const [first, email] of [
    ["Zubaida", "one@zubaida.example"],
    ["Zubaidah", "two@zubaida.example"],
  ] as const) {
    const { id } = await makeCustomer(shop, { email });
    await shop.shop.database.sql("update users set first_name = $2, last_name = 'Danjuma' where id = $1", [id, first]);
  }
  const listed = async (q: string) =>
    (await owner.get(`/admin/customers?q=${q}`)).text.match(/[a-z]+@zubaida\.example(?=<)/g);
  const exported = async (q: string) =>
    parse((await owner.get(`/admin/customers/export?q=${q}`)).text, { bom: true, columns: true }).map(
      (row) => (row as Record<string, string>)["Email"],
    );
  for (const q of ["danjuma", "zubaidah+damjuna", "zubaida+dajnuma"]) {
    const rows = await exported(q);
    expect(rows, q).toHaveLength(2);
    expect(rows, q).toEqual(await listed(q));
  }
  expect(await exported("xyzzyq")).toEqual([]);
});

test("every list's search finds dotted and toned letters by plain ones", async () => {
  const { db, database } = shop.shop;
  const name = "Ṣóyínká Ẹ̀wà";
  const submission_id = randomUUID();
  const contact = { name, email: "writer@soyinka.invalid", submission_id };
  const [category] = await db.insert(categories).values({ name, slug: "toned" }).returning();
  const category_id = category?.id;
  const goods = { slug: "toned", price_kobo: 100, min_order: 1, stock_quantity: 5, category_id };
  await db.insert(products).values({ ...goods, name: "Brown beans" });
  const place = { address: "1 Road", whatsapp_contact: "+2348030000001" };
  await db.insert(suppliers).values({ ...contact, ...place, email: "a@toned.example", category_id: category_id ?? "" });
  await db
    .insert(contact_messages)
    .values({ ...contact, email: "a@toned.example", subject: "Hello", message: "Hello" });
  const request = { phone: "+2348030000001", quantity: 1, description: "Beans", access_token: submission_id };
  await db.insert(custom_orders).values({ ...contact, ...request, email: "a@toned.example" });
  await db.insert(blog_posts).values({ title: name, slug: "toned", content: "Text" });
  await db.insert(trash).values({ kind: "category", subject: submission_id, label: name, content: [] });
  const member = await makeCustomer(shop, { role: "admin", staff: "packer", email: "toned@oja.example" });
  await database.sql("update users set name = $2 where id = $1", [member.id, name]);
  for (const list of ["products", "suppliers", "messages", "custom-orders", "blog", "trash", "staff"]) {
    for (const q of ["soyinka+ewa", "ṢÓYÍNKÁ"]) {
      const { text } = await owner.get(`/admin/${list}?q=${q}`);
      expect(text, `${list} ${q}`).toContain(list === "products" ? "Brown beans" : name);
    }
  }
});

test("all failures are dismissed at once, by who may", async () => {
  const { database } = shop.shop;
  await database.sql(
    `insert into mails (kind, to_address, tries, last_error, data)
     select 'welcome_email', 'n' || n || '@example.com', 3, 'down', '{}' from generate_series(1, 612) n`,
  );
  const manager = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "manager" }));
  const fields = { intent: "dismiss", all: "1", query: "what=message" };
  const left = async () =>
    (await database.sql("select count(*)::int as n from mails where last_error = 'down' and status = 'queued'")).rows;
  for (const who of [sales, new Visitor(shop.url)]) await who.form("/admin/failures", fields);
  expect(await left()).toEqual([{ n: 612 }]);
  expect((await manager.form("/admin/failures.data", fields)).text).toContain("Dismissed (612)");
  expect(await left()).toEqual([{ n: 0 }]);
});
