import { can, type Actor } from "#app/features/permissions/rules.ts";
import { nairaOf } from "#app/lib/money.ts";
import { phoneCell, type ExportCell } from "#app/platform/files/table-file.server.ts";
import { rowBatches } from "#app/platform/list.server.ts";
import type { Db } from "#db/client.server.ts";
import { allCustomerIds, type CustomerListState } from "./admin-list.server.ts";
import { customerRecords } from "./admin.server.ts";

type Row = Awaited<ReturnType<typeof customerRecords>>[number];

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
    for await (const part of rowBatches(db, await allCustomerIds(db, actor, state), customerRecords)) {
      yield part.map((row) => columns.map((name) => CELLS[name]?.(row) ?? null));
    }
  }
  return { columns, rows: rows() };
}
