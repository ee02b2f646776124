import { eq, inArray, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { nairaOf } from "#app/lib/money.ts";
import { phoneCell, type ExportCell } from "#app/platform/files/table-file.server.ts";
import { rowBatches } from "#app/platform/list.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { ORDER_COLUMNS } from "../queries.server.ts";
import { orderNumber, orderStatusBadge, paymentStatusBadge } from "../rules.ts";
import { allOrderIds, type OrderListState } from "./admin-list.server.ts";

const COLUMNS = {
  ...ORDER_COLUMNS,
  payment_method: orders.payment_method,
  lines: sql<number>`count(${order_items.id})::int`,
  goods: sql<string>`coalesce(string_agg(${order_items.quantity} || ' × ' || ${order_items.product_name}, '; '
    order by ${order_items.id}), '')`,
};

type Row = Awaited<ReturnType<typeof readOrders>>[number];

const TIME = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", minute: "2-digit" });

/** Columns of the export. Order numbers start with "#", because spreadsheets parse "0012E456" as a number. */
const CELLS: Record<string, (row: Row) => ExportCell> = {
  "Order ID": ({ id }) => `#${orderNumber(id)}`,
  Date: ({ created_at }) => created_at,
  Time: ({ created_at }) => TIME.format(created_at),
  Customer: ({ customer_name }) => customer_name,
  Email: ({ customer_email }) => customer_email,
  Phone: ({ customer_phone }) => phoneCell(customer_phone),
  "Substitute phone": ({ substitute_phone }) => phoneCell(substitute_phone),
  Address: ({ shipping_address }) => shipping_address,
  Delivery: ({ delivery_text }) => delivery_text ?? "",
  "Promised from": ({ promised_from }) => promised_from ?? "",
  "Promised to": ({ promised_to }) => promised_to ?? "",
  "First promised to": ({ first_promised_to }) => first_promised_to ?? "",
  Late: ({ is_late }) => (is_late ? "yes" : ""),
  Lines: ({ lines }) => lines,
  Products: ({ goods }) => goods,
  "Delivery price": ({ shipping_kobo }) => nairaOf(shipping_kobo),
  Amount: ({ total_amount_kobo }) => nairaOf(total_amount_kobo),
  Status: ({ order_status }) => orderStatusBadge(order_status).label,
  Payment: ({ payment_status }) => paymentStatusBadge(payment_status).label,
  "Payment method": ({ payment_method }) => payment_method,
  "Payment reference": ({ payment_reference }) => payment_reference,
};

/** Orders of a list state as an export table, in list order; amounts in naira. Throws without export permission. */
export function orderTable(db: Db, actor: Actor, state: OrderListState) {
  if (!can(actor, "export")) throw new Error("Only staff who may export get the orders.");
  async function* rows(): AsyncGenerator<ExportCell[][]> {
    for await (const part of rowBatches(db, await allOrderIds(db, actor, state), readOrders)) {
      yield part.map((row) => Object.values(CELLS).map((cell) => cell(row)));
    }
  }
  return { columns: Object.keys(CELLS), rows: rows() };
}

async function readOrders(db: Tx, ids: string[]) {
  return await db
    .select(COLUMNS)
    .from(orders)
    .leftJoin(order_items, eq(order_items.order_id, orders.id))
    .where(inArray(orders.id, ids))
    .groupBy(orders.id);
}
