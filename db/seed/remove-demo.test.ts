import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { verifyPassword } from "#app/features/accounts/engine/password.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import {
  categories,
  mailbox_messages,
  mails,
  order_items,
  orders,
  payment_attempts,
  product_groups,
  products,
} from "#db/schema/tables.ts";
import { refuseDemoRemains } from "#server/accounts.server.ts";
import { createDemoAccounts } from "#server/demo-accounts.server.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";
import { demoRemains } from "./demo-remains.ts";
import { seedDemo } from "./demo.ts";
import { removeDemo } from "./remove-demo.ts";

const REAL = { name: "Bisi Ade", email: "bisi@example.com" };
let database: Database;

beforeEach(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function demo(isPublic = false) {
  await seedDemo({ database, products: 100, filesDir: "unused", pictures: false });
  return await createDemoAccounts(database.db, isPublic);
}

async function passwordOf(email: string, password: string): Promise<boolean> {
  const { db } = database;
  const [row] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, email));
  return await verifyPassword({ hash: row?.hash ?? "", password });
}

/** A paid order of a demo product, of the user `user_id`. */
async function payFor(productId: string, user_id: string | null): Promise<string> {
  const { db } = database;
  const contact = { customer_name: REAL.name, customer_email: REAL.email, customer_phone: "0803" };
  const payment = { payment_method: "paystack", payment_status: "paid", total_amount_kobo: 500 };
  const reference = `WH${crypto.randomUUID()}`;
  const shown = { ...contact, user_id, shipping_address: "Yaba", access_token: crypto.randomUUID() };
  const [order] = await db
    .insert(orders)
    .values({ ...shown, ...payment, payment_reference: reference })
    .returning();
  const line = { product_name: "Rice", product_price_kobo: 500, quantity: 1, product_id: productId };
  await db.insert(order_items).values({ ...line, order_id: order?.id ?? "", subtotal_kobo: 500 });
  const attempt = {
    ...contact,
    reference,
    checkout_id: crypto.randomUUID(),
    access_token: crypto.randomUUID(),
    user_id,
  };
  const where = { address: "1 Street", city: "Yaba", state: "Lagos", amount_kobo: 500, currency: "NGN" };
  const state = { status: "settled", hold: "sold", hold_expires_at: new Date(), fingerprint: "x", order_id: order?.id };
  await db.insert(payment_attempts).values({ ...attempt, ...where, ...state });
  return order?.id ?? "";
}

test("removing the demo deletes accounts, products and demo orders, and keeps paid orders", async () => {
  const { db } = database;
  await demo();
  expect(await demoRemains(db)).toEqual({ accounts: 2, products: 100 });
  await expect(refuseDemoRemains(db)).rejects.toThrow(/2 of its accounts.*100 of its products.*npm run demo:remove/s);

  const [rice] = await db.select().from(products).limit(1);
  const [ada] = await db.select().from(users).where(eq(users.email, "ada@oja.example"));
  await db.insert(users).values({ ...REAL, emailVerified: true });
  const byGuest = await payFor(rice?.id ?? "", null);
  const byAda = await payFor(rice?.id ?? "", ada?.id ?? "");
  const [line] = await db
    .insert(product_groups)
    .values({ name: "Own line", option_names: ["Size"] })
    .returning();
  const own = await makeProduct(db, {
    name: "Own goods",
    images: [],
    category_id: rice?.category_id,
    group_id: line?.id,
  });
  expect(await db.$count(product_groups)).toBeGreaterThan(10);
  const letter = { from_address: "a", to_address: "b", subject: "Your code", html: "", text: "123456" };
  await db.insert(mailbox_messages).values(letter);
  expect(await db.$count(orders)).toBeGreaterThan(20);

  expect(await removeDemo(database)).toEqual({ accounts: 2, products: 100 });

  expect(await demoRemains(db)).toBeNull();
  await refuseDemoRemains(db);
  expect((await db.select({ email: users.email }).from(users)).map(({ email }) => email)).toEqual([REAL.email]);
  expect((await db.select({ id: products.id }).from(products)).map(({ id }) => id)).toEqual([own.id]);
  expect((await db.select({ id: product_groups.id }).from(product_groups)).map(({ id }) => id)).toEqual([line?.id]);
  const left = await db.select({ id: orders.id, user: orders.user_id }).from(orders);
  expect(left).toHaveLength(2);
  expect(left).toEqual(
    expect.arrayContaining([
      { id: byGuest, user: null },
      { id: byAda, user: null },
    ]),
  );
  const items = await db.select({ product: order_items.product_id, name: order_items.product_name }).from(order_items);
  expect(items).toEqual([
    { product: null, name: "Rice" },
    { product: null, name: "Rice" },
  ]);
  // The category of the shop's own product stays, with its parent.
  expect(await db.$count(categories)).toBe(2);
  expect(await db.$count(mailbox_messages)).toBe(0);
  const words = await db.execute(sql`select word from search_words order by word`);
  expect(words.rows.map(({ word }) => word)).toEqual(["goods", "own"]);
});

test("demo accounts alone keep the shop from starting", async () => {
  await createDemoAccounts(database.db, true);
  await expect(refuseDemoRemains(database.db)).rejects.toThrow(/2 of its accounts and 0 of its products/);
});

test("demo products alone keep the shop from starting", async () => {
  await seedDemo({ database, products: 10, filesDir: "unused", pictures: false });
  await expect(refuseDemoRemains(database.db)).rejects.toThrow(/0 of its accounts and 10 of its products/);
});

test("a shop that never was a demo has no demo data", async () => {
  await makeProduct(database.db, { images: ["/files/demo/rice-1.webp"] });
  expect(await demoRemains(database.db)).toBeNull();
  await refuseDemoRemains(database.db);
});

test("demo accounts with a changed address are still demo accounts", async () => {
  await demo();
  await database.db.update(users).set({ email: "boss@example.com" }).where(eq(users.email, "admin@oja.example"));
  expect((await demoRemains(database.db))?.accounts).toBe(2);
});

test.each([false, true])("demo accounts stay demo accounts after another start (then public: %s)", async (isPublic) => {
  const { db } = database;
  await demo();
  for (const email of ["boss@shop.example", "chief@shop.example"]) {
    await db.update(users).set({ email }).where(eq(users.email, "admin@oja.example"));
    await demo(isPublic);
    expect(await passwordOf(email, "oja-demo-admin")).toBe(!isPublic);
  }
  expect(await removeDemo(database)).toMatchObject({ accounts: 4 });
  expect(await db.$count(users)).toBe(0);
});

test("waiting mails are deleted with their jobs, and sent ones stay", async () => {
  const { db } = database;
  await demo();
  const jobs = await createJobs(database, createLogger("silent"));
  onTestFinished(() => jobs.close());
  await db.insert(mails).values({ kind: "email_code", to_address: "ada@oja.example" });
  await database.sql("insert into pgboss.job (name, data) values ('mail', '{}')");
  await db.insert(mails).values({ kind: "order_confirmation", to_address: REAL.email, status: "sent" });
  const waiting = async () => (await db.execute(sql`select 1 from pgboss.job where name = 'mail'`)).rows.length;
  expect(await waiting()).toBe(1);
  await removeDemo(database);
  expect(await waiting()).toBe(0);
  expect((await db.select({ to: mails.to_address }).from(mails)).map(({ to }) => to)).toEqual([REAL.email]);
});

test("the published passwords work in a private demo, and are replaced in a public one", async () => {
  const { db } = database;
  const [admin, ada] = DEMO_ACCOUNTS;
  expect(await demo()).toEqual([
    { role: "admin", email: admin.email, password: admin.password },
    { role: "customer", email: ada.email, password: ada.password },
  ]);
  for (const { email, password } of DEMO_ACCOUNTS) expect(await passwordOf(email, password)).toBe(true);
  const [user] = await db.select().from(users).where(eq(users.email, admin.email));
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(sessions).values({ userId: user?.id ?? "", token: "from-before", expiresAt });

  const drawn = await demo(true);
  for (const [at, { email, password }] of DEMO_ACCOUNTS.entries()) {
    expect(drawn[at]?.password).toMatch(/^[\w-]{16}$/);
    expect(await passwordOf(email, password)).toBe(false);
    expect(await passwordOf(email, drawn[at]?.password ?? "")).toBe(true);
  }
  expect(await db.$count(sessions)).toBe(0);

  // They are reported once, and stay.
  for (const isPublic of [true, false]) {
    expect((await demo(isPublic)).map(({ password }) => password)).toEqual([null, null]);
    expect(await passwordOf(admin.email, drawn[0]?.password ?? "")).toBe(true);
  }
});

test("an account without a password after a killed start gets one", async () => {
  await database.db.insert(users).values({ name: "Ngozi Admin", email: "admin@oja.example", emailVerified: true });
  await demo();
  expect(await passwordOf("admin@oja.example", "oja-demo-admin")).toBe(true);
});
