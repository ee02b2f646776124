import type { Shop } from "#app/lib/context.server.ts";
import type { PaymentProvider } from "../providers/provider.server.ts";

/** What the commands of payments and checkout act with. `now` is a function, so that tests can move time. */
export type PaymentsContext = Pick<Shop, "db" | "jobs" | "log" | "baseUrl" | "env"> & {
  payments: PaymentProvider | null;
  now?: () => Date;
  /** The longest that a start waits for the provider, in ms; 10 seconds unless told. */
  startTimeoutMs?: number;
  /** Least time between two questions about a payment that pages ask, in ms; 3 seconds unless told. */
  checkGapMs?: number;
};

export function currentTime(ctx: PaymentsContext): Date {
  return ctx.now?.() ?? new Date();
}
