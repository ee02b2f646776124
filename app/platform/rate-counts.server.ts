import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/** A counter of `rate_limits`; `expire` in ms, `now` for an expired one, whose count is 0. */
export type RateCount = { count: number; expire: number };

/** The counter `key`, created if missing and locked until the transaction ends. `now` in ms. */
export async function lockCount(tx: Tx, key: string, now: number): Promise<RateCount> {
  await tx.execute(
    sql`insert into rate_limits (key, points, expire) values (${key}, 0, ${now}) on conflict do nothing`,
  );
  const { rows } = await tx.execute<{ points: number; expire: string }>(
    sql`select points, expire from rate_limits where key = ${key} for update`,
  );
  const [row] = rows;
  const expire = Number(row?.expire ?? 0);
  return row && expire > now ? { count: row.points, expire } : { count: 0, expire: now };
}

/** Stores a locked counter. */
export async function storeCount(tx: Tx, key: string, { count, expire }: RateCount): Promise<void> {
  await tx.execute(sql`update rate_limits set points = ${count}, expire = ${expire} where key = ${key}`);
}

/** Removes the counter. */
export async function resetCount(db: Tx, key: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${key}`);
}

/** Takes one from the counter, down to 0. */
export async function lowerCount(db: Tx, key: string): Promise<void> {
  await db.execute(sql`update rate_limits set points = greatest(points - 1, 0) where key = ${key}`);
}
