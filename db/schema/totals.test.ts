import { expect, test } from "vitest";
import { LOW_STOCK } from "#app/features/products/rules.ts";
import { violations } from "#db/invariants.server.ts";
import { fillProductStock } from "#db/product-stock.server.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { sharedDatabase } from "#tests/setup/database.ts";

const database = sharedDatabase();

const wrong = async () => {
  const counts = await database().withConnection(violations);
  return Object.keys(counts).filter(
    (sentence) => /admin lists|stored number|daily totals/.test(sentence) && counts[sentence],
  );
};
const totals = async () =>
  (
    await database().sql(`select day::text, sum(orders)::int as orders, sum(kept_kobo)::int as kept from order_totals
      group by day having sum(orders) > 0 order by day`)
  ).rows;

test("stock and number of products follow every write", async () => {
  const made = await makeProducts(database().db, 40, (index) => ({
    stock_quantity: index,
    min_order: index === 39 ? 50 : 1,
  }));
  expect(await wrong()).toEqual([]);
  const lows = await database().sql("select count(*)::int as n from product_stock where is_low");
  expect(lows.rows).toEqual([{ n: LOW_STOCK + 2 }]);
  await database().sql("update products set stock_quantity = stock_quantity * 2 + 1 where stock_quantity % 3 = 0");
  await database().sql("update products set min_order = 60 where stock_quantity = 20");
  await database().sql("delete from products where stock_quantity % 5 = 0");
  expect(await wrong()).toEqual([]);
  await database().sql("delete from products");
  expect(await wrong()).toEqual([]);
  const rows = await database().sql("select sum(products)::int as n, count(*)::int as slots from product_totals");
  expect(rows.rows).toEqual([{ n: 0, slots: 1 }]);
  expect(made).toHaveLength(40);
});

test("daily totals follow orders, refunds and moved days", async () => {
  await database().sql(`
    insert into orders (order_status, payment_method, payment_reference, payment_status, total_amount_kobo, customer_name,
      customer_email, customer_phone, shipping_address, access_token, created_at)
    select 'processing', 'card', 'r' || n, case when n % 4 = 0 then 'pending' else 'paid' end, n * 100, 'A', 'a@b.c', '1', 'x',
      't' || n, '2026-03-01T22:30:00Z'::timestamptz + n * interval '20 minutes'
    from generate_series(1, 9) n`);
  // 23:00 UTC is midnight in Lagos.
  expect(await totals()).toEqual([
    { day: "2026-03-01", orders: 1, kept: 100 },
    { day: "2026-03-02", orders: 8, kept: 3_200 },
  ]);
  await database().sql("update orders set refunded_kobo = 50 where payment_reference = 'r3'");
  await database().sql("update orders set payment_status = 'paid' where payment_reference = 'r4'");
  await database().sql("update orders set order_status = 'shipped', customer_name = 'B'");
  await database().sql("update orders set created_at = created_at - interval '1 day' where payment_reference = 'r9'");
  await database().sql("delete from orders where payment_reference = 'r8'");
  expect(await wrong()).toEqual([]);
  expect(await totals()).toEqual([
    { day: "2026-03-01", orders: 2, kept: 1_000 },
    { day: "2026-03-02", orders: 6, kept: 2_650 },
  ]);
});

test("products from before the triggers get their rows once, and changes meanwhile stay", async () => {
  const [first] = await makeProducts(database().db, 25, (index) => ({ stock_quantity: index }));
  await database().sql("delete from product_stock");
  await database().sql("update products set stock_quantity = 77 where id = $1", [first!.id]);
  await database().withConnection((client) => fillProductStock(client, 4));
  await database().withConnection((client) => fillProductStock(client, 4));
  expect(await wrong()).toEqual([]);
});

test("what a start left out that was killed while it added rows is added by the next", async () => {
  const made = await makeProducts(database().db, 1_200);
  const last = made
    .map(({ id }) => id)
    .toSorted()
    .at(-1);
  await database().sql("delete from product_stock where product_id = $1", [last]);
  await database().withConnection((client) => fillProductStock(client));
  expect(await wrong()).toEqual([]);
});
