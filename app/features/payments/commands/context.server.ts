import type { Shop } from "#app/platform/context.server.ts";
import type { PaymentProvider } from "../providers/provider.server.ts";

/** Context of payment and checkout commands. `now` is a function, so that tests can set the time. */
export type PaymentsContext = Pick<Shop, "db" | "jobs" | "log" | "baseUrl" | "env"> & {
  payments: PaymentProvider | null;
  now?: () => Date;
  /** Maximum time that a start waits for the provider, in ms; default 10 seconds. */
  startTimeoutMs?: number;
  /** Minimum interval between two provider requests from pages, in ms; default 3 seconds. */
  checkGapMs?: number;
};

/** The time of the command: that of the context, or now. */
export function currentTime(ctx: PaymentsContext): Date {
  return ctx.now?.() ?? new Date();
}
