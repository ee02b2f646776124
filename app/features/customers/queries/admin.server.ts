import { desc, eq, inArray, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { orders } from "#db/schema/orders.ts";
import { customersById } from "./admin-list.server.ts";

/** A customer with totals; amounts in kobo are null for staff without permission to see them. */
export type AdminCustomerDetails = NonNullable<Awaited<ReturnType<typeof adminCustomer>>>;

/** One customer with totals, or null if unknown or an admin. Totals require the right to see money. */
export async function adminCustomer(db: Tx, actor: Actor, id: string) {
  if (!can(actor, "customers.view")) throw new Error("Only staff see all customers.");
  if (!isUuid(id)) return null;
  const [record] = await customerRecords(db, [id]);
  if (record?.role !== "customer") return null;
  const { paid_orders, spent_kobo, ...customer } = record;
  const seesMoney = can(actor, "money.view");
  return {
    ...customer,
    spent_kobo: seesMoney ? spent_kobo : null,
    average_kobo: seesMoney && paid_orders > 0 ? Math.round(spent_kobo / paid_orders) : null,
    newest: await newestOrders(db, id),
  };
}

/** Customers with address and totals in kobo, unordered. Refunds do not count as spent. */
export async function customerRecords(db: Tx, ids: string[]) {
  const places = await db
    .select({
      id: users.id,
      address: sql<string>`coalesce(${profiles.address}, '')`,
      postal_code: sql<string>`coalesce(${profiles.postal_code}, '')`,
      country: sql<string>`coalesce(${profiles.country}, 'Nigeria')`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(inArray(users.id, ids));
  const { rows: bought } = await db.execute(sql`
    select user_id, count(*)::int as orders, extract(epoch from max(created_at))::float8 as last_order_at,
      coalesce(sum(total_amount_kobo - refunded_kobo) filter (where payment_status = 'paid'), 0)::bigint as spent,
      count(*) filter (where payment_status = 'paid' and refunded_kobo < total_amount_kobo)::int as paid
    from orders where user_id = any(${sql.param(ids)}::uuid[]) group by user_id`);
  const placeOf = new Map(places.map((row) => [row.id, row]));
  const figuresOf = new Map(bought.map((row) => [String(row["user_id"]), row]));
  return (await customersById(db, ids)).map((customer) => {
    const figures = figuresOf.get(customer.id);
    const last = figures?.["last_order_at"];
    return {
      address: "",
      postal_code: "",
      country: "Nigeria",
      ...placeOf.get(customer.id),
      ...customer,
      orders: Number(figures?.["orders"] ?? 0),
      paid_orders: Number(figures?.["paid"] ?? 0),
      spent_kobo: Number(figures?.["spent"] ?? 0),
      last_order_at: last ? new Date(Number(last) * 1_000) : null,
    };
  });
}

async function newestOrders(db: Tx, id: string) {
  return await db
    .select(pickColumns(orders, "id", "created_at", "total_amount_kobo", "order_status"))
    .from(orders)
    .where(eq(orders.user_id, id))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(5);
}
