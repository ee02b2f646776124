import type { Shop } from "#app/platform/context.server.ts";
import { deliverMail, type RenderMail } from "#app/platform/outbox.server.ts";
import { sweepPayments } from "./commands/sweep.server.ts";
import type { PaymentProvider } from "./providers/provider.server.ts";

/** Starts the background jobs: mail delivery, and the payment sweep about every minute. */
export async function startPaymentJobs(
  shop: Shop,
  payments: PaymentProvider | null,
  renderMail: RenderMail,
): Promise<void> {
  await shop.jobs.work("mail", async (data) => await deliverMail(shop, renderMail, String(data.id)));
  await shop.jobs.everyMinute("payment-sweep", async () => {
    await sweepPayments({ ...shop, payments });
  });
}
