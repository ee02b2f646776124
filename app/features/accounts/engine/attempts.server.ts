import { lockCount, lowerCount, resetCount, storeCount } from "#app/platform/rate-counts.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { inTransaction, type Rollback } from "#db/transaction.server.ts";
import { type Bound, COUNT_LIFE_S, type Counter, delayAfter, type Pace } from "./slow-down.server.ts";

/** The counter that was full, and the seconds until it accepts attempts. */
export type RateLimitRefusal = { whenFull: Counter["whenFull"]; seconds: number };

/**
 * Attempt counters in the table `rate_limits`, shared by all processes; concurrent attempts are serialized. `now` in
 * ms.
 */
export function createAttempts(db: Db, now = Date.now) {
  return {
    /**
     * Counts an attempt in all `counters` and returns null; or, when one is full, returns the refusal and counts in
     * none, or only in those before a "quiet" one.
     */
    async take(counters: readonly Counter[]): Promise<RateLimitRefusal | null> {
      return await inTransaction<RateLimitRefusal | null>(db, (tx, rollback) => takeAll(tx, rollback, counters, now()));
    },
    /** Records a success: resets the first of `counters` (its own) and removes the attempt from the others. */
    async succeed([own, ...others]: readonly Counter[]): Promise<void> {
      if (own) await resetCount(db, own.key);
      for (const { key } of others) await lowerCount(db, key);
    },
  };
}

async function takeAll(
  tx: Tx,
  rollback: Rollback<RateLimitRefusal>,
  counters: readonly Counter[],
  now: number,
): Promise<RateLimitRefusal | null> {
  let isFirst = false;
  for (const [at, counter] of counters.entries()) {
    const { count, expire } = await lockCount(tx, counter.key, now);
    if (at === 0) isFirst = count === 0;
    const { ready, expires } =
      "pace" in counter ? paced(counter.pace, count, expire, now) : bounded(counter.bound, count, expire);
    if (ready > now) {
      const refusal: RateLimitRefusal = { whenFull: counter.whenFull, seconds: Math.ceil((ready - now) / 1000) };
      if (counter.whenFull === "quiet") return refusal;
      return rollback(refusal);
    }
    await storeCount(tx, counter.key, { count: count + 1, expire: expires });
  }
  return null;

  function bounded(bound: Bound, count: number, expire: number) {
    const most = isFirst ? (bound.mostForFirst ?? bound.most) : bound.most;
    return { ready: count >= most ? expire : now, expires: count === 0 ? now + bound.seconds * 1000 : expire };
  }
}

/**
 * The last attempt of a paced counter is `expire` minus its lifetime; each attempt extends `expire`. Of attempts at once a
 * later one may have been counted first, which delays the earlier ones only when there is a delay.
 */
function paced(pace: Pace, count: number, expire: number, now: number) {
  const life = COUNT_LIFE_S * 1000;
  const delay = delayAfter(count, pace) * 1000;
  return { ready: delay === 0 ? now : expire - life + delay, expires: Math.max(expire, now + life) };
}
