import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import type { GoogleSettings, PaymentSettings } from "#app/platform/provider-settings.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Database } from "#db/client.server.ts";
import { seedDemoDelivery } from "#db/seed/demo-delivery.ts";
import { seedDemoInbox } from "#db/seed/demo-inbox.ts";
import { seedDemoOrders } from "#db/seed/demo-orders.ts";
import { coverName, DEMO_POSTS, seedDemoPosts } from "#db/seed/demo-posts.ts";
import { seedDemoShipments } from "#db/seed/demo-shipments.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { renderCovers } from "#db/seed/pictures/render.ts";
import { COMPANY_CLIENT } from "#sandbox/google/people.ts";
import { startGoogleSandbox } from "#sandbox/google/start.ts";
import { startMailbox } from "#sandbox/mailbox/start.ts";
import { mailboxStore } from "#sandbox/mailbox/store.ts";
import { startPaystackSandbox, type PaystackControl } from "#sandbox/paystack/start.ts";

export type Demo = {
  mailboxUrl: string | null;
  paystackUrl: string | null;
  paystack: PaystackControl | null;
  paymentSettings: PaymentSettings | undefined;
  googleUrl: string | null;
  googleSettings: GoogleSettings | null;
  close: () => Promise<void>;
};

type DemoOptions = {
  env: Env;
  database: Database;
  baseUrl: string;
  /** The shop's address on this machine, for the sandboxes. */
  localUrl: string;
  onProgress?: (done: number, total: number, what: string) => void;
};

/**
 * Products and sandboxes of a demo shop. The sandboxes listen on loopback, whatever HOST says: the mailbox shows all
 * users' codes, and the Google sandbox accepts any identity, so a public demo has none. SANDBOX_URL publishes the
 * payment window (decision 0056).
 */
export async function startDemo({ env, database, baseUrl, localUrl, onProgress }: DemoOptions): Promise<Demo> {
  await seedDemo({ database, products: env.DEMO_PRODUCTS, filesDir: env.FILES_DIR, onProgress });
  await seedDemoOrders({ database, orders: env.DEMO_ORDERS, onProgress });
  await renderCovers(
    env.FILES_DIR,
    DEMO_POSTS.map((post) => ({ name: coverName(post), cover: post.cover })),
  );
  await seedDemoPosts(database.db);
  await seedDemoInbox(database.db);
  if (env.DEMO_DELIVERY) {
    await seedDemoDelivery(database.db);
    await seedDemoShipments(database.db);
  }
  const closers: (() => Promise<void>)[] = [];
  const register = <T extends { close: () => Promise<void> }>(started: T): T => {
    closers.push(() => started.close());
    return started;
  };
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne();
  };
  try {
    const mailbox = !env.SMTP_URL
      ? register(
          await onPort(
            "MAILBOX_PORT",
            startMailbox({
              port: env.MAILBOX_PORT,
              store: mailboxStore(database.db),
              shopUrl: () => baseUrl,
            }),
          ),
        )
      : null;
    const google =
      !env.GOOGLE && !env.PUBLIC
        ? register(
            await onPort(
              "GOOGLE_PORT",
              startGoogleSandbox({
                port: env.GOOGLE_PORT,
                clientId: "oja-demo",
                clientSecret: randomToken(),
                redirectUris: [`${baseUrl}/api/auth/callback/google`],
                company: { ...COMPANY_CLIENT, redirectUris: [`${baseUrl}/api/auth/sso/callback`] },
              }),
            ),
          )
        : null;
    const payment = env.PAYMENT.mode === "sandbox" ? await startPayments(env, localUrl) : null;
    if (payment) register(payment.paystack);
    return {
      mailboxUrl: mailbox?.url ?? null,
      paystackUrl: payment?.paystack.url ?? null,
      paystack: payment?.paystack.control ?? null,
      paymentSettings: payment?.settings,
      googleUrl: google?.url ?? null,
      googleSettings: google?.settings ?? null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The started server; a taken port is said with the setting that chooses another. */
async function onPort<Started>(setting: string, starting: Promise<Started>): Promise<Started> {
  return await starting.catch((error: NodeJS.ErrnoException & { port?: number }) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${error.port} is taken. Choose another with ${setting}.`);
  });
}

async function startPayments(env: Env, localUrl: string) {
  const keys = { secretKey: `sk_test_sandbox${randomToken().replaceAll(/\W/g, "")}`, publicKey: "pk_test_sandbox" };
  const paystack = await onPort(
    "SANDBOX_PORT",
    startPaystackSandbox({
      port: env.SANDBOX_PORT,
      host: env.SANDBOX_URL ? env.HOST : undefined,
      publicUrl: env.SANDBOX_URL,
      ...keys,
      webhookUrl: `${localUrl}/webhooks/paystack`,
      stateFile: join(env.DATA_DIR, "sandbox", "paystack.json"),
    }),
  );
  const settings: PaymentSettings = {
    ...keys,
    apiUrl: paystack.localUrl,
    inlineUrl: `${paystack.url}/v2/inline.js`,
    checkoutOrigin: new URL(paystack.url).origin,
  };
  return { paystack, settings };
}
