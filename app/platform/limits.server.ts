import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Database } from "#db/client.server.ts";
import { visitorUnit } from "./addresses.server.ts";

/** Named limits as [requests, seconds], stored in the database and shared by all processes. */
const LIMITS = {
  checkout: [20, 60],
  verify: [120, 60],
  checkout_status: [120, 60],
  // Only wrong tokens count: everyone behind an address may wait for a payment.
  unknown_token: [30, 600],
  payment_search: [5, 3600],
  newsletter: [10, 60],
  // Mobile networks share an address among many users, and a form that is posted again after errors counts too.
  submission: [30, 600],
  upload: [240, 600],
  submission_mail: [3, 3600],
  auth_message: [5, 900],
  auth_proof: [10, 900],
} as const satisfies Record<string, readonly [number, number]>;

/**
 * Limits on reads, as [requests, seconds], far above what shoppers behind one address need. Each process counts in
 * memory: a row per search would cost as much as the search.
 */
const READ_LIMITS = {
  search: [600, 60],
  suggest: [1200, 60],
  cart_check: [600, 60],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof LIMITS | keyof typeof READ_LIMITS;

export type Limits = ReturnType<typeof createLimits>;

/** Limits on `database`; while it does not answer they are counted in memory, never skipped. */
export function createLimits(database: Database) {
  const counted = Object.fromEntries(
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
  );
  const reading = Object.fromEntries(
    Object.entries(READ_LIMITS).map(([name, [points, duration]]) => [
      name,
      new RateLimiterMemory({ points, duration }),
    ]),
  );
  const limiters = { ...counted, ...reading } as unknown as Record<LimitName, RateLimiterAbstract>;
  return {
    /** Counts one request of `key` (an address or account). Returns the seconds to wait above the limit, else null. */
    async hit(name: LimitName, key: string): Promise<number | null> {
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
