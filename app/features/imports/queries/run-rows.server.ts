import { and, eq, sql, type SQL } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { MOST_COUNTED, type ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { run_rows } from "#db/schema/runs.ts";
import type { RowState } from "../rules.ts";
import type { PriceFilter, RUN_ROWS } from "../rules/run-list.ts";

const amount = (side: "from" | "to") => sql`(${run_rows.price} ->> ${sql.raw(`'${side}'`)})::numeric`;
const has = (flag: string) => sql`${run_rows.price} -> 'flags' ? ${flag}`;
/** Relative change of what buyers pay; 1 for none. */
const RATIO = sql`coalesce(${amount("to")} / nullif(${amount("from")}, 0), 1)`;

const BY_PRICE: Record<PriceFilter, SQL> = {
  up: sql`${amount("to")} > ${amount("from")}`,
  down: sql`${amount("to")} < ${amount("from")}`,
  large: has("large"),
  below_cost: has("below_cost"),
  discount: has("discount"),
};

export type RunListRow = Awaited<ReturnType<typeof readRows>>[number];

/** Rows of a run with what tells their products apart; `id` is the row's place. */
export function runRowsSource(
  run: string,
  { q, filters: { state, price } }: Pick<ListState<typeof RUN_ROWS>, "q" | "filters">,
): ListSource<RunListRow> {
  const failedPicture = sql`${run_rows.pictures} @> '[{"state":"failed"}]'`;
  return {
    from: sql`${run_rows} left join ${products} on ${products.id} = ${run_rows.record_id}`,
    id: run_rows.place,
    where: and(
      eq(run_rows.run_id, run),
      state === "pictures" ? failedPicture : state ? eq(run_rows.state, state) : undefined,
      price ? BY_PRICE[price as PriceFilter] : undefined,
      q === ""
        ? undefined
        : sql`(${containsText(sql`${run_rows.label}`, q)} or ${containsText(sql`${products.sku}`, q)}
            or ${containsText(sql`${products.distributor}`, q)})`,
    ),
    sorts: {
      place: [run_rows.place],
      name: [sql`lower(${run_rows.label})`],
      change: [RATIO],
    },
    read: (db, places) => readRows(db, run, places.map(Number)),
    countUpTo: MOST_COUNTED,
  };
}

async function readRows(db: Tx, run: string, places: number[]) {
  const { record_id, label, before, after, reason, price, pictures } = run_rows;
  const { unit, sku, distributor } = products;
  const rows = await db
    .select({
      id: sql<string>`${run_rows.place}::text`,
      record_id,
      label,
      before,
      after,
      reason,
      price,
      pictures,
      state: sql<RowState>`${run_rows.state}`,
      product: { id: products.id, unit, sku, distributor },
    })
    .from(run_rows)
    .leftJoin(products, eq(products.id, record_id))
    .where(and(eq(run_rows.run_id, run), sql`${run_rows.place} in ${places}`));
  return rows;
}

export type RunSummary = Awaited<ReturnType<typeof runSummary>>;

/** Counts of a run's rows that change something, by their prices; `flagged` are beyond 50 % or below cost. */
export async function runSummary(db: Tx, run: string) {
  const count = (filter: SQL) => sql<number>`(count(*) filter (where ${filter}))::int`;
  const isReady = sql`${run_rows.state} = 'ready'`;
  const flagged = sql`(${has("large")} or ${has("below_cost")})`;
  const changes = and(eq(run_rows.run_id, run), sql`${run_rows.state} in ('ready', 'applied')`);
  const [counts] = await db
    .select({
      ready: count(isReady),
      flagged: count(flagged),
      prices: count(sql`${run_rows.price} is not null`),
      up: count(BY_PRICE.up),
      down: count(BY_PRICE.down),
      large: count(BY_PRICE.large),
      below_cost: count(BY_PRICE.below_cost),
      discount: count(BY_PRICE.discount),
    })
    .from(run_rows)
    .where(changes);
  if (!counts) throw new Error("an aggregate has one row");
  const [largest] = await db
    .select({ label: run_rows.label, price: run_rows.price })
    .from(run_rows)
    .where(and(changes, sql`${run_rows.price} is not null`))
    .orderBy(sql`abs(${RATIO} - 1) desc`, run_rows.place)
    .limit(1);
  return { ...counts, largest: largest?.price ? { label: largest.label, ...largest.price } : null };
}
