import { and, asc, count, desc, eq, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { type Actor, can } from "#app/lib/permissions.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "../rules.ts";
import { readOrderSearch, type OrderSearch } from "../rules/search.ts";

/** What the orders are narrowed to. `from` and `to` are days in Lagos ("2026-11-20"), both included. */
export type OrderFilter = {
  q?: string;
  status?: OrderStatus | "all";
  from?: string;
  to?: string;
};

export type AdminOrderRow = {
  id: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  created_at: Date;
  total_amount_kobo: number;
  order_status: OrderStatus;
  payment_status: string;
  lines: number;
  /** Whether its payment waits for a person. */
  needs_review: boolean;
};

export type AdminOrderPage = {
  orders: AdminOrderRow[];
  /** How many match; a search counts to 10,000 and then says `isMore`. */
  total: number;
  isMore: boolean;
  page: number;
  pages: number;
  /** Whether these are names alike, because nothing has the text as typed. */
  isAlike: boolean;
};

/** A search counts no further than this. */
const MOST_COUNTED = 10_000;
/** How alike a name is to what was typed, from 0 to 1: two letters in the wrong order still find it. */
const ALIKE = 0.4;

const BUYER = sql`lower(customer_name || ' ' || customer_email)`;
const DIGITS = sql`regexp_replace(customer_phone, '[^0-9]', '', 'g')`;

/** One page of the orders that match, newest first. A page beyond the last is the last. Throws for others than staff. */
export async function ordersPage(
  db: Db,
  actor: Actor,
  filter: OrderFilter,
  { page, size }: { page: number; size: number },
): Promise<AdminOrderPage> {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  const search = readOrderSearch(filter.q ?? "");
  const exact = await pageOf(db, whereOf(filter, search && matches(search)), Boolean(search), page, size);
  const text = search?.words.join(" ") ?? "";
  if (exact.total > 0 || !search || !/\p{L}{3}/u.test(text)) return exact;
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`);
    const closest = [desc(sql`word_similarity(${text}, ${BUYER})`)];
    const alike = await pageOf(tx, whereOf(filter, sql`${text} <% ${BUYER}`), true, page, size, closest);
    return { ...alike, isAlike: alike.total > 0 };
  });
}

/** How many orders have each status, within the days of the filter. */
export async function orderCounts(db: Tx, filter: Pick<OrderFilter, "from" | "to">): Promise<Record<string, number>> {
  const rows = await db
    .select({ status: orders.order_status, n: count() })
    .from(orders)
    .where(daysOf(filter))
    .groupBy(orders.order_status);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function pageOf(
  db: Tx,
  where: SQL | undefined,
  isSearch: boolean,
  page: number,
  size: number,
  first: readonly SQL[] = [],
): Promise<AdminOrderPage> {
  const found = await countOf(db, where, isSearch);
  const total = Math.min(found, isSearch ? MOST_COUNTED : found);
  const pages = Math.max(1, Math.ceil(total / size));
  const wanted = Math.min(Math.max(1, page), pages);
  const offset = (wanted - 1) * size;
  // The second half is read from its end, so that the last page costs what the first does.
  const fromEnd = !isSearch && offset > total / 2;
  const newest = [...first, desc(orders.created_at), desc(orders.id)];
  const order = fromEnd ? [asc(orders.created_at), asc(orders.id)] : newest;
  const here = Math.min(size, total - offset);
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(here)
    .offset(fromEnd ? total - offset - here : offset);
  const rows = await db
    .select(ROW)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(...newest);
  const isMore = found > total;
  return { orders: rows as AdminOrderRow[], total, isMore, page: wanted, pages, isAlike: false };
}

const ROW = {
  id: orders.id,
  customer_name: orders.customer_name,
  customer_email: orders.customer_email,
  customer_phone: orders.customer_phone,
  created_at: orders.created_at,
  total_amount_kobo: orders.total_amount_kobo,
  order_status: orders.order_status,
  payment_status: orders.payment_status,
  // Named in full: the query builder leaves the table out of a column's name where it reads one table.
  lines: sql<number>`(select count(*)::int from order_items i where i.order_id = orders.id)`,
  needs_review: sql<boolean>`exists (select 1 from payment_reviews r where r.order_id = orders.id and not r.resolved)`,
};

async function countOf(db: Tx, where: SQL | undefined, isSearch: boolean): Promise<number> {
  if (!isSearch) {
    const [row] = await db.select({ n: count() }).from(orders).where(where);
    return row?.n ?? 0;
  }
  const some = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .limit(MOST_COUNTED + 1)
    .as("some");
  const [row] = await db.select({ n: count() }).from(some);
  return row?.n ?? 0;
}

function whereOf(filter: OrderFilter, found: SQL | null | undefined): SQL | undefined {
  const { status = "all" } = filter;
  return and(status === "all" ? undefined : eq(orders.order_status, status), daysOf(filter), found ?? undefined);
}

/** Days are Lagos', which is an hour ahead of UTC all year. */
function daysOf({ from, to }: Pick<OrderFilter, "from" | "to">): SQL | undefined {
  const day = (text: string, more = 0) => new Date(new Date(`${text}T00:00:00+01:00`).getTime() + more);
  return and(
    from ? gte(orders.created_at, day(from)) : undefined,
    to ? lt(orders.created_at, day(to, 86_400_000)) : undefined,
  );
}

function matches({ ids, reference, phone, words }: OrderSearch): SQL | undefined {
  const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    ids ? sql`${orders.id} between ${ids.from}::uuid and ${ids.to}::uuid` : undefined,
    reference ? eq(orders.payment_reference, reference) : undefined,
    phone ? sql`${DIGITS} like ${`%${phone}%`}` : undefined,
    words.length > 0 ? and(...words.map((word) => sql`${BUYER} like ${like(word)}`)) : undefined,
  );
}
