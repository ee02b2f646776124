import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffRole } from "#app/features/permissions/rules.ts";
import type { Edit } from "#app/lib/merge.ts";
import { TOO_QUICK } from "#app/lib/submissions.ts";
import { listPage } from "#app/platform/list.server.ts";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { mails } from "#db/schema/mail.ts";
import { suppliers } from "#db/schema/requests.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { createSupplier, deleteSupplier, registerSupplier, reviewSupplier, updateSupplier } from "./commands.server.ts";
import { approvedSuppliers, freeDistributors, supplierCategories, suppliersSource } from "./queries.server.ts";
import { FILL_IN, INVALID_EMAIL, placeOf, registrationMessage, registrationTitle } from "./rules.ts";

const OWNER = actorOf(randomUUID(), "admin");
const staff = (role: StaffRole) => actorOf(randomUUID(), "admin", role);
let database: Database;
let ctx: Parameters<typeof registerSupplier>[0];
let mayMail: number | null = null;
let grocery: string;
let form: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.insert(users).values({ id: OWNER.id, name: "Bola", email: "bola@oja.example", role: "admin" });
  const limits = { hit: () => Promise.resolve(mayMail) };
  ctx = { db: database.db, jobs: recordedJobs(), baseUrl: "https://shop.example", limits };
  const [top] = await database.db.insert(categories).values({ name: "Grocery", slug: "grocery" }).returning();
  grocery = top?.id ?? "";
  const [rice] = await database.db
    .insert(categories)
    .values({ name: "Rice", slug: "rice", parent_id: grocery })
    .returning();
  const goods = { price_kobo: 100, min_order: 1, stock_quantity: 5, category_id: rice?.id };
  await database.db.insert(products).values([
    { ...goods, name: "Rice A", slug: "a", distributor: "Kano Grain Union" },
    { ...goods, name: "Rice B", slug: "b", distributor: "Kano Grain Union" },
    { ...goods, name: "Rice C", slug: "c", distributor: "Somebody Else" },
  ]);
  form = {
    name: "Kano Grain",
    address: "4 Bello Road, Kano, Kano State, Nigeria",
    category_id: grocery,
    whatsapp_contact: "+234 803 123 4567",
    email: "trade@kano.example",
  };
});
afterAll(() => database.close());
beforeEach(async () => {
  mayMail = null;
  for (const table of [suppliers, mails, audit_log]) await database.db.delete(table);
});

const kinds = async () => (await database.db.select({ kind: mails.kind }).from(mails)).map(({ kind }) => kind);
/** An edit of version 1: old and new text by field. */
function edit(fields: Record<string, [was: string, mine: string]>): Edit {
  const pick = (at: 0 | 1) => Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts[at]]));
  return { version: 1, was: pick(0), mine: pick(1) };
}
async function registered(more: Record<string, string> = {}): Promise<string> {
  await registerSupplier(ctx, randomUUID(), { ...form, ...more });
  const [row] = await database.db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.status, "pending"));
  return row?.id ?? "";
}

test("a registration waits for review and is listed nowhere", async () => {
  expect(await registerSupplier(ctx, randomUUID(), form)).toEqual({ ok: true });
  expect(await database.db.select().from(suppliers)).toMatchObject([{ ...form, status: "pending", distributor: "" }]);
  expect(await kinds()).toEqual(["supplier_received"]);
  expect(await approvedSuppliers(database.db, 1)).toMatchObject({ suppliers: [], total: 0, pages: 1 });
});

test("a form that is sent twice, and the same business again while it waits, are one row and one mail", async () => {
  const id = randomUUID();
  await Promise.all([registerSupplier(ctx, id, form), registerSupplier(ctx, id, form)]);
  await registerSupplier(ctx, randomUUID(), { ...form, name: "KANO grain", email: "Trade@Kano.example" });
  expect(await database.db.$count(suppliers)).toBe(1);
  expect(await kinds()).toEqual(["supplier_received"]);
});

test("the number of mails to an address is limited, and the registration is still stored", async () => {
  mayMail = 60;
  await registerSupplier(ctx, randomUUID(), form);
  expect(await database.db.$count(suppliers)).toBe(1);
  expect(await kinds()).toEqual([]);
});

test.each([
  ["name", "", FILL_IN, "Validation Error"],
  ["address", "   ", FILL_IN, "Validation Error"],
  ["category_id", "", FILL_IN, "Validation Error"],
  ["category_id", "food", "Please choose a category from the list.", "Validation Error"],
  ["category_id", randomUUID(), "Please choose a category from the list.", "Validation Error"],
  ["whatsapp_contact", "", FILL_IN, "Validation Error"],
  ["whatsapp_contact", "call me", expect.stringContaining("+234") as string, "Validation Error"],
  ["email", "", FILL_IN, "Validation Error"],
  ["email", "trade@kano", INVALID_EMAIL, "Invalid Email"],
  ["email", "tra de@kano.example", INVALID_EMAIL, "Invalid Email"],
  ["name", "x".repeat(10_000), "Please use at most 120 characters.", "Validation Error"],
])("%s cannot be %j", async (name, value, message, title) => {
  const result = await registerSupplier(ctx, randomUUID(), { ...form, [name]: value });
  expect(result).toEqual({ ok: false, reason: "invalid", errors: { [name]: message } });
  const { errors } = result as { errors: Record<string, string> };
  expect(registrationTitle({ message: registrationMessage(errors), errors })).toBe(title);
  expect(await database.db.$count(suppliers)).toBe(0);
});

test("missing values are reported before invalid ones; a failure has its own title", () => {
  expect(registrationMessage({ email: INVALID_EMAIL, name: FILL_IN })).toBe(FILL_IN);
  expect(registrationTitle({ message: TOO_QUICK, errors: {} })).toBe("Not sent yet");
  expect(registrationTitle({ message: "An error occurred", errors: {} })).toBe("Registration Failed");
});

test("approving lists the supplier with its place, categories and products, and mails once", async () => {
  const id = await registered();
  await updateSupplier(ctx, OWNER, id, edit({ distributor: ["", "Kano Grain Union"] }));
  expect(await reviewSupplier(ctx, OWNER, id, "approved")).toEqual({ ok: true, id });
  expect(await reviewSupplier(ctx, OWNER, id, "approved")).toEqual({ ok: true, id });
  expect(await kinds()).toEqual(["supplier_received", "supplier_approved"]);
  const listed = await approvedSuppliers(database.db, 1);
  expect(listed).toMatchObject({ total: 1, suppliers: [{ name: "Kano Grain", categories: ["Grocery"], products: 2 }] });
  expect(placeOf(listed.suppliers[0]?.address ?? "")).toBe("Kano, Kano State");
  // Contact data of suppliers is visible to admins only.
  expect(JSON.stringify(listed)).not.toContain("trade@kano.example");
  expect(await freeDistributors(database.db)).toEqual(["Somebody Else"]);
  const actions = await database.db.select({ action: audit_log.action }).from(audit_log);
  expect(actions.map(({ action }) => action)).toEqual(["supplier.edit", "supplier.review"]);
});

test("declining takes it off the list and mails the decision", async () => {
  const id = await registered();
  await reviewSupplier(ctx, OWNER, id, "approved");
  await reviewSupplier(ctx, OWNER, id, "declined");
  expect(await kinds()).toEqual(["supplier_received", "supplier_approved", "supplier_declined"]);
  expect((await approvedSuppliers(database.db, 1)).total).toBe(0);
});

test("a supplier added by an admin is approved; edits from an outdated page are refused; deleting removes it", async () => {
  // Category is optional in the admin form.
  const added = await createSupplier(ctx, OWNER, { ...form, category_id: "" });
  if (!added.ok) throw new Error("not added");
  const { id } = added;
  expect((await approvedSuppliers(database.db, 1)).suppliers).toMatchObject([{ name: "Kano Grain", categories: [] }]);
  expect(await updateSupplier(ctx, OWNER, id, edit({ category_id: ["", randomUUID()] }))).toMatchObject({
    reason: "invalid",
    errors: { category_id: "Please choose a category from the list." },
  });
  expect((await approvedSuppliers(database.db, 1)).total).toBe(1);
  expect(await kinds()).toEqual([]);
  const renamed = edit({ name: ["Kano Grain", "Kano Grain Union"] });
  expect(await updateSupplier(ctx, OWNER, id, renamed)).toMatchObject({ ok: true, version: 2 });
  // A change of another field is merged, a change of the same field is a conflict.
  const other = edit({ email: ["trade@kano.example", "sales@kano.example"] });
  expect(await updateSupplier(ctx, OWNER, id, other)).toMatchObject({ ok: true, version: 3 });
  expect(await updateSupplier(ctx, OWNER, id, edit({ name: ["Kano Grain", "Kano Rice"] }))).toEqual({
    ok: false,
    reason: "conflict",
    conflicts: { name: { was: "Kano Grain", mine: "Kano Rice", theirs: "Kano Grain Union" } },
    version: 3,
    by: null,
  });
  expect(await updateSupplier(ctx, OWNER, id, edit({ email: ["sales@kano.example", "x"] }))).toMatchObject({
    reason: "invalid",
    errors: { email: INVALID_EMAIL },
  });
  expect(await deleteSupplier(ctx, OWNER, id)).toEqual({ ok: true, id });
  for (const gone of [id, randomUUID(), "nonsense"])
    expect(await deleteSupplier(ctx, OWNER, gone)).toEqual({ ok: false, reason: "unknown" });
  expect(await database.db.$count(suppliers)).toBe(0);
});

test("without the right suppliers.edit nothing changes", async () => {
  const id = await registered();
  for (const actor of [null, actorOf(randomUUID()), staff("sales"), staff("packer")]) {
    const refused = { ok: false, reason: "forbidden" };
    expect(await createSupplier(ctx, actor, form)).toEqual(refused);
    expect(await updateSupplier(ctx, actor, id, edit({ name: ["Kano Grain", "x"] }))).toEqual(refused);
    expect(await reviewSupplier(ctx, actor, id, "approved")).toEqual(refused);
    expect(await deleteSupplier(ctx, actor, id)).toEqual(refused);
  }
  expect(await database.db.select().from(suppliers)).toMatchObject([{ status: "pending", version: 1 }]);
});

test("admins see pending suppliers first, and search by name, address, email and phone", async () => {
  await createSupplier(ctx, OWNER, { ...form, name: "Aba Shoes", email: "a@aba.example" });
  await registered({ name: "Zaria Cloth", email: "z_100%@zaria.example" });
  const list = (q: string, filters = {}) =>
    listPage(database.db, { sort: "waiting", page: 1, size: 10 }, suppliersSource({ q, filters }));
  const names = async (q: string) => (await list(q)).rows.map(({ name }) => name);
  expect(await names("")).toEqual(["Zaria Cloth", "Aba Shoes"]);
  expect(await names("ABA")).toEqual(["Aba Shoes"]);
  expect(await names("_100%")).toEqual(["Zaria Cloth"]);
  const [phone] = await database.db.select({ text: suppliers.whatsapp_contact }).from(suppliers);
  expect(await names(`0${phone?.text.replaceAll(/\D/g, "").slice(-10)}`)).toHaveLength(2);
  expect(await names("0700 999 8888")).toEqual([]);
  expect(await names("bello road")).toHaveLength(2);
  expect(await list("", { status: "pending" })).toMatchObject({ total: 1, rows: [{ name: "Zaria Cloth" }] });
  expect((await list("", { category: grocery })).total).toBe(2);
  expect((await list("", { category: randomUUID() })).total).toBe(0);
  expect(await supplierCategories(database.db)).toMatchObject([
    { name: "Grocery", group: "Grocery" },
    { name: "Rice", group: "Grocery" },
  ]);
});
