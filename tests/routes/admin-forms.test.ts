import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { STAFF_ROLES } from "#app/features/permissions/rules.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeProducts } from "../fixtures/catalog.ts";
import { filledForm } from "../fixtures/record-form.ts";
import { BEHIND_PROXY, linkIn, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let ownerId: string;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const boss = await makeCustomer(shop, { role: "admin" });
  ownerId = boss.id;
  owner = await signedIn(shop, boss);
  // The demo's own owner is removed, so that there can be a last one.
  await shop.shop.database.sql(
    "update users set role = 'customer', staff_role = null where email = 'admin@oja.example'",
  );
});
afterAll(() => shop.close());

const stored = async (text: string, values: unknown[]) => (await shop.shop.database.sql(text, values)).rows;
const roleOf = async (id: string) => (await stored("select role, staff_role from users where id = $1", [id]))[0];

const SETTINGS = "/admin/settings";
test("settings are saved all at once, merged with what others saved, and asked about where both changed one", async () => {
  const opened = (await owner.get(SETTINGS)).text;
  for (const word of [
    "Save Settings",
    "General",
    "Payment",
    "Shipping",
    "Email",
    "Test mode is on.",
    "Free shipping minimum",
  ]) {
    expect(opened).toContain(word);
  }
  const first = await owner.form(SETTINGS, filledForm(opened, { storeName: "Balogun Depot", testMode: "" }));
  expect([first.status, first.text.includes("Settings saved")]).toEqual([200, true]);
  // Another owner changed the name, this one the phone, from the same page: both are kept, and the message says so.
  const bola = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  const other = await bola.form(SETTINGS, filledForm(opened, { storePhone: "+234 803 999 8888" }));
  expect([other.status, other.text.includes("Settings saved")]).toEqual([200, true]);
  const [general] = await stored("select settings from admin_settings where category = 'general'", []);
  expect(JSON.parse(String(general?.["settings"]))).toMatchObject({
    storeName: "Balogun Depot",
    storePhone: "+234 803 999 8888",
  });
  const collided = await bola.form(SETTINGS, filledForm(opened, { storeName: "Alaba Depot" }));
  expect(collided.status).toBe(409);
  for (const word of [
    "Test Person changed this in the meantime",
    "Keep mine",
    "Take theirs",
    "Alaba Depot",
    "Balogun Depot",
  ]) {
    expect(collided.text).toContain(word);
  }
  // The same save sent twice, as on a slow connection, is no conflict.
  expect((await owner.form(SETTINGS, filledForm(opened, { storeName: "Balogun Depot" }))).status).toBe(200);
  const wrong = await owner.form(SETTINGS, filledForm(opened, { storeEmail: "nobody" }));
  expect([wrong.status, wrong.text.includes("Please enter a valid email address.")]).toEqual([422, true]);
  expect(wrong.text).toContain('value="nobody"');
  const lines = await stored("select before, after from audit_log where action = 'settings.save' order by id", []);
  expect(lines[0]).toMatchObject({ after: { storeName: "Balogun Depot", testMode: false } });
});

test("settings that cannot be read or saved say so", async () => {
  const error = vi.spyOn(shop.shop.log, "error").mockImplementation(() => {});
  const opened = (await owner.get(SETTINGS)).text;
  await stored("alter table admin_settings rename to away", []);
  onTestFinished(async () => {
    error.mockRestore();
    await stored("alter table away rename to admin_settings", []);
  });
  expect((await owner.get(SETTINGS)).text).toContain("Failed to load settings. Please try again.");
  const failed = await owner.form(`${SETTINGS}.data`, filledForm(opened, { storeName: "X" }));
  expect([failed.status, failed.text.includes("Failed to save settings. Please try again.")]).toEqual([500, true]);
});

test("settings and staff are the owner's alone, however they are asked for", async () => {
  for (const staff of STAFF_ROLES.filter((role) => role !== "owner")) {
    const visitor = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff }));
    for (const path of [SETTINGS, "/admin/staff", "/admin/staff/new", `/admin/staff/${ownerId}`]) {
      for (const answer of [
        await visitor.get(path),
        await visitor.form(path, { "was.staff_role": "owner", staff_role: "packer" }),
      ]) {
        expect([answer.status, answer.headers.get("Location")], `${staff} ${path}`).toEqual([302, "/admin/no-access"]);
      }
    }
  }
  expect(await roleOf(ownerId)).toEqual({ role: "admin", staff_role: "owner" });
});

test("a role is changed and taken away; the last owner stays", async () => {
  await stored("update users set role = 'customer', staff_role = null where role = 'admin' and id <> $1", [ownerId]);
  const clerk = await makeCustomer(shop, { role: "admin", staff: "packer" });
  const theirs = await signedIn(shop, clerk);
  const address = `/admin/staff/${clerk.id}`;
  const opened = (await owner.get(`${address}?q=test&role=packer`)).text;
  expect(opened).toContain('href="/admin/staff?q=test&amp;role=packer"');
  expect((await theirs.get("/admin/activity")).headers.get("Location")).toBe("/admin/no-access");
  const saved = await owner.form(address, filledForm(opened, { staff_role: "manager" }));
  expect([saved.status, saved.text.includes("Role changed")]).toEqual([200, true]);
  expect((await theirs.get("/admin/activity")).status).toBe(200);
  expect((await owner.form(address, filledForm(opened, { staff_role: "sales" }))).status).toBe(409);
  expect((await owner.form(address, filledForm(opened, { staff_role: "king" }))).status).toBe(409);
  const me = (await owner.get(`/admin/staff/${ownerId}`)).text;
  const last = await owner.form(`/admin/staff/${ownerId}`, filledForm(me, { staff_role: "sales" }));
  expect([last.status, last.text.includes("last owner")]).toEqual([422, true]);
  expect((await owner.form(`/admin/staff/${ownerId}`, { intent: "remove" })).status).toBe(422);
  expect((await owner.form(address, { intent: "remove" })).headers.get("Location")).toBe("/admin/staff");
  expect(await roleOf(clerk.id)).toEqual({ role: "customer", staff_role: null });
  expect(await theirs.session()).toBeNull();
  expect((await owner.form(address, filledForm(opened, { staff_role: "sales" }))).text).toContain(
    "deleted in the meantime",
  );
  expect((await owner.get(address)).status).toBe(404);
});

test("an invitation goes by mail and is used once, by the confirmed account of its address alone", async () => {
  const email = newEmail("clerk");
  expect((await owner.form("/admin/staff/new", { email: "nobody", staff_role: "king" })).status).toBe(422);
  const invited = await owner.form("/admin/staff/new", { email: email.toUpperCase(), staff_role: "sales" });
  expect([invited.status, invited.text.includes("Invitation sent")]).toEqual([200, true]);
  const link = linkIn((await messageTo(shop, email)).text, "join-staff").href;
  const token = new URL(link).searchParams.get("token") ?? "";
  expect(JSON.stringify(await stored("select * from staff_invitations", []))).not.toContain(token);
  const guest = await new Visitor(shop.url).get(link);
  expect([guest.status, guest.headers.get("Cache-Control"), guest.text.includes("Log in with the account of")]).toEqual(
    [200, "no-store", true],
  );
  expect((await new Visitor(shop.url).form("/join-staff", { token })).status).toBe(403);
  const stranger = await signedIn(shop, await makeCustomer(shop));
  expect((await stranger.form("/join-staff", { token })).text).toContain("another email address");
  const clerk = await makeCustomer(shop, { email });
  const visitor = await signedIn(shop, clerk);
  expect((await visitor.form("/join-staff", { token: "guess" })).status).toBe(404);
  const joined = await visitor.form("/join-staff", { token });
  expect(joined.headers.get("Location")).toBe("/login?next=/admin");
  expect(await roleOf(clerk.id)).toEqual({ role: "admin", staff_role: "sales" });
  expect(await visitor.session()).toBeNull();
  expect((await new Visitor(shop.url).get(link)).status).toBe(404);
  const again = newEmail("late");
  await owner.form("/admin/staff/new", { email: again, staff_role: "packer" });
  const [open] = await stored("select id from staff_invitations", []);
  await owner.form("/admin/staff", { withdraw: String(open?.["id"]) });
  expect(await stored("select id from staff_invitations", [])).toEqual([]);
});

test("categories: the slug follows the name and the old one leads there; order, move, merge; nothing is orphaned", async () => {
  const { db, database } = shop.shop;
  for (const table of ["products", "categories"]) await database.sql(`delete from ${table}`);
  const staff = async (role: "packer" | "sales") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  const path = "/admin/categories";
  const fields = { name: "Grains & Flour", description: "", parent_id: "", image_url: "" };
  expect((await owner.form(`${path}/new`, { ...fields, name: " " })).text).toContain("A category needs a name.");
  expect((await owner.form(`${path}/new`, fields)).status).toBe(200);
  expect((await owner.form(`${path}/new`, { ...fields, name: "Grains, flour" })).status).toBe(200);
  const again = await owner.form(`${path}/new`, { ...fields, name: "GRAINS  & flour" });
  expect([again.status, again.text]).toEqual([422, expect.stringContaining("There is a category “") as string]);
  const all = async () =>
    (await database.sql("select id, slug, name, parent_id, version from categories order by position, lower(name)"))
      .rows;
  const slugs = async () => (await all()).map(({ slug }) => slug);
  expect(await slugs()).toEqual(["grains-flour", "grains-flour-2"]);
  const ids = (await all()).map(({ id }) => String(id));
  const [grains = "", flour = ""] = ids;
  const drinks = await makeCategory(db, { name: "Drinks", slug: "drinks" });
  const rice = await makeCategory(db, { name: "Rice", slug: "rice", parent_id: grains });
  for (const who of [await staff("packer"), await staff("sales")]) {
    expect((await who.get(path)).headers.get("Location")).toBe("/admin/no-access");
    for (const form of [
      { intent: "delete", id: flour, into: "" },
      { intent: "merge", id: flour, into: grains },
    ])
      expect((await who.form(path, form)).headers.get("Location")).toBe("/admin/no-access");
    expect((await who.form(`${path}/${flour}`, { version: "1", "was.name": "Grains, flour", name: "X" })).status).toBe(
      302,
    );
  }

  // Renamed, while another admin changes another field; the former address is a 301.
  const renamed = { version: "1", "was.name": "Grains, flour", name: "Flour" };
  expect(
    (await owner.form(`${path}/${flour}`, { version: "1", "was.description": "", description: "Milled" })).status,
  ).toBe(200);
  expect((await owner.form(`${path}/${flour}`, { ...renamed, name: "drinks" })).status).toBe(422);
  expect((await owner.form(`${path}/${flour}`, renamed)).status).toBe(200);
  expect((await owner.form(`${path}/${flour}`, { ...renamed, name: "Milled" })).status).toBe(409);
  const moved = await owner.get("/category/grains-flour-2");
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/category/flour"]);

  // Two levels, no cycle.
  const under = async (id: string, parent: string, was = "") =>
    (await owner.form(`${path}/${id}`, { version: "9", "was.parent_id": was, parent_id: parent })).status;
  expect(await under(grains, drinks.id)).toBe(422);
  expect(await under(grains, grains)).toBe(422);
  expect(await under(flour, rice.id)).toBe(422);
  expect(await under(flour, grains)).toBe(200);

  // The order of the shop's menu.
  expect((await owner.form(path, { intent: "order", id: grains, to: "0" })).text).toContain("is now at place 1");
  expect(await slugs()).toEqual(["flour", "rice", "grains-flour", "drinks"]);
  expect((await owner.form(path, { intent: "order", id: grains, to: "x" })).status).toBe(400);

  // Not deleted unless empty; merged, all of it moves and its addresses redirect.
  const goods = await makeProducts(db, 3, { category_id: grains });
  const full = await owner.form(path, { intent: "delete", id: grains });
  expect([full.status, full.text]).toEqual([409, expect.stringContaining("3 products and 2 sub-categories") as string]);
  expect((await owner.form(path, { intent: "merge", id: grains, into: flour })).status).toBe(422);
  expect((await owner.form(path, { intent: "merge", id: grains, into: grains })).status).toBe(422);
  const namesake = await makeCategory(db, { name: "RICE", slug: "rice-9", parent_id: drinks.id });
  const both = await owner.form(path, { intent: "merge", id: grains, into: drinks.id });
  expect([both.status, both.text]).toEqual([422, expect.stringContaining("sub-category of the same name") as string]);
  await database.sql("delete from categories where id = $1", [namesake.id]);
  const payloads: string[] = [];
  const stop = await database.listen("catalogue", (payload) => payloads.push(payload));
  const merged = await owner.form(path, { intent: "merge", id: grains, into: drinks.id });
  expect(merged.status).toBe(200);
  await database.sql("select pg_notify('catalogue', 'mark')");
  await expect.poll(() => payloads.at(-1)).toBe("mark");
  await stop();
  expect(payloads).toContain("all");
  expect(payloads.filter((payload) => !["all", "listing", "mark"].includes(payload))).toEqual([
    expect.stringMatching(/^product:([\w-]{36},?){3}$/),
  ]);
  expect((await all()).map(({ name, parent_id }) => [name, parent_id])).toEqual(
    expect.arrayContaining([
      ["Drinks", null],
      ["Flour", drinks.id],
      ["Rice", drinks.id],
    ]),
  );
  const { rows: products } = await database.sql("select distinct category_id, top_category_id, version from products");
  expect(products).toEqual([{ category_id: drinks.id, top_category_id: drinks.id, version: 2 }]);
  expect((await owner.get("/category/grains-flour")).headers.get("Location")).toBe("/category/drinks");
  expect((await owner.form(path, { intent: "delete", id: rice.id })).text).toContain("Category deleted");
  expect((await owner.form(path, { intent: "delete", id: rice.id })).status).toBe(404);
  const written = async (id: string) =>
    (await database.sql("select action from audit_log where subject = $1 order by id", [id])).rows.map(
      (row) => row.action,
    );
  expect(await written(grains)).toEqual(["category.create", "category.order", "category.delete"]);
  expect(await written(drinks.id)).toEqual(["category.merge"]);
  expect(await written(goods[0]!.id)).toEqual(["product.update"]);
  const { rows: binned } = await database.sql("select id from trash where subject = $1", [rice.id]);
  expect((await owner.form("/admin/trash", { id: String(binned[0]?.id) })).text).toContain("Rice is restored");
});

test("search words: added by a form, refused with what was typed, edited by their link, deleted; not by packers", async () => {
  const path = "/admin/search-words";
  const list = (await owner.get(`${path}?q=pampers`)).text;
  expect(list).toContain("diapers");
  const added = await owner.form(path, { intent: "save", was: "", phrase: "Softcare", kind: "diapers" });
  expect([added.status, added.text.includes("“softcare” is saved")]).toEqual([200, true]);
  const refused = await owner.form(path, { intent: "save", was: "", phrase: "softcares", kind: "rice <b>" });
  expect(refused.status).toBe(422);
  for (const part of ["“softcare” is in the list already", 'value="rice &lt;b&gt;"'])
    expect(refused.text).toContain(part);
  expect((await owner.get(`${path}?edit=softcare`)).text).toContain('name="was" value="softcare"');
  const packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  expect((await packer.get(path)).headers.get("Location")).toContain("/admin/no-access");
  await packer.form(path, { intent: "delete", id: "softcare" });
  expect(await stored("select kind from synonyms where phrase = 'softcare'", [])).toEqual([{ kind: "diapers" }]);
  expect((await owner.form(path, { intent: "delete", id: "softcare" })).status).toBe(200);
  expect((await owner.form(path, { intent: "delete", id: "softcare" })).status).toBe(404);
});
