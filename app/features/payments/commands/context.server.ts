import type { Shop } from "#app/lib/context.server.ts";
import type { PaymentProvider } from "../providers/provider.server.ts";

/** What the commands of payments and checkout act with. `now` is a function, so that tests can move time. */
export type PaymentsContext = Pick<Shop, "db" | "jobs" | "log" | "baseUrl" | "env"> & {
  payments: PaymentProvider | null;
  now?: () => Date;
};

export function currentTime(ctx: PaymentsContext): Date {
  return ctx.now?.() ?? new Date();
}
