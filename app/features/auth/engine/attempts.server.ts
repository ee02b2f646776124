import { sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server.ts";
import { COUNT_LIFE_S, type Counter, delayAfter } from "./slow-down.server.ts";

export type Attempts = {
  /** Counts one try by all `counters`, or by none: then it answers the seconds to wait, else null. */
  take(counters: readonly Counter[]): Promise<number | null>;
  /** A try that came through: starts the first of `counters`, its own, anew, and takes the try back from the others. */
  succeed(counters: readonly Counter[]): Promise<void>;
};

class Refused extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super("too many tries");
    this.seconds = seconds;
  }
}

/** Counts of tries in the table `rate_limits`, shared by all processes; a burst is counted one by one. `now` in ms. */
export function createAttempts(db: Db, now = Date.now): Attempts {
  return {
    async take(counters) {
      try {
        await db.transaction(async (tx) => {
          for (const counter of counters) await takeOne(tx, counter, now());
        });
        return null;
      } catch (error) {
        if (error instanceof Refused) return error.seconds;
        throw error;
      }
    },
    async succeed([own, ...others]) {
      if (own) await db.execute(sql`delete from rate_limits where key = ${own.key}`);
      for (const { key } of others)
        await db.execute(sql`update rate_limits set points = greatest(points - 1, 0) where key = ${key}`);
    },
  };
}

/** `expire` is the moment of the last try and the life of a count: both can be read off it. */
async function takeOne(tx: Tx, { key, pace }: Counter, now: number): Promise<void> {
  const life = COUNT_LIFE_S * 1000;
  await tx.execute(
    sql`insert into rate_limits (key, points, expire) values (${key}, 0, ${now}) on conflict do nothing`,
  );
  const { rows } = await tx.execute<{ points: number; expire: string }>(
    sql`select points, expire from rate_limits where key = ${key} for update`,
  );
  const [row] = rows;
  const expire = Number(row?.expire ?? 0);
  const count = row && expire > now ? row.points : 0;
  const wait = count === 0 ? 0 : expire - life + delayAfter(count, pace) * 1000 - now;
  if (wait > 0) throw new Refused(Math.ceil(wait / 1000));
  await tx.execute(sql`update rate_limits set points = ${count + 1}, expire = ${now + life} where key = ${key}`);
}
