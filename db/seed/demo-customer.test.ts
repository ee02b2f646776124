import { expect, test } from "vitest";
import { isPhoneNumber } from "#app/platform/phone.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/tables.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { seedDemoCustomer } from "./demo-customer.ts";
import { seedDemo } from "./demo.ts";

const NOW = new Date("2026-11-20T05:30:00Z");
const EMAIL = "ada@oja.example";

async function rows(database: Database, text: string): Promise<Record<string, unknown>[]> {
  return (await database.sql(text)).rows;
}

async function demo(products: number): Promise<Database> {
  const database = await testDatabase();
  await seedDemo({ database, products, filesDir: "unused", now: NOW, pictures: false });
  await addAda(database);
  return database;
}

async function addAda(database: Database): Promise<void> {
  const who = { name: "Ada Okafor", firstName: "Ada", lastName: "Okafor", email: EMAIL, emailVerified: true };
  await database.db.insert(users).values(who);
}

test("the demo customer has an address and paid orders in all states", async () => {
  const database = await demo(900);
  const stock = "select id, stock_quantity from products order by id";
  const before = await rows(database, stock);
  await seedDemoCustomer(database.db, EMAIL, NOW);

  const [profile] = await rows(database, "select * from profiles");
  expect(profile).toMatchObject({ first_name: "Ada", last_name: "Okafor", state: "Lagos", country: "Nigeria" });
  expect(isPhoneNumber(String(profile?.["phone"]))).toBe(true);
  for (const field of ["address", "city", "postal_code"]) expect(profile?.[field]).not.toBe("");

  const states =
    "select order_status as state, count(*)::int as n from orders where payment_status = 'paid' group by 1";
  const counted = Object.fromEntries((await rows(database, states)).map((row) => [row["state"], row["n"]]));
  expect(Object.keys(counted).toSorted()).toEqual(["cancelled", "delivered", "processing", "shipped"]);
  expect(Object.values(counted).reduce<number>((sum, n) => sum + Number(n), 0)).toBeGreaterThan(20);

  const odd = `select o.id from orders o where o.payment_reference !~ '^WH[0-9]{15}$' or length(o.access_token) < 32
    or o.created_at > '${NOW.toISOString()}' or extract(hour from o.created_at at time zone 'Africa/Lagos') not between 8 and 18
    or o.total_amount_kobo <> (select sum(subtotal_kobo) from order_items where order_id = o.id)
    or (select count(*) from order_items where order_id = o.id) not between 2 and 6`;
  expect(await rows(database, odd)).toEqual([]);
  const notSold = `select 1 from order_items i left join products p on p.id = i.product_id where p.id is null
    or p.name <> i.product_name or i.quantity < p.min_order
    or i.product_price_kobo <> least(p.effective_price_kobo, (select min((step ->> 'unit_kobo')::bigint)
      from jsonb_array_elements(p.price_steps) step where (step ->> 'from')::int <= i.quantity))`;
  expect(await rows(database, notSold)).toEqual([]);
  const inTurn = "select id from orders order by created_at, change_no";
  expect(await rows(database, inTurn)).toEqual(await rows(database, "select id from orders order by change_no"));

  expect(await rows(database, stock)).toEqual(before);
  expect(await rows(database, "select 1 from mails")).toEqual([]);
  await database.close();
});

test("the orders are the same in every shop, and are created once", async () => {
  const [first, second] = [await demo(300), await demo(300)];
  const orderRows = `select o.id, o.payment_reference, o.created_at, i.product_name, i.quantity from orders o
    join order_items i on i.order_id = o.id order by o.change_no, i.product_name`;
  for (const database of [first, second]) await seedDemoCustomer(database.db, EMAIL, NOW);
  expect(await rows(second, orderRows)).toEqual(await rows(first, orderRows));

  await first.sql("delete from users");
  await addAda(first);
  await seedDemoCustomer(first.db, EMAIL, NOW);
  expect(await rows(first, "select 1 from orders where user_id is not null")).toEqual([]);
  await first.close();
  await second.close();
});

test("an existing profile and orders are kept", async () => {
  const database = await demo(40);
  await database.sql("insert into profiles (id, city) select id, 'Jos' from users");
  await database.sql(
    `insert into orders (user_id, payment_method, payment_reference, payment_status, total_amount_kobo, customer_name,
       customer_email, customer_phone, shipping_address, access_token)
     select id, 'paystack', 'WH1', 'paid', 100, 'Ada', '${EMAIL}', '0803', '1 Road', 'token' from users`,
  );
  await seedDemoCustomer(database.db, EMAIL, NOW);
  expect(await rows(database, "select city from profiles")).toEqual([{ city: "Jos" }]);
  expect(await rows(database, "select payment_reference from orders")).toEqual([{ payment_reference: "WH1" }]);
  await database.close();
});

test("shops with own products or none get no demo orders", async () => {
  const own = await testDatabase();
  await makeProduct(own.db);
  await addAda(own);
  const empty = await demo(0);
  for (const database of [own, empty]) {
    await seedDemoCustomer(database.db, EMAIL, NOW);
    expect(await rows(database, "select 1 from orders")).toEqual([]);
    await database.close();
  }
});
