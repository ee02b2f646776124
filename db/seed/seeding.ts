import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db, Tx } from "#db/client.server.ts";
import { shop_state } from "#db/schema/shop.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { hasDemo, hasState } from "./demo-state.ts";

/** Processes that start together seed in turns. */
const SEED_LOCK = 71_404;

/**
 * Runs `seed` once in a shop with demo products, in one transaction; what it returns is stored in `shop_state` at `key`,
 * and null means that it did nothing and runs again at the next start. Returns whether it ran.
 */
export async function seedOnce(
  db: Db,
  key: string,
  seed: (tx: Tx) => Promise<Record<string, unknown> | null>,
): Promise<boolean> {
  if (await hasState(db, key)) return false;
  return await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if ((await hasState(tx, key)) || !(await hasDemo(tx))) return false;
    const value = await seed(tx);
    if (value) await tx.insert(shop_state).values({ key, value });
    return value !== null;
  });
}

/**
 * Inserts rows as one JSON parameter, because the parameters of a statement are limited. All rows have the columns of the
 * first; their keys are the names in the database, and other keys are ignored.
 */
export async function insertRows(tx: Tx, table: PgTable, rows: readonly object[]): Promise<void> {
  const [first = {}] = rows;
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => name in first);
  const names = sql.raw(columns.map(({ name }) => name).join(", "));
  const types = sql.raw(columns.map((column) => `${column.name} ${column.getSQLType()}`).join(", "));
  await tx.execute(sql`
    insert into ${table} (${names}) select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as rows (${types})`);
}
