import { expect, test } from "vitest";
import { IS_LATE } from "#app/features/orders/queries/late.server.ts";
import { orders, shop_state } from "#db/schema/tables.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { seedDemoDelivery } from "./demo-delivery.ts";
import { seedDemoOrders } from "./demo-orders.ts";
import { seedCustomerShipments, seedDemoShipments } from "./demo-shipments.ts";
import { DEMO_KEY } from "./demo-state.ts";
import { removeDemo } from "./remove-demo.ts";

test("the demo's newest orders have delivery and shipments whose goods and times agree with them, and go with the demo", async () => {
  const database = await testDatabase();
  const rows = async (text: string) => (await database.sql(text)).rows;
  await database.db.insert(shop_state).values({ key: DEMO_KEY, value: {} });
  for (let index = 1; index <= 5; index += 1)
    await makeProduct(database.db, { name: `Goods ${index}`, slug: `goods-${index}`, price_kobo: 100_000 });
  await seedDemoOrders({ database, orders: 200 });
  await seedDemoDelivery(database.db);
  await seedDemoShipments(database.db);
  await seedDemoShipments(database.db);

  const [found] = await rows(`select count(distinct o.id)::int as orders, count(distinct s.id)::int as shipments,
    count(distinct s.status)::int as states, count(*) filter (where s.code is not null)::int as codes
    from orders o left join shipments s on s.order_id = o.id where o.delivery_text is not null`);
  expect(found).toMatchObject({ states: 3 });
  expect(Number(found?.["orders"])).toBeGreaterThan(90);
  expect(Number(found?.["shipments"])).toBeGreaterThan(60);
  expect(Number(found?.["codes"])).toBeGreaterThan(10);
  expect(
    await rows(`select id from orders o where total_amount_kobo - shipping_kobo
      <> (select sum(subtotal_kobo) from order_items where order_id = o.id)`),
  ).toEqual([]);
  // Every sent order's goods travel once and whole.
  expect(
    await rows(`select i.id from orders o join order_items i on i.order_id = o.id
      where o.sent_at is not null and i.quantity is distinct from
        (select sum(quantity) from shipment_lines l where l.order_item_id = i.id)`),
  ).toEqual([]);
  expect(await rows("select id from shipments where sent_at > now() or delivered_at > now()")).toEqual([]);
  const late = await database.db.$count(orders, IS_LATE);
  expect(late).toBeLessThan(20);
  // A new date is a working day too.
  expect(
    await rows("select id from orders where first_promised_to is not null and extract(isodow from promised_to) = 7"),
  ).toEqual([]);
  const [hers] = await rows("select customer_email as email from orders where delivery_text is null limit 1");
  await seedCustomerShipments(database.db, String(hers?.["email"]));
  expect(
    await rows(`select id from orders where customer_email = '${String(hers?.["email"])}' and delivery_text is null
      and order_status <> 'cancelled'`),
  ).toEqual([]);
  await removeDemo(database);
  expect(await rows("select id from shipments")).toEqual([]);
  await database.close();
});
