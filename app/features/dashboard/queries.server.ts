import { desc, inArray, sql } from "drizzle-orm";
import { countFailures } from "#app/features/failures/queries.server.ts";
import { can, type Claims } from "#app/features/permissions/rules.ts";
import { LOW_STOCK } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { orders } from "#db/schema/orders.ts";
import { conversion, fillDays, type Day } from "./rules.ts";

/** Length of the reporting period in days, including today in Lagos time. */
const DAYS = 30;

export type Dashboard = Awaited<ReturnType<typeof dashboard>>;

/**
 * Figures of the overview; `revenue` and `days`, in kobo, are null without the right money.view. `conversion` is the
 * percentage of started checkouts that became orders. Days are Lagos days, `from` and `to` the period's first and last.
 */
export async function dashboard(db: Tx, actor: Pick<Claims, "role" | "staff_role">) {
  const mayMoney = can(actor, "money.view");
  const { rows } = await db.execute(sql`
    with day as (select (now() at time zone 'Africa/Lagos')::date as today),
    -- Worked out once, not for each row that is compared with it.
    span as materialized (
      select today, (today - ${DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos' as start,
        (today - ${2 * DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos' as before,
        to_char(today, 'YYYY-MM-DD') as last, to_char(today - ${DAYS - 1}::int, 'YYYY-MM-DD') as first
      from day
    )
    select last, first,
      (select count(*) from users where role = 'customer') as customers,
      (select count(*) from users where role = 'customer' and created_at >= start) as customers_now,
      (select count(*) from users where role = 'customer' and created_at >= before and created_at < start) as customers_before,
      (select count(*) from products) as products,
      orders, paid, given_up_now, given_up_before
    from span, lateral (
      select count(*) as orders, coalesce(sum(total_amount_kobo) filter (where payment_status = 'paid'), 0) as paid
      from orders
    ) sold, lateral (
      -- Checkouts that were begun and have no order.
      select count(*) filter (where is_now) as given_up_now, count(*) filter (where not is_now) as given_up_before
      from (
        select created_at >= start as is_now from payment_attempts where created_at >= before
        group by checkout_id, 1 having count(order_id) = 0
      ) checkouts
    ) given_up`);
  const [row = {}] = rows;
  const number = (name: string) => Number(row[name] ?? 0);
  const found = await dailyOrders(db, 2 * DAYS);
  const [from, to] = [String(row["first"]), String(row["last"])];
  const now = sums(found.filter(({ day }) => day >= from));
  const before = sums(found.filter(({ day }) => day < from));
  return {
    customers: { total: number("customers"), now: number("customers_now"), before: number("customers_before") },
    orders: { total: number("orders"), now: now.orders, before: before.orders },
    products: number("products"),
    revenue: mayMoney ? { total: number("paid"), now: now.kobo, before: before.kobo } : null,
    days: mayMoney ? fillDays(found, to, DAYS) : null,
    conversion: {
      now: conversion({ ordered: now.orders, abandoned: number("given_up_now") }),
      before: conversion({ ordered: before.orders, abandoned: number("given_up_before") }),
    },
    recent: await recentOrders(db, mayMoney),
    from,
    to,
  };
}

/** Orders per day: number created, and kobo of the paid ones. */
async function dailyOrders(db: Tx, days: number): Promise<Day[]> {
  // One index range per day and status: grouping all orders by date takes four times as long.
  const { rows } = await db.execute(sql`
    select to_char(day, 'YYYY-MM-DD') as day, orders, kobo
    from (select (now() at time zone 'Africa/Lagos')::date - back as day from generate_series(0, ${days - 1}::int) back) days,
      lateral (
        select sum(made) as orders, coalesce(sum(sold) filter (where status = 'paid'), 0) as kobo
        from (values ('paid'), ('pending'), ('refunded')) as every(status), lateral (
          select count(*) as made, sum(total_amount_kobo) as sold from orders
          where payment_status = status and created_at >= (day::timestamp at time zone 'Africa/Lagos')
            and created_at < ((day + 1)::timestamp at time zone 'Africa/Lagos')
        ) of_status
      ) of_day
    where orders > 0`);
  return rows.map((row) => ({ day: String(row["day"]), orders: Number(row["orders"]), kobo: Number(row["kobo"]) }));
}

function sums(days: readonly Day[]): { orders: number; kobo: number } {
  return days.reduce((sum, day) => ({ orders: sum.orders + day.orders, kobo: sum.kobo + day.kobo }), {
    orders: 0,
    kobo: 0,
  });
}

const RECENT = 5;

async function recentOrders(db: Tx, mayMoney: boolean) {
  const newest = db
    .select({ id: orders.id })
    .from(orders)
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(RECENT);
  const rows = await db
    .select(pickColumns(orders, "id", "customer_name", "total_amount_kobo", "order_status", "created_at"))
    .from(orders)
    .where(inArray(orders.id, newest))
    .orderBy(desc(orders.created_at), desc(orders.id));
  return mayMoney ? rows : rows.map((row) => ({ ...row, total_amount_kobo: 0 }));
}

/** Number of open tasks; 0 without permission. Counts are capped at 1,000. */
export type ToDo = Record<"pack" | "payments" | "failing" | "low" | "messages" | "suppliers" | "custom_orders", number>;

const MOST = 1_000;

/** Open tasks visible to the actor. */
export async function toDo(db: Tx, actor: Pick<Claims, "role" | "staff_role">): Promise<ToDo> {
  const some = (isSeen: boolean, from: ReturnType<typeof sql>) =>
    isSeen ? sql`(select count(*) from (select 1 from ${from} limit ${MOST}) counted)` : sql`0`;
  const { rows } = await db.execute(sql`select
    ${some(can(actor, "orders.view"), sql`orders where order_status = 'processing'`)} as pack,
    ${some(can(actor, "payments.view"), sql`payment_reviews where not resolved`)} as payments,
    ${some(can(actor, "products.view"), sql`products where stock_quantity <= ${LOW_STOCK}`)} as low,
    ${some(can(actor, "messages.view"), sql`contact_messages where not is_read`)} as messages,
    ${some(can(actor, "suppliers.view"), sql`suppliers where status = 'pending'`)} as suppliers,
    ${some(can(actor, "custom-orders.view"), sql`custom_orders where status = 'pending'`)} as custom_orders`);
  const [row = {}] = rows;
  const number = (name: string) => Number(row[name] ?? 0);
  return {
    pack: number("pack"),
    payments: number("payments"),
    failing: can(actor, "system.view") ? await countFailures(db) : 0,
    low: number("low"),
    messages: number("messages"),
    suppliers: number("suppliers"),
    custom_orders: number("custom_orders"),
  };
}
