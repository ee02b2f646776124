import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "../fixtures/catalog.ts";
import { textOf } from "../fixtures/html.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { filledForm } from "../fixtures/record-form.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let ada: Visitor;
let bola: Visitor;
let packer: Visitor;
let sales: Visitor;
let category: string;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  ada = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  bola = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  sales = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "sales" }));
  category = await idOf("insert into categories (name, slug) values ('Tins', 'tins') returning id");
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.database.sql("delete from admin_settings"));

const sql = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const idOf = async (text: string, values: unknown[] = []) => String((await sql(text, values))[0]?.["id"]);

/** A record with two form fields, each with two other values, and how it is deleted. */
type Kind = {
  noun: string;
  make: () => Promise<string>;
  field: [name: string, first: string, second: string];
  other: [name: string, first: string] | null;
  path: (id: string) => string;
  gone: string | null;
};

const KINDS: Kind[] = [
  {
    noun: "product",
    make: async () => (await makeProduct(shop.shop.db, { category_id: category, brand: "Mama Gold" })).id,
    field: ["brand", "Abakaliki", "Kebbi"],
    other: ["unit", "bag of 50 kg"],
    path: (id) => `/admin/products/${id}`,
    gone: "delete from products where id = $1",
  },
  {
    noun: "supplier",
    make: () =>
      idOf(
        `insert into suppliers (name, address, category_id, whatsapp_contact, email)
         values ('Zaria Grain', '4 Bello Road, Kano', $1, '+234 803 123 4567', 'zaria@trade.example') returning id`,
        [category],
      ),
    field: ["name", "Zaria Union", "Kano Union"],
    other: ["address", "9 Sabon Gari, Zaria"],
    path: (id) => `/admin/suppliers/${id}`,
    gone: "delete from suppliers where id = $1",
  },
  {
    noun: "post",
    make: () =>
      idOf(
        `insert into blog_posts (title, slug, excerpt, content, author_email)
         values ('Rice', 'rice-' || gen_random_uuid(), '', '<p>How to "store" rice</p>', 'a@b.example') returning id`,
      ),
    field: ["title", "Rice and beans", "Beans"],
    other: ["excerpt", "Keep it dry"],
    path: (id) => `/admin/blog/${id}`,
    gone: "delete from blog_posts where id = $1",
  },
  {
    noun: "category",
    make: () => idOf("insert into categories (name, slug) values ('Oils', 'oils-' || gen_random_uuid()) returning id"),
    field: ["description", "Palm oil and more", "Groundnut oil"],
    other: ["name", "Oils and fats"],
    path: (id) => `/admin/categories/${id}`,
    gone: "delete from categories where id = $1",
  },
  {
    noun: "settings",
    make: () => Promise.resolve("settings"),
    field: ["storeName", "Balogun Depot", "Alaba Depot"],
    other: ["storePhone", "+234 803 999 8888"],
    path: () => "/admin/settings",
    gone: null,
  },
  {
    noun: "one of the staff",
    make: async () => (await makeCustomer(shop, { role: "admin", staff: "packer" })).id,
    field: ["staff_role", "manager", "sales"],
    other: null,
    path: (id) => `/admin/staff/${id}`,
    gone: "update users set role = 'customer', staff_role = null where id = $1",
  },
];

const open = async ({ path }: Kind, id: string) => (await ada.get(path(id))).text;
/** The current value of a record's field. */
const now = async (kind: Kind, id: string, name: string) => filledForm(await open(kind, id), {})[name];

describe.each(KINDS)("two admins at $noun", (kind) => {
  const [name, first, second] = kind.field;

  test("other fields are merged with a message, the same field is a conflict, and nothing is overwritten", async () => {
    const id = await kind.make();
    const page = await open(kind, id);
    const post = (who: Visitor, changes: Record<string, string>) => who.form(kind.path(id), filledForm(page, changes));
    expect((await post(ada, { [name]: first })).status).toBe(200);
    // The same save again, as on a slow connection, is not another user's change.
    expect((await post(ada, { [name]: first })).status).toBe(200);
    if (kind.other) {
      const merged = await bola.form(`${kind.path(id)}.data`, filledForm(page, { [kind.other[0]]: kind.other[1] }));
      expect([merged.status, merged.text.includes("both are kept")]).toEqual([200, true]);
      expect(await now(kind, id, kind.other[0])).toBe(kind.other[1]);
    }
    const collided = await post(bola, { [name]: second });
    expect(collided.status).toBe(409);
    for (const word of ["Test Person changed this in the meantime", "Keep mine", "Take theirs", first, second]) {
      expect(collided.text).toContain(word);
    }
    expect(await now(kind, id, name)).toBe(first);
  });

  test("a value is restored from the history, as an edit like any other", async () => {
    const id = await kind.make();
    const path = kind.path(id);
    const before = await now(kind, id, name);
    expect((await ada.form(path, filledForm(await open(kind, id), { [name]: first }))).status).toBe(200);
    const shown = await open(kind, id);
    expect(textOf(shown)).toContain("Restore this value");
    const [line, seen] = [/name="line" value="(\d+)"/, /name="seen" value="(\d+)"/].map(
      (part) => part.exec(shown)?.[1],
    );
    const wanted = { intent: "restore", line: line ?? "", seen: seen ?? "", field: name, version: "1" };
    for (const who of [sales, packer]) {
      expect((await who.form(path, wanted)).headers.get("Location")).toBe("/admin/no-access");
    }
    expect((await new Visitor(shop.url).form(path, wanted)).headers.get("Location")).toBe("/login");
    expect((await ada.form(path, { ...wanted, field: "version" })).status).toBe(409);
    expect((await ada.form(path, { ...wanted, line: "999999" })).text).toContain("nothing to restore");
    expect(await now(kind, id, name)).toBe(first);

    // Another user changed the field after the history was read: the value is not overwritten.
    await bola.form(path, filledForm(await open(kind, id), { [name]: second }));
    expect((await ada.form(path, wanted)).status).toBe(409);
    expect(await now(kind, id, name)).toBe(second);
    const newer = /name="seen" value="(\d+)"/.exec(await open(kind, id))?.[1] ?? "";
    expect((await ada.form(path, { ...wanted, seen: newer })).status).toBe(200);
    expect(await now(kind, id, name)).toBe(before);
    const [last] = await sql("select after from audit_log where subject = $1 order by id desc limit 1", [id]);
    expect(last?.["after"]).toMatchObject({ [name]: before });
  });

  test.runIf(kind.gone)("one that was deleted meanwhile is not saved, and what was typed stays", async () => {
    const id = await kind.make();
    const page = await open(kind, id);
    await sql(kind.gone ?? "", [id]);
    const answer = await ada.form(`${kind.path(id)}.data`, filledForm(page, { [name]: first }));
    expect(answer.status).toBe(409);
    for (const word of ["deleted in the meantime", first]) expect(answer.text).toContain(word);
  });
});

test("a sale between opening and saving a product stays sold, and is no conflict", async () => {
  const { id } = await makeProduct(shop.shop.db, { stock_quantity: 40 });
  const page = (await ada.get(`/admin/products/${id}`)).text;
  await sql("update products set stock_quantity = 37 where id = $1", [id]);
  expect((await ada.form(`/admin/products/${id}`, filledForm(page, { brand: "Kebbi" }))).status).toBe(200);
  expect(await sql("select stock_quantity, brand from products where id = $1", [id])).toEqual([
    { stock_quantity: 37, brand: "Kebbi" },
  ]);
});

test("amounts, flags and lists of a product are restored as they were; one that breaks a rule is refused with its sentence", async () => {
  const { id } = await makeProduct(shop.shop.db, { price_kobo: 100_000, featured: false, price_steps: [] });
  const path = `/admin/products/${id}`;
  const edit = async (changes: Record<string, string>) =>
    expect((await ada.form(path, filledForm((await ada.get(path)).text, changes))).status).toBe(200);
  await edit({ price: "2000", featured: "1", price_steps: "24 = 1500" });
  await edit({ discount_price: "1800" });
  const page = (await ada.get(path)).text;
  const text = textOf(page);
  for (const part of ["₦1,000.00", "₦2,000.00", "24 = 1500", "Restore all of this change"])
    expect(text).toContain(part);
  const [, line = ""] = [...page.matchAll(/name="line" value="(\d+)"/g)].map((match) => match[1] ?? "");
  const seen = /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "";
  const back = { intent: "restore", line, seen, version: "3", field: "" };
  const refused = await ada.form(`${path}.data`, { ...back, field: "price_kobo" });
  expect([refused.status, refused.text.includes("The discount price is above the price.")]).toEqual([422, true]);
  await edit({ discount_price: "" });
  expect((await ada.form(path, { ...back, seen: "999999" })).status).toBe(200);
  const [row] = await sql("select price_kobo::int, featured, price_steps from products where id = $1", [id]);
  expect(row).toEqual({ price_kobo: 100_000, featured: false, price_steps: [] });
});

test("the palette finds orders by number and phone, customers and products, each for roles that may see them", async () => {
  const customer = await makeCustomer(shop);
  await sql("update users set first_name = 'Ngozi', last_name = 'Eze' where id = $1", [customer.id]);
  const order = await makeOrder(shop.shop.database, customer.id, {
    customer_name: "Ngozi Eze",
    customer_phone: "+234 806 555 4433",
  });
  const { id: product } = await makeProduct(shop.shop.db, { name: "Ngozi’s garri 10kg" });
  const find = async (who: Visitor, q: string) =>
    (await who.get(`/admin/search?q=${encodeURIComponent(q)}`)).json["groups"] as {
      name: string;
      items: { href: string }[];
    }[];
  for (const q of ["08065554433", "+2348065554433", "0806 555 4433", order.slice(0, 8)]) {
    const groups = await find(ada, q);
    expect(groups[0]?.items[0]?.href, q).toBe(`/admin/orders/${order}`);
  }
  expect((await find(ada, "ngozi")).map(({ name, items }) => [name, items[0]?.href])).toEqual([
    ["Orders", `/admin/orders/${order}`],
    ["Customers", `/admin/customers/${customer.id}`],
    ["Products", `/admin/products/${product}`],
  ]);
  expect((await find(packer, "ngozi")).map(({ name, items }) => [name, items[0]?.href])).toEqual([
    ["Orders", `/admin/orders/${order}`],
    ["Products", expect.stringMatching(/^\/admin\/products\?q=Ngozi/)],
  ]);
  expect(await find(ada, "ng")).toEqual([]);
  expect(await find(ada, "%%%")).toEqual([]);
  const guest = await new Visitor(shop.url).get("/admin/search?q=ngozi");
  const other = await (await signedIn(shop, customer)).get("/admin/search?q=ngozi");
  expect([guest, other].map(({ headers, text }) => [headers.get("Location"), text.includes(order)])).toEqual([
    ["/login", false],
    ["/", false],
  ]);
});

test("customers are exported as filtered, with phones as text and no live formulas, by roles that may export", async () => {
  const customer = await makeCustomer(shop);
  await sql("update users set first_name = '=Halima', last_name = 'Sani', phone_number = $2 where id = $1", [
    customer.id,
    "+2348099998888",
  ]);
  await makeOrder(shop.shop.database, customer.id, { total_amount_kobo: 8_500_000 });
  const path = "/admin/customers/export?q=halima&format=";
  const file = await ada.get(`${path}csv`);
  expect(file.headers.get("Content-Disposition")).toContain('filename="customers.csv"');
  const [heads = "", line = "", ...more] = file.text.trim().split("\r\n");
  expect(heads).toContain("Name,Email,Phone,Address,City,State,Postal code,Country,Joined,Orders,Spent,Last order");
  for (const part of ["'=Halima Sani", customer.email, "0809 999 8888", "Nigeria", ",1,85000,"])
    expect(line).toContain(part);
  expect(more).toEqual([]);
  expect((await ada.get(`${path}xlsx`)).text.slice(0, 2)).toBe("PK");
  expect((await ada.get("/admin/customers?q=halima")).text).toContain(
    'href="/admin/customers/export?format=xlsx&amp;q=halima"',
  );
  for (const who of [sales, packer]) {
    expect((await who.get(`${path}csv`)).headers.get("Location")).toBe("/admin/no-access");
  }
  expect((await new Visitor(shop.url).get(`${path}csv`)).headers.get("Location")).toBe("/login");
});

test("an order's status is restored from its history, unless another admin moved the order since", async () => {
  const id = await makeOrder(shop.shop.database, null, {});
  const path = `/admin/orders/${id}`;
  const status = async () => (await sql("select order_status from orders where id = $1", [id]))[0]?.["order_status"];
  await ada.form(path, { intent: "status", status: "shipped", seen: "processing" });
  const page = (await ada.get(path)).text;
  expect(textOf(page)).toContain("Restore this value");
  const [line = "", seen = ""] = [/name="line" value="(\d+)"/, /name="seen" value="(\d+)"/].map(
    (one) => one.exec(page)?.[1],
  );
  const back = { intent: "restore", line, seen, field: "status", version: "0" };
  expect((await packer.form(path, back)).status).toBe(409);
  expect((await packer.get(path)).text).not.toContain("Restore this value");
  await bola.form(path, { intent: "status", status: "delivered", seen: "shipped" });
  const refused = await ada.form(`${path}.data`, back);
  expect([refused.status, refused.text.includes("Another admin set this order to Delivered")]).toEqual([409, true]);
  expect(await status()).toBe("delivered");
  await bola.form(path, { intent: "status", status: "shipped", seen: "delivered" });
  const newest = /name="seen" value="(\d+)"/.exec((await ada.get(path)).text)?.[1] ?? "";
  expect((await ada.form(path, { ...back, seen: newest })).status).toBe(200);
  expect(await status()).toBe("processing");
});

test("a message is answered by mail, and by WhatsApp where its text or an account names a number, said as what it is", async () => {
  const add = (email: string, text: string) =>
    idOf(
      `insert into contact_messages (name, email, subject, message, submission_id)
       values ('Ada', $1, 'Contact Form Submission', $2, gen_random_uuid()) returning id`,
      [email, text],
    );
  const shown = async (id: string) => (await ada.get(`/admin/messages/${id}`)).text;
  const written = await shown(await add("x1@letters.example", "Please call 0803 123 4567 today"));
  for (const part of ["mailto:x1@letters.example?subject=Re", "https://wa.me/2348031234567?text=Hello%20Ada"])
    expect(written).toContain(part);
  const customer = await makeCustomer(shop);
  await sql("update users set phone_number = '+2348055550001' where id = $1", [customer.id]);
  const known = await shown(await add(customer.email, "How much is a carton?"));
  expect(known).toMatch(/On record.*from an account or order with this email.*https:\/\/wa.me\/2348055550001/s);
  expect(await shown(await add("x2@letters.example", "Carton of 12345678901 pieces?"))).not.toContain("wa.me");
});
