import { join } from "node:path";
import type { Env, GoogleSettings, PaymentSettings } from "#app/lib/env.server.ts";
import { randomToken } from "#app/lib/random.server.ts";
import type { Database } from "#db/client.server.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { renderCategoryPictures } from "#db/seed/pictures/render.ts";
import { startMailbox } from "#sandbox/mailbox/start.ts";
import { mailboxStore } from "#sandbox/mailbox/store.ts";
import { startPaystackSandbox, type PaystackControl } from "#sandbox/paystack/start.ts";

export type Demo = {
  mailboxUrl: string | null;
  paystackUrl: string | null;
  paystack: PaystackControl | null;
  paymentSettings: PaymentSettings | undefined;
  googleSettings: GoogleSettings | null;
  close: () => Promise<void>;
};

type Options = {
  env: Env;
  database: Database;
  baseUrl: string;
  /** The shop's address on this machine, where the stand-ins reach it. */
  localUrl: string;
  onProgress?: (done: number, total: number, what: string) => void;
};

/** Goods and stand-ins of a demo shop; in a real shop only the pictures that every shop needs. */
export async function startDemo({ env, database, baseUrl, localUrl, onProgress }: Options): Promise<Demo | null> {
  await renderCategoryPictures(env.FILES_DIR);
  if (env.DEMO) await seedDemo({ database, products: env.DEMO_PRODUCTS, filesDir: env.FILES_DIR, onProgress });
  const mailbox =
    env.DEMO && !env.SMTP_URL
      ? await startMailbox({
          port: env.MAILBOX_PORT,
          host: env.HOST,
          store: mailboxStore(database.db),
          shopUrl: () => baseUrl,
        })
      : null;
  if (env.PAYMENT.mode !== "sandbox") {
    return mailbox
      ? { mailboxUrl: mailbox.url, paystackUrl: null, paystack: null, paymentSettings: undefined, googleSettings: null, close: mailbox.close }
      : null;
  }
  const keys = { secretKey: `sk_test_sandbox${randomToken().replaceAll(/\W/g, "")}`, publicKey: "pk_test_sandbox" };
  const paystack = await startPaystackSandbox({
    port: env.SANDBOX_PORT,
    host: env.HOST,
    ...keys,
    webhookUrl: `${localUrl}/webhooks/paystack`,
    stateFile: join(env.DATA_DIR, "sandbox", "paystack.json"),
  });
  return {
    mailboxUrl: mailbox?.url ?? null,
    paystackUrl: paystack.url,
    paystack: paystack.control,
    paymentSettings: {
      ...keys,
      apiUrl: paystack.url,
      inlineUrl: `${paystack.url}/v2/inline.js`,
      checkoutOrigin: paystack.url,
    },
    googleSettings: null,
    close: async () => {
      await paystack.close();
      await mailbox?.close();
    },
  };
}
