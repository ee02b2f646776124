// `npm run sandbox`: the payment sandbox as a service beside a real shop, for a rehearsal. See HELP.
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import { startPaystackSandbox } from "#sandbox/paystack/start.ts";

const HELP = `Usage: npm run sandbox [-- --settings]

Runs the payment sandbox for a shop on this machine, so that it can be rehearsed without money. It prints the settings
that the shop needs; put them into the shop's settings and start it again. With these keys in its own settings, the
sandbox uses them again and keeps its payments in DATA_DIR. --settings only prints the settings. SANDBOX_PORT, SANDBOX_URL (its address for buyers, with a
proxy in front) and PORT (the shop's) are settings.`;

if (process.argv.includes("--help")) console.log(HELP);
else {
  try {
    if (process.argv.includes("--settings")) printNewSettings();
    else await serve();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** For `>>` to a file of settings: nothing but the lines, and never a second time. */
function printNewSettings(): void {
  const env = readEnv(process.env);
  const { known, secretKey, publicKey } = keysOf(env);
  if (known) throw new Error("The settings have keys of the sandbox already.");
  const localUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  console.log(settingsLines({ secretKey, publicKey, localUrl, url: env.SANDBOX_URL || localUrl }));
}

function keysOf(env: Env) {
  const known = env.PAYMENT.mode === "provider" ? env.PAYMENT.settings : null;
  if (known && !known.secretKey.startsWith("sk_test_sandbox"))
    throw new Error("The shop has keys of Paystack. Take them out of the settings, and the sandbox makes its own.");
  const secretKey = known?.secretKey ?? `sk_test_sandbox${randomBytes(16).toString("hex")}`;
  return { known, secretKey, publicKey: known?.publicKey ?? "pk_test_sandbox" };
}

function settingsLines(of: { secretKey: string; publicKey: string; localUrl: string; url: string }): string {
  const settings = {
    PAYSTACK_SECRET_KEY: of.secretKey,
    PAYSTACK_PUBLIC_KEY: of.publicKey,
    PAYSTACK_API_URL: of.localUrl,
    PAYSTACK_INLINE_URL: `${of.url}/v2/inline.js`,
    PAYSTACK_CHECKOUT_ORIGIN: new URL(of.url).origin,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

async function serve(): Promise<void> {
  const env = readEnv(process.env);
  const { secretKey, publicKey } = keysOf(env);
  mkdirSync(join(env.DATA_DIR, "sandbox"), { recursive: true });
  const webhookUrl = `http://127.0.0.1:${env.PORT}/webhooks/paystack`;
  const sandbox = await startPaystackSandbox({
    port: env.SANDBOX_PORT,
    publicUrl: env.SANDBOX_URL,
    secretKey,
    publicKey,
    webhookUrl,
    stateFile: join(env.DATA_DIR, "sandbox", "paystack.json"),
  });
  const lines = settingsLines({ secretKey, publicKey, localUrl: sandbox.localUrl, url: sandbox.url });
  console.log(
    `The payment sandbox is open at ${sandbox.url}; no real money. It reports payments to ${webhookUrl} (PORT is the shop's). Settings of the shop:\n\n${lines}\n`,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
}
