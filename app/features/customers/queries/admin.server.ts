import { and, eq, sql } from "drizzle-orm";
import { type Actor, can } from "#app/lib/permissions.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { customersById, type AdminCustomer } from "./admin-list.server.ts";

/** Purchase totals of a customer in kobo; null for staff without permission to see them. */
export type CustomerFigures = {
  orders: number;
  spent_kobo: number | null;
  average_kobo: number | null;
  last_order_at: Date | null;
};

export type AdminCustomerDetails = AdminCustomer &
  CustomerFigures & {
    address: string;
    postal_code: string;
    country: string;
    newest: { id: string; created_at: Date; total_amount_kobo: number; order_status: string }[];
  };

/** One customer with totals, or null if unknown or an admin. Totals require the right to see money. */
export async function adminCustomer(db: Tx, actor: Actor, id: string): Promise<AdminCustomerDetails | null> {
  if (!can(actor, "customers.view")) throw new Error("Only staff see all customers.");
  if (!isUuid(id)) return null;
  const [customer] = await customersById(db, [id]);
  const [more] = await db
    .select({
      address: sql<string>`coalesce(${profiles.address}, '')`,
      postal_code: sql<string>`coalesce(${profiles.postal_code}, '')`,
      country: sql<string>`coalesce(${profiles.country}, 'Nigeria')`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, id), eq(users.role, "customer")));
  if (!customer || !more) return null;
  return { ...customer, ...more, ...(await figuresOf(db, actor, id)), newest: await newestOrders(db, id) };
}

/** Fully refunded orders do not count as spent. */
async function figuresOf(db: Tx, actor: Actor, id: string): Promise<CustomerFigures> {
  const { rows } = await db.execute(sql`
    select count(*)::int as orders, extract(epoch from max(created_at))::float8 as last_order_at,
      coalesce(sum(total_amount_kobo) filter (where payment_status = 'paid'), 0)::bigint as spent,
      count(*) filter (where payment_status = 'paid')::int as paid
    from orders where user_id = ${id}::uuid`);
  const [row] = rows;
  const [spent, paid] = [Number(row?.["spent"]), Number(row?.["paid"])];
  const seesMoney = can(actor, "money.view");
  return {
    orders: Number(row?.["orders"]),
    spent_kobo: seesMoney ? spent : null,
    average_kobo: seesMoney && paid > 0 ? Math.round(spent / paid) : null,
    last_order_at: row?.["last_order_at"] ? new Date(Number(row["last_order_at"]) * 1_000) : null,
  };
}

async function newestOrders(db: Tx, id: string): Promise<AdminCustomerDetails["newest"]> {
  const { rows } = await db.execute(sql`
    select id, created_at, total_amount_kobo, order_status from orders where user_id = ${id}::uuid
    order by created_at desc, id desc limit 5`);
  return rows.map((row) => ({
    id: String(row["id"]),
    created_at: new Date(String(row["created_at"])),
    total_amount_kobo: Number(row["total_amount_kobo"]),
    order_status: String(row["order_status"]),
  }));
}
