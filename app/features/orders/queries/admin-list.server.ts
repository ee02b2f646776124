import { and, desc, eq, inArray, or, sql, sum, type SQL } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { productSearch } from "#app/features/products/queries/admin-products.server.ts";
import type { ListPage } from "#app/lib/list.ts";
import {
  listIds,
  listPage,
  MOST_COUNTED,
  packedIds,
  setSimilarity,
  withSimilarity,
  withinDays,
  type ListSource,
  type PackedIds,
} from "#app/platform/list.server.ts";
import { plainText } from "#app/platform/plain-text.server.ts";
import { likeText } from "#app/platform/slugs.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { orders } from "#db/schema/orders.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { OrderStatus } from "../rules.ts";
import { readOrderSearch, type OrderSearch } from "../rules/search.ts";
import { IS_LATE } from "./late.server.ts";
import { KEPT_KOBO, PAYMENT_FILTERS, PAYMENT_STATE } from "./money.server.ts";

/** Filters of the order list. `from` and `to` are dates in Lagos time ("2026-11-20"), both inclusive. */
export type OrderListState = {
  q: string;
  filters: { status?: string; payment?: string; delivery?: string; from?: string; to?: string; by?: string };
  sort: string;
  page: number;
  size: number;
};

/** An order of the list; its amount in kobo is null for staff without the right to see it. */
export type AdminOrderRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** What the rows match: buyers and numbers, or if there is none products, or else similar customer names. */
export type AdminOrderPage = ListPage<AdminOrderRow> & { found: "exact" | "goods" | "alike" };

const BUYER = plainText(sql`customer_name || ' ' || customer_email`);
const DIGITS = sql`regexp_replace(customer_phone, '[^0-9]', '', 'g')`;

/** One page of matching orders, newest first by default. Throws for non-staff. */
export async function ordersPage(db: Db, actor: Actor, state: OrderListState): Promise<AdminOrderPage> {
  const exact = await listPage(db, state, ordersSource(actor, state));
  if (exact.total > 0 || !state.q || state.filters.by) return { ...exact, found: "exact" };
  const goods = await listPage(db, state, ordersSource(actor, byGoods(state)));
  if (goods.total > 0) return { ...goods, found: "goods" };
  const alike = similarOrders(actor, state);
  if (!alike) return { ...exact, found: "exact" };
  const list = await withSimilarity(db, (tx) => listPage(tx, { ...state, sort: "-date" }, alike));
  return { ...list, found: list.total > 0 ? "alike" : "exact" };
}

const byGoods = (state: OrderListState): OrderListState => ({ ...state, filters: { ...state.filters, by: "goods" } });

/** Ids of all matching orders in list order, at most `most`. Throws for non-staff. */
export async function orderIds(db: Db, actor: Actor, state: OrderListState, most: number): Promise<string[]> {
  return await readMatching(db, actor, state, (tx, { sort }, source) => listIds(tx, { sort }, source, most));
}

/** The same of all matches, for an export. */
export async function allOrderIds(db: Db, actor: Actor, state: OrderListState): Promise<PackedIds> {
  return await readMatching(db, actor, state, packedIds);
}

type Read<Ids> = (tx: Tx, state: { sort: string }, source: ListSource<AdminOrderRow>) => Promise<Ids>;

/** The ids of what `ordersPage` shows. */
async function readMatching<Ids extends { length: number }>(
  db: Db,
  actor: Actor,
  state: OrderListState,
  read: Read<Ids>,
) {
  return await inTransaction(db, async (tx) => {
    const exact = await read(tx, state, ordersSource(actor, state));
    if (exact.length > 0 || !state.q || state.filters.by) return exact;
    const goods = await read(tx, state, ordersSource(actor, byGoods(state)));
    const alike = goods.length > 0 ? null : similarOrders(actor, state);
    if (!alike) return goods;
    await setSimilarity(tx);
    return await read(tx, { sort: "-date" }, alike);
  });
}

/** Orders with customer names similar to the search text, most similar first; null when the text is not a name. */
function similarOrders(actor: Actor, state: OrderListState): ListSource<AdminOrderRow> | null {
  const text = readOrderSearch(state.q)?.words.join(" ") ?? "";
  if (!/\p{L}{3}/u.test(text)) return null;
  return {
    ...ordersSource(actor, { ...state, q: "" }),
    where: and(narrowedBy(state), sql`${plainText(text)} <% ${BUYER}`),
    sorts: { date: [sql`word_similarity(${plainText(text)}, ${BUYER})`, orders.created_at] },
    countUpTo: MOST_COUNTED,
  };
}

/** Sum of what the shop keeps of all matching orders, in kobo. Throws for staff without permission to see amounts. */
export async function ordersSum(db: Tx, actor: Actor, state: Pick<OrderListState, "q" | "filters">): Promise<number> {
  if (!can(actor, "money.view")) throw new Error("Only staff with the right see sums.");
  const { where } = ordersSource(actor, state);
  const [row] = await db
    .select({ kobo: sum(KEPT_KOBO).mapWith(Number) })
    .from(orders)
    .where(where);
  return row?.kobo ?? 0;
}

/** List source of orders matching search and filters, for pages and exports. Throws for non-staff. */
export function ordersSource(actor: Actor, state: Pick<OrderListState, "q" | "filters">): ListSource<AdminOrderRow> {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  const search = readOrderSearch(state.q);
  const found = state.filters.by === "goods" ? hasGoods : matches;
  return {
    from: orders,
    id: orders.id,
    where: and(narrowedBy(state), search ? found(search) : undefined),
    sorts: { date: [orders.created_at] },
    read: (db, ids) => rowsOf(db, actor, ids),
    ...(search ? { countUpTo: MOST_COUNTED } : {}),
  };
}

/** Orders with these ids, newest first. Throws for non-staff. */
export async function ordersById(db: Tx, actor: Actor, ids: readonly string[]): Promise<AdminOrderRow[]> {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  return ids.length === 0 ? [] : await rowsOf(db, actor, [...ids]);
}

async function rowsOf(db: Tx, actor: Actor, ids: string[]) {
  const rows = await db
    .select(ROW)
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(desc(orders.created_at), desc(orders.id));
  const seesAmounts = can(actor, "orders.amounts");
  return rows.map((row) => ({ ...row, total_amount_kobo: seesAmounts ? row.total_amount_kobo : null }));
}

const ROW = {
  ...pickColumns(orders, "id", "customer_name", "customer_email", "customer_phone"),
  ...pickColumns(orders, "created_at", "total_amount_kobo"),
  payment_status: PAYMENT_STATE,
  order_status: sql<OrderStatus>`${orders.order_status}`,
  is_late: IS_LATE,
  // Raw SQL with the full column name: Drizzle omits the table name in queries of a single table.
  lines: sql<number>`(select count(*)::int from order_items i where i.order_id = orders.id)`,
};

function narrowedBy({
  filters: { status, payment, delivery, from, to },
}: Pick<OrderListState, "filters">): SQL | undefined {
  return and(
    status ? eq(orders.order_status, status) : undefined,
    payment ? PAYMENT_FILTERS[payment] : undefined,
    delivery ? IS_LATE : undefined,
    withinDays(orders.created_at, { from, to }),
  );
}

/** Orders of products that the text finds by name, SKU or barcode. */
function hasGoods({ text }: OrderSearch): SQL {
  return sql`${orders.id} in (select i.order_id from order_items i join products on products.id = i.product_id
    where ${productSearch(text)})`;
}

function matches({ ids, reference, phone, words }: OrderSearch): SQL | undefined {
  const like = (text: string) => `%${likeText(text)}%`;
  return or(
    ids ? sql`${orders.id} between ${ids.from}::uuid and ${ids.to}::uuid` : undefined,
    reference ? eq(orders.payment_reference, reference) : undefined,
    phone ? sql`${DIGITS} like ${`%${phone}%`}` : undefined,
    words.length > 0 ? and(...words.map((word) => sql`${BUYER} like ${plainText(like(word))}`)) : undefined,
  );
}
