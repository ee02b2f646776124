import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Database } from "#db/client.server.ts";
import { visitorUnit } from "./addresses.server.ts";

/** Named limits as [requests, seconds]: kept in the database, so that all processes count together. */
const LIMITS = {
  checkout: [20, 60],
  verify: [120, 60],
  checkout_status: [120, 60],
  newsletter: [10, 60],
  auth_message: [5, 900],
  auth_proof: [10, 900],
} as const satisfies Record<string, readonly [number, number]>;

export type Limits = {
  /** Counts one request of `key` (an address or account). Answers the seconds to wait when it is one too many, else null. */
  hit(name: keyof typeof LIMITS, key: string): Promise<number | null>;
};

/** Limits on `database`; while that does not answer they are counted in memory, never skipped. */
export function createLimits(database: Database): Limits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, [points, duration]]) => {
      const options = { points, duration, keyPrefix: name };
      const limiter = new RateLimiterPostgres({
        ...options,
        storeClient: database.pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        insuranceLimiter: new RateLimiterMemory(options),
      });
      return [name, limiter];
    }),
  ) as unknown as Record<keyof typeof LIMITS, RateLimiterAbstract>;
  return {
    async hit(name, key) {
      try {
        await limiters[name].consume(visitorUnit(key));
        return null;
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        return Math.max(1, Math.ceil((refusal as { msBeforeNext: number }).msBeforeNext / 1000));
      }
    },
  };
}
