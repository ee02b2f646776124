import { beforeAll, expect, test } from "vitest";
import { isPhoneNumber } from "#app/platform/phone.server.ts";
import type { Database } from "#db/client.server.ts";
import { shop_state } from "#db/schema/tables.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { seedDemoOrders } from "./demo-orders.ts";
import { DEMO_KEY } from "./demo-state.ts";
import { removeDemo } from "./remove-demo.ts";

const NOW = new Date("2026-11-20T12:30:00Z");
let database: Database;
const rows = async (text: string) => (await database.sql(text)).rows;

/** A shop with a few demo products and the orders of a year. */
async function demo(): Promise<Database> {
  const made = await testDatabase();
  await made.db.insert(shop_state).values({ key: DEMO_KEY, value: {} });
  for (let index = 1; index <= 12; index += 1) {
    const id = `00000000-0000-4000-8000-0000000000${String(index).padStart(2, "0")}`;
    await makeProduct(made.db, {
      id,
      name: `Goods ${index}`,
      slug: `goods-${index}`,
      price_kobo: index * 100_000,
      min_order: 6,
      order_multiple: 3,
      created_at: new Date(NOW.getTime() - index),
    });
  }
  await seedDemoOrders({ database: made, orders: 400, now: NOW });
  return made;
}

beforeAll(async () => {
  database = await demo();
  return () => database.close();
});

test("orders of a year, more lately, by 120 customers and guests, in all states, with amounts that add up", async () => {
  expect(await rows("select count(*)::int as n from orders")).toEqual([{ n: 400 }]);
  expect(await rows("select count(*)::int as n from users join profiles using (id) where role = 'customer'")).toEqual([
    { n: 120 },
  ]);
  const [spread] = await rows(`select count(*) filter (where created_at > '2026-05-20')::int as late,
      count(*) filter (where created_at <= '2026-05-20')::int as early, min(created_at) > '2025-11-18' as within,
      max(created_at) <= '${NOW.toISOString()}' as past, count(distinct payment_reference)::int as references,
      count(distinct order_status)::int as states, count(*) filter (where payment_status = 'refunded')::int as refunded,
      count(*) filter (where user_id is null)::int as guests from orders`);
  expect(spread).toMatchObject({ within: true, past: true, references: 400, states: 4 });
  expect(Number(spread?.["late"])).toBeGreaterThan(Number(spread?.["early"]));
  expect(Number(spread?.["refunded"])).toBeGreaterThan(0);
  expect(Number(spread?.["guests"])).toBeGreaterThan(0);
  const odd = `select o.id from orders o where o.payment_reference !~ '^WH[0-9]{15}$' or length(o.access_token) < 32
    or o.total_amount_kobo <> (select sum(subtotal_kobo) from order_items where order_id = o.id)
    or extract(hour from o.created_at at time zone 'Africa/Lagos') not between 7 and 20`;
  expect(await rows(odd)).toEqual([]);
  const notSold = `select 1 from order_items i left join products p on p.id = i.product_id
    where p.id is null or i.quantity < p.min_order or i.quantity % p.order_multiple <> 0`;
  expect(await rows(notSold)).toEqual([]);
  const early =
    "select count(*)::int as n from orders o join users u on u.id = o.user_id where o.created_at < u.created_at";
  expect(Number((await rows(early))[0]?.["n"])).toBeLessThan(4);
  const phones = await rows("select distinct phone from profiles");
  expect(phones.filter(({ phone }) => !isPhoneNumber(String(phone)))).toEqual([]);
});

test("abandoned checkouts are created beside the orders, without pending payments", async () => {
  const [found] = await rows(`select count(*)::int as n, bool_and(created_at > '2026-09-19') as late,
    count(distinct checkout_id)::int as checkouts, bool_or(next_check_at is not null or order_id is not null) as waits
    from payment_attempts where status = 'closed' and hold = 'released'`);
  const [ordered] = await rows("select count(*)::int as n from orders where created_at > '2026-09-20'");
  expect(found).toMatchObject({ late: true, checkouts: found?.["n"], waits: false });
  const share = Number(found?.["n"]) / Number(ordered?.["n"]);
  expect([share > 0.4, share < 0.8]).toEqual([true, true]);
});

test("sends no mail, takes no stock, sets no password, and runs once", async () => {
  const facts = `select (select count(*) from mails)::int as mails, (select count(*) from stock_movements)::int as moves,
    (select count(*) from accounts)::int as passwords`;
  expect(await rows(facts)).toEqual([{ mails: 0, moves: 0, passwords: 0 }]);
  await seedDemoOrders({ database, orders: 400, now: NOW });
  expect(await rows("select count(*)::int as n from orders")).toEqual([{ n: 400 }]);
  const trigger = "select tgenabled from pg_trigger where tgname = 'orders_numbered'";
  expect(await rows(trigger)).toEqual([{ tgenabled: "O" }]);
});

test("the same goods and time give the same orders", async () => {
  const other = await demo();
  const text = "select id, customer_email, total_amount_kobo, created_at from orders order by id";
  expect((await other.sql(text)).rows).toEqual(await rows(text));
});

test("are removed with the demo, and own orders stay", async () => {
  const other = await demo();
  await other.sql(`insert into orders (id, payment_method, payment_reference, payment_status, total_amount_kobo, customer_name,
    customer_email, customer_phone, shipping_address, access_token)
    values ('00000000-0000-4000-8000-000000000099', 'paystack', 'WH1', 'paid', 1, 'Real', 'real@example.com', '0803', 'x', 'y')`);
  await removeDemo(other);
  expect((await other.sql("select customer_name from orders")).rows).toEqual([{ customer_name: "Real" }]);
  expect((await other.sql("select 1 from users union all select 1 from payment_attempts")).rows).toEqual([]);
});
