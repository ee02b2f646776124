import { expect, test } from "vitest";
import { whatsappHref } from "#app/features/settings/rules.ts";
import { approvedSuppliers } from "#app/features/suppliers/queries.server.ts";
import { supplierForm } from "#app/features/suppliers/schema.ts";
import { contact_messages, newsletter_subscribers, suppliers } from "#db/schema/tables.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { seedDemoInbox } from "./demo-inbox.ts";
import { seedDemo } from "./demo.ts";
import { removeDemo } from "./remove-demo.ts";

test("the demo has letters, suppliers with their goods, some that wait, and subscribers; removing it takes only them", async () => {
  const database = await testDatabase();
  const { db } = database;
  const own = {
    name: "Ada",
    email: "ada@shop.example",
    subject: "x",
    message: "Hello",
    submission_id: crypto.randomUUID(),
  };
  await db.insert(contact_messages).values(own);
  await seedDemoInbox(db);
  expect(await db.$count(suppliers)).toBe(0);
  await seedDemo({ database, products: 300, filesDir: "unused", pictures: false });
  await seedDemoInbox(db);
  await seedDemoInbox(db);

  const rows = await db.select().from(suppliers);
  for (const row of rows) {
    expect(supplierForm.safeParse(row).error?.issues ?? []).toEqual([]);
    expect(whatsappHref(row.whatsapp_contact)).toMatch(/^https:\/\/wa\.me\/234\d{10}$/);
  }
  expect(rows.filter(({ status }) => status === "pending").length).toBeGreaterThanOrEqual(3);
  const listed = await approvedSuppliers(db, 1);
  expect(listed.total).toBeGreaterThan(24);
  expect(listed.suppliers.every((one) => one.products > 0 && one.categories.length > 0)).toBe(true);
  const messages = await db.select().from(contact_messages);
  expect(new Set(messages.map(({ is_read }) => is_read))).toEqual(new Set([true, false]));
  expect(await db.$count(newsletter_subscribers)).toBeGreaterThan(40);

  await removeDemo(database);
  expect(await db.select({ name: contact_messages.name }).from(contact_messages)).toEqual([{ name: "Ada" }]);
  expect(await db.$count(suppliers)).toBe(0);
  expect(await db.$count(newsletter_subscribers)).toBe(0);
});
