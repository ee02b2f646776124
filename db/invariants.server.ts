import type { Connection } from "./database.ts";

/** What must hold in a shop, and a query of the number of rows for which it does not (column `n`). */
const INVARIANTS: Record<string, string> = {
  "an order's lines, shipping and discount are its total": `select count(*) as n from orders o
    where o.total_amount_kobo - o.shipping_kobo + o.discount_kobo
      <> (select coalesce(sum(subtotal_kobo), 0) from order_items where order_id = o.id)`,
  // Payments of the demo have no lines.
  "a payment's lines, shipping and discount are its amount": `select count(*) as n from payment_attempts a
    where a.amount_kobo - a.shipping_kobo + a.discount_kobo
      <> (select sum(product_price_kobo * quantity) from payment_attempt_items where attempt_id = a.id)`,
  "a settled payment has its order": `select count(*) as n from payment_attempts
    where status = 'settled' and order_id is null`,
  "a refund is at most what was paid": `select count(*) as n from payment_attempts a
    where a.amount_kobo < (select coalesce(sum(amount_kobo), 0) from payment_refunds
      where attempt_id = a.id and status in ('pending', 'processing', 'processed', 'needs_attention'))`,
  "a hold has taken its pieces from the stock": `select count(*) as n from payment_attempt_items i
    join payment_attempts a on a.id = i.attempt_id
    where a.hold = 'held' and i.product_id is not null and -i.quantity <> (
      select coalesce(sum(quantity), 0) from stock_movements m
      where m.attempt_id = a.id and m.product_id = i.product_id)`,
  "an ended hold has given its pieces back": `select count(*) as n from (
      select from stock_movements m join payment_attempts a on a.id = m.attempt_id
      where a.hold = 'released' and m.product_id is not null
      group by a.id, m.product_id having sum(m.quantity) <> 0) as rest`,
  // A late payment takes what is there; the rest is listed for a decision.
  "a sold payment has taken its pieces from the stock, or its shortage is listed": `select count(*) as n from (
      select from payment_attempt_items i join payment_attempts a on a.id = i.attempt_id
      where a.hold = 'sold' and i.product_id is not null
        and not exists (select from payment_reviews r where r.attempt_id = a.id and r.reason = 'stock_short')
      group by a.id, i.product_id having -sum(i.quantity) <> (
        select coalesce(sum(quantity), 0) from stock_movements m
        where m.attempt_id = a.id and m.product_id = i.product_id)) as rest`,
  // Of products whose first stock is a movement: stock, held and sold pieces together are what came in.
  "a product's stock is the sum of its movements": `select count(*) as n from products p
    join (select product_id, sum(quantity) as quantity,
        (array_agg(created_at order by id))[1] as first, (array_agg(reason order by id))[1] as reason
      from stock_movements where product_id is not null group by product_id) m on m.product_id = p.id
    where case when m.first = p.created_at and m.reason in ('import', 'correction')
      then p.stock_quantity <> m.quantity else p.stock_quantity < m.quantity end`,
  "the stock of admin lists is the products' stock": `select count(*) as n from products p
    full join product_stock s on s.product_id = p.id
    where (s.quantity, s.is_low) is distinct from (p.stock_quantity, p.stock_quantity <= 10 or p.unavailable)`,
  "the stored number of products is that of the table": `select count(*) as n
    where (select coalesce(sum(products), 0) from product_totals) <> (select count(*) from products)`,
  "the daily totals are the sums of the orders": `select count(*) as n from (
      select day, sum(orders) as orders, sum(kept_kobo) as kobo from order_totals group by day) t
    full join (
      select (created_at at time zone 'Africa/Lagos')::date as day, count(*) as orders,
        coalesce(sum(total_amount_kobo - refunded_kobo) filter (where payment_status = 'paid'), 0) as kobo
      from orders group by 1) o using (day)
    where (coalesce(t.orders, 0), coalesce(t.kobo, 0)) <> (coalesce(o.orders, 0), coalesce(o.kobo, 0))`,
  "no stock is below zero": "select count(*) as n from products where stock_quantity < 0",
  "a number of an order's changes was given out": `select count(*) as n from orders
    where change_no > coalesce((select last_value from pg_sequences
      where schemaname = 'public' and sequencename = 'order_changes'), 0)`,
};

/** Columns whose values come from a sequence. */
const NUMBERED = `select format('%I', c.relname) as table_name, format('%I', a.attname) as column_name, s.relname as sequence
  from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relnamespace = 'public'::regnamespace
  order by 1, 2`;

/** The number of rows that violate each invariant, by its sentence: 0 in a sound shop. */
export async function violations(client: Connection): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = async (text: string) => Number((await client.query<{ n: string }>(text)).rows[0]?.n);
  for (const [sentence, text] of Object.entries(INVARIANTS)) counts[sentence] = await count(text);
  const numbered = await client.query<{ table_name: string; column_name: string; sequence: string }>(NUMBERED);
  let above = 0;
  for (const { table_name, column_name, sequence } of numbered.rows) {
    above += await count(`select count(*) as n from ${table_name} where ${column_name} > coalesce((select last_value
      from pg_sequences where schemaname = 'public' and sequencename = '${sequence.replaceAll("'", "''")}'), 0)`);
  }
  counts["a key was given out by its sequence"] = above;
  return counts;
}
