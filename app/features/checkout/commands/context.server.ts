import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import type { Shop } from "#app/lib/context.server.ts";

/** What checkout commands act with. `now` is a function, so that tests can move time. */
export type CheckoutContext = Pick<Shop, "db" | "jobs" | "log" | "baseUrl" | "env"> & {
  payments: PaymentProvider | null;
  now?: () => Date;
};

export function timeOf(ctx: CheckoutContext): Date {
  return ctx.now?.() ?? new Date();
}
