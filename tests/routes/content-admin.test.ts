import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { StaffRole } from "#app/features/permissions/rules.ts";
import { NEW_SUPPLIER } from "#app/features/suppliers/rules.ts";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "../fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let category: string;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  owner = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  const { rows } = await sql("insert into categories (name, slug) values ('Tins', 'tins') returning id");
  category = String(rows[0]?.["id"]);
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const staff = async (role: StaffRole) => signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
const shown = async (visitor: Visitor, path: string) => textOf((await visitor.get(path)).text);

async function message(name: string, text = "How much is a carton of milk?"): Promise<string> {
  const { rows } = await sql(
    "insert into contact_messages (name, email, subject, message, submission_id) values ($1, $2, 'Contact Form Submission', $3, gen_random_uuid()) returning id",
    [name, `${name.toLowerCase()}@letters.example`, text],
  );
  return String(rows[0]?.["id"]);
}

async function supplier(name: string): Promise<string> {
  const { rows } = await sql(
    "insert into suppliers (name, address, category_id, whatsapp_contact, email) values ($1, '4 Bello Road, Kano', $2, '+234 803 123 4567', $3) returning id",
    [name, category, `${name.toLowerCase()}@trade.example`],
  );
  return String(rows[0]?.["id"]);
}

describe("messages", () => {
  test("the list says what is new, finds by name, email and subject, and opens one", async () => {
    const [id] = [await message("Adaeze"), await message("Bisi")];
    const list = await shown(owner, "/admin/messages");
    for (const part of ["Adaeze", "bisi@letters.example", "Contact Form Submission", "New"])
      expect(list).toContain(part);
    expect(await shown(owner, "/admin/messages?q=adaeze")).not.toContain("Bisi");
    expect(await shown(owner, "/admin/messages?status=read")).toContain("No messages found");
    const opened = await shown(owner, `/admin/messages/${id}`);
    for (const part of ["From", "Adaeze", "Email", "Subject", "Received", "How much is a carton of milk?"])
      expect(opened).toContain(part);
    expect((await owner.form(`/admin/messages/${id}`, { intent: "read" })).status).toBe(200);
    expect(await shown(owner, "/admin/messages?status=read")).toContain("Adaeze");
    const deleted = await owner.form(`/admin/messages/${id}?q=ada`, { intent: "delete" });
    expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, "/admin/messages?q=ada"]);
    expect((await owner.get(`/admin/messages/${id}`)).status).toBe(404);
    expect((await owner.get("/admin/messages/nonsense")).status).toBe(404);
  });

  test("what visitors write is text, never markup", async () => {
    const id = await message("Eve", "<script>alert(1)</script> and <b>bold</b>");
    const { text } = await owner.get(`/admin/messages/${id}`);
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt; and &lt;b&gt;bold");
  });

  test("guests, customers and packers neither see nor change them", async () => {
    const id = await message("Secret");
    const others = [new Visitor(shop.url), await signedIn(shop, await makeCustomer(shop)), await staff("packer")];
    for (const other of others) {
      for (const path of ["/admin/messages", `/admin/messages/${id}`, `/admin/messages/${id}.data`]) {
        const answer = await other.get(path);
        expect(answer.status).not.toBe(200);
        expect(answer.text).not.toContain("carton of milk");
      }
      await other.form(`/admin/messages/${id}`, { intent: "delete" });
    }
    expect((await sql("select is_read from contact_messages where id = $1", [id])).rows).toEqual([{ is_read: false }]);
    expect(await shown(await staff("sales"), "/admin/messages")).toContain("Secret");
  });
});

test("messages that cannot be read or deleted say so, and nothing is lost", async () => {
  const id = await message("Funke");
  const log = vi.spyOn(shop.shop.log, "error").mockImplementation(() => {});
  await sql("alter table contact_messages rename to away");
  onTestFinished(async () => {
    await sql("alter table if exists away rename to contact_messages");
    log.mockRestore();
  });
  const list = await owner.get("/admin/messages");
  expect([list.status, textOf(list.text).includes("Error loading messages")]).toEqual([200, true]);
  const refused = await owner.form(`/admin/messages/${id}`, { intent: "delete" });
  expect(refused.status).toBe(503);
  await sql("alter table away rename to contact_messages");
  expect(await shown(owner, "/admin/messages?q=funke")).toContain("Funke");
});

test("the newsletter's addresses are a file for who may export, with those who left only when asked for", async () => {
  await sql(
    "insert into newsletter_subscribers (email, confirmed_at, unsubscribed_at) values ('stays@n.example', now(), null), ('left@n.example', now(), now()), ('=waits@n.example', null, null)",
  );
  expect((await owner.get("/admin/customers")).text).toContain('href="/admin/newsletter/export?format=xlsx"');
  const active = await owner.get("/admin/newsletter/export");
  expect(active.headers.get("Content-Disposition")).toContain('filename="newsletter-subscribers.csv"');
  expect(active.text).toContain("stays@n.example,subscribed,");
  expect(active.text).not.toMatch(/left@|waits@/);
  const all = await owner.get("/admin/newsletter/export?all");
  for (const part of ["stays@n.example,subscribed", "left@n.example,unsubscribed", "'=waits@n.example,waiting"])
    expect(all.text).toContain(part);
  const others = [new Visitor(shop.url), await signedIn(shop, await makeCustomer(shop)), await staff("sales")];
  for (const other of others) {
    const answer = await other.get("/admin/newsletter/export?all");
    expect([answer.status, answer.text.includes("n.example")]).toEqual([302, false]);
  }
  expect((await others[2]?.get("/admin/customers"))?.text).not.toContain("newsletter/export");
});

describe("suppliers", () => {
  const FORM = () => ({
    name: "Aba Shoes",
    address: "7 Ariaria Market, Aba, Abia",
    category_id: category,
    whatsapp_contact: "+234 803 123 4567",
    email: "aba@trade.example",
  });

  test("approving lists the supplier and mails it; the list shows who waits first", async () => {
    const id = await supplier("Zaria");
    const approve = await owner.form("/admin/suppliers", { id, intent: "approved" });
    expect([approve.status, approve.text]).toEqual([200, expect.stringContaining("Supplier approved")]);
    expect((await messageTo(shop, "zaria@trade.example")).subject).toBe("You are a supplier of Oja");
    await supplier("Yola");
    const list = await shown(owner, "/admin/suppliers");
    expect(list.indexOf(">Yola<")).toBeGreaterThan(0);
    expect(list.indexOf(">Yola<")).toBeLessThan(list.indexOf(">Zaria<"));
    for (const part of ["Tins", "4 Bello Road, Kano", "0803 123 4567", "yola@trade.example", "Pending", "Approved"])
      expect(list).toContain(part);
    expect(await shown(owner, "/admin/suppliers?status=approved")).not.toContain(">Yola<");
    await owner.form("/admin/suppliers", { id, intent: "declined" });
    expect((await messageTo(shop, "zaria@trade.example", 1)).subject).toBe("Your supplier registration");
  });

  test("adding, editing and deleting, with what is wrong at its field", async () => {
    const page = (await owner.get("/admin/suppliers/new")).text;
    for (const name of Object.keys(NEW_SUPPLIER)) expect(page).toContain(` name="${name}"`);
    const refused = await owner.form("/admin/suppliers/new", { ...FORM(), email: "aba" });
    expect(refused.status).toBe(422);
    expect(textOf(refused.text)).toContain("Please enter a valid email address.");
    const added = await owner.form("/admin/suppliers/new", FORM());
    expect(textOf(added.text)).toContain("Supplier created");
    const { rows } = await sql("select id, status from suppliers where name = 'Aba Shoes'");
    expect(rows).toMatchObject([{ status: "approved" }]);
    const id = String(rows[0]?.["id"]);
    const edit = { version: "1", "was.name": "Aba Shoes", name: "Aba Shoe Guild" };
    expect(textOf((await owner.form(`/admin/suppliers/${id}`, edit)).text)).toContain("Supplier updated");
    const conflict = await owner.form(`/admin/suppliers/${id}`, { ...edit, name: "Another" });
    expect(conflict.status).toBe(409);
    const deleted = await owner.form("/admin/suppliers?q=Aba", { id, intent: "delete" });
    expect([deleted.status, deleted.text]).toEqual([200, expect.stringContaining("Supplier deleted")]);
    expect(await shown(owner, "/admin/suppliers?q=Aba")).toContain("No suppliers found");
    expect((await owner.get(`/admin/suppliers/${id}`)).status).toBe(404);
    expect((await owner.form("/admin/suppliers", { id, intent: "delete" })).status).toBe(404);
    expect((await owner.form("/admin/suppliers", { id, intent: "nonsense" })).status).toBe(400);
  });

  test("every change needs the right to edit", async () => {
    const id = await supplier("Minna");
    const others = [new Visitor(shop.url), await signedIn(shop, await makeCustomer(shop)), await staff("packer")];
    for (const other of [...others, await staff("sales")]) {
      for (const intent of ["approved", "declined", "delete"]) await other.form("/admin/suppliers", { id, intent });
      await other.form("/admin/suppliers/new", { ...FORM(), name: `Mine ${randomUUID()}` });
      await other.form(`/admin/suppliers/${id}`, { version: "1", "was.name": "Minna", name: "Mine" });
    }
    for (const other of others) expect((await other.get("/admin/suppliers")).status).not.toBe(200);
    const { rows } = await sql("select name, status from suppliers where id = $1 or name like 'Mine%'", [id]);
    expect(rows).toEqual([{ name: "Minna", status: "pending" }]);
  });
});
