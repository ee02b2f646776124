import { eq, inArray, sql } from "drizzle-orm";
import { MAX_EXPORT_ROWS, rowBatches } from "#app/lib/list.server.ts";
import { nairaOf } from "#app/lib/money.ts";
import { can, type Actor } from "#app/lib/permissions.ts";
import { phoneCell, type ExportCell } from "#app/lib/table-file.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { customerIds, customersById, type CustomerListState } from "./admin-list.server.ts";

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Columns of the export; "Spent" requires the right to see money. */
const CELLS: Record<string, (row: Row) => ExportCell> = {
  Name: (row) => row.name,
  Email: (row) => row.email,
  Phone: (row) => (row.phone ? phoneCell(row.phone) : null),
  Address: (row) => row.address,
  City: (row) => row.city,
  State: (row) => row.state,
  "Postal code": (row) => row.postal_code,
  Country: (row) => row.country,
  Joined: (row) => row.created_at,
  Orders: (row) => row.orders,
  Spent: (row) => nairaOf(row.spent_kobo),
  "Last order": (row) => row.last_order_at,
};

/** Customers of a list state as an export table, in list order. Throws without export permission. */
export function customerTable(db: Db, actor: Actor, state: CustomerListState) {
  if (!can(actor, "export")) throw new Error("Only staff who may export get the customers.");
  const columns = Object.keys(CELLS).filter((name) => name !== "Spent" || can(actor, "money.view"));
  async function* rows(): AsyncGenerator<ExportCell[][]> {
    for await (const part of rowBatches(db, await customerIds(db, actor, state, MAX_EXPORT_ROWS), readRows)) {
      yield part.map((row) => columns.map((name) => CELLS[name]?.(row) ?? null));
    }
  }
  return { columns, rows: rows() };
}

async function readRows(db: Tx, ids: string[]) {
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
      coalesce(sum(total_amount_kobo) filter (where payment_status = 'paid'), 0)::bigint as spent
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
      spent_kobo: Number(figures?.["spent"] ?? 0),
      last_order_at: last ? new Date(Number(last) * 1_000) : null,
    };
  });
}
