import { desc, inArray, sql } from "drizzle-orm";
import { countFailures } from "#app/features/failures/queries.server.ts";
import { IS_LATE } from "#app/features/orders/queries/late.server.ts";
import { IS_OWED, IS_TO_PACK, KEPT_KOBO } from "#app/features/orders/queries/money.server.ts";
import { can, type Claims } from "#app/features/permissions/rules.ts";
import { countProducts } from "#app/features/products/queries.server.ts";
import { LOW_STOCK } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { orders } from "#db/schema/orders.ts";
import { conversion, fillDays, type Day } from "./rules.ts";

/** Length of the reporting period in days, including today in Lagos time. */
const DAYS = 30;

export type Dashboard = Awaited<ReturnType<typeof dashboard>>;

/**
 * Figures of the overview. `business` needs the right figures.view, `revenue`, `owed_kobo` (the part of it that belongs
 * to cancelled orders) and `days`, in kobo, money.view; else they are null. Days are Lagos days, `from` and `to` the
 * period's first and last. The figures before are those of the 30 days before until the same time of day.
 */
export async function dashboard(db: Tx, actor: Pick<Claims, "role" | "staff_role">) {
  const business = can(actor, "figures.view") ? await businessFigures(db, can(actor, "money.view")) : null;
  return {
    business,
    products: await countProducts(db),
    recent: await recentOrders(db, can(actor, "orders.amounts")),
  };
}

export type BusinessFigures = Awaited<ReturnType<typeof businessFigures>>;

async function businessFigures(db: Tx, mayMoney: boolean) {
  const { rows } = await db.execute(sql`
    with day as (select (now() at time zone 'Africa/Lagos')::date as today),
    -- Worked out once, not for each row that is compared with it.
    span as materialized (
      select today, (today - ${DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos' as start,
        (today - ${2 * DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos' as before, ${UNTIL} as until,
        to_char(today, 'YYYY-MM-DD') as last, to_char(today - ${DAYS - 1}::int, 'YYYY-MM-DD') as first
      from day
    )
    select last, first,
      (select count(*) from users where role = 'customer') as customers,
      (select count(*) from users where role = 'customer' and created_at >= start) as customers_now,
      (select count(*) from users where role = 'customer' and created_at >= before and created_at < until) as customers_before,
      orders, kept, owed, given_up_now, given_up_before
    from span, lateral (
      select coalesce(sum(orders), 0) as orders, coalesce(sum(kept_kobo), 0) as kept from order_totals
    ) sold, lateral (
      select coalesce(sum(${KEPT_KOBO}), 0) as owed from orders where ${IS_OWED}
    ) to_return, lateral (
      -- Checkouts that were begun and have no order.
      select count(*) filter (where is_now) as given_up_now, count(*) filter (where not is_now) as given_up_before
      from (
        select created_at >= start as is_now from payment_attempts
        where created_at >= before and (created_at < until or created_at >= start)
        group by checkout_id, 1 having count(order_id) = 0
      ) checkouts
    ) given_up`);
  const [row = {}] = rows;
  const number = (name: string) => Number(row[name] ?? 0);
  const found = await dailyOrders(db, 2 * DAYS);
  const [from, to] = [String(row["first"]), String(row["last"])];
  const now = sums(found.filter(({ day }) => day >= from));
  const before = sums(found.filter(({ day }) => day < from));
  const today = sums(found.filter(({ day }) => day === to));
  return {
    customers: { total: number("customers"), now: number("customers_now"), before: number("customers_before") },
    orders: { total: number("orders"), now: now.orders, before: before.orders, today: today.orders },
    revenue: mayMoney ? { total: number("kept"), now: now.kobo, before: before.kobo, today: today.kobo } : null,
    owed_kobo: mayMoney ? number("owed") : null,
    days: mayMoney ? fillDays(found, to, DAYS) : null,
    conversion: {
      now: conversion({ ordered: now.orders, abandoned: number("given_up_now") }),
      before: conversion({ ordered: before.orders, abandoned: number("given_up_before") }),
    },
    from,
    to,
  };
}

/** The end of the earlier period: as much of its last day has passed as of today. Lagos has no summer time. */
const UNTIL = sql`now() - make_interval(hours => ${24 * DAYS}::int)`;

/** Orders per day: number created, and kobo that the shop keeps of them. The last day of the earlier period ends early. */
async function dailyOrders(db: Tx, days: number): Promise<Day[]> {
  // The stored totals of whole days; of the one that ends early the orders themselves, by the index of each status.
  const { rows } = await db.execute(sql`
    with span as (select (now() at time zone 'Africa/Lagos')::date as today)
    select to_char(day, 'YYYY-MM-DD') as day, sum(orders) as orders, sum(kept_kobo) as kobo
    from order_totals, span
    where day > today - ${days}::int and day <= today and day <> today - ${DAYS}::int
    group by day having sum(orders) > 0
    union all
    select to_char(today - ${DAYS}::int, 'YYYY-MM-DD'), sum(made), coalesce(sum(sold) filter (where status = 'paid'), 0)
    from span, (values ('paid'), ('pending'), ('refunded')) as every(status), lateral (
      select count(*) as made, sum(${KEPT_KOBO}) as sold from orders
      where payment_status = status
        and created_at >= ((today - ${DAYS}::int)::timestamp at time zone 'Africa/Lagos') and created_at < ${UNTIL}
    ) of_status
    group by today having sum(made) > 0`);
  return rows.map((row) => ({ day: String(row["day"]), orders: Number(row["orders"]), kobo: Number(row["kobo"]) }));
}

function sums(days: readonly Day[]): { orders: number; kobo: number } {
  return days.reduce((sum, day) => ({ orders: sum.orders + day.orders, kobo: sum.kobo + day.kobo }), {
    orders: 0,
    kobo: 0,
  });
}

const RECENT = 5;

async function recentOrders(db: Tx, seesAmounts: boolean) {
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
  return rows.map((row) => ({ ...row, total_amount_kobo: seesAmounts ? row.total_amount_kobo : null }));
}

/** Number of open tasks; 0 without permission. Counts are capped at 1,000. */
export type ToDo = Record<
  "pack" | "late" | "owed" | "payments" | "failing" | "low" | "messages" | "suppliers" | "custom_orders",
  number
>;

const MOST = 1_000;

/** Open tasks visible to the actor. */
export async function toDo(db: Tx, actor: Pick<Claims, "role" | "staff_role">): Promise<ToDo> {
  const some = (isSeen: boolean, from: ReturnType<typeof sql>) =>
    isSeen ? sql`(select count(*) from (select 1 from ${from} limit ${MOST}) counted)` : sql`0`;
  const { rows } = await db.execute(sql`select
    ${some(can(actor, "orders.view"), sql`orders where ${IS_TO_PACK}`)} as pack,
    ${some(can(actor, "orders.view"), sql`orders where ${IS_LATE}`)} as late,
    ${some(can(actor, "orders.refund"), sql`orders where ${IS_OWED}`)} as owed,
    ${some(can(actor, "payments.view"), sql`payment_reviews where not resolved`)} as payments,
    ${some(can(actor, "products.view"), sql`product_stock where quantity <= ${LOW_STOCK}`)} as low,
    ${some(can(actor, "messages.view"), sql`contact_messages where not is_read`)} as messages,
    ${some(can(actor, "suppliers.view"), sql`suppliers where status = 'pending'`)} as suppliers,
    ${some(can(actor, "custom-orders.view"), sql`custom_orders where status = 'pending'`)} as custom_orders`);
  const [row = {}] = rows;
  const number = (name: string) => Number(row[name] ?? 0);
  return {
    pack: number("pack"),
    late: number("late"),
    owed: number("owed"),
    payments: number("payments"),
    failing: can(actor, "system.view") ? await countFailures(db) : 0,
    low: number("low"),
    messages: number("messages"),
    suppliers: number("suppliers"),
    custom_orders: number("custom_orders"),
  };
}
