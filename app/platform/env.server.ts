import { join, resolve } from "node:path";
import { variables, type Variables } from "./env-variables.server.ts";
import {
  backupSettings,
  googleSettings,
  objectStoreSettings,
  paymentSettings,
  SettingsError,
  traceSettings,
} from "./provider-settings.server.ts";
import { withSecretFiles } from "./secret-files.server.ts";

/** The names of all settings. */
export const SETTINGS = Object.keys(variables.shape);

export type Env = ReturnType<typeof readEnv>;

/**
 * Reads and validates the settings from environment variables, and secrets from the files that they name. Throws SettingsError with one line per problem, which
 * names the setting but not its value: the value may be a secret, and the line is logged.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const defined = Object.fromEntries(
    Object.entries(withSecretFiles(source)).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(defined);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path[0] as keyof Variables))];
    const lines = names.map(
      (name) => `${name} cannot be used: it should be ${variables.shape[name].description ?? "set"}.`,
    );
    throw new SettingsError(lines.join("\n"));
  }
  const env = parsed.data;
  if (env.METRICS_PORT !== undefined && !env.METRICS_TOKEN && !isLoopback(env.METRICS_HOST))
    throw new SettingsError("METRICS_HOST lets other machines read the metrics: set METRICS_TOKEN as well.");
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const)
    if (env[name] && !env.DATABASE_URL)
      throw new SettingsError(`${name} is set without DATABASE_URL: set both, or only DATABASE_URL.`);
  const dataDir = resolve(env.DATA_DIR);
  // Passkeys need a host name, not an IP address.
  const host = ["0.0.0.0", "::", "127.0.0.1"].includes(env.HOST) ? "localhost" : env.HOST;
  const portAfter = (more: number) => (env.PORT === 0 ? 0 : env.PORT + more);
  return {
    ...env,
    /** Null until the port is known when PORT is 0 and no BASE_URL is set. */
    BASE_URL: env.BASE_URL ?? (env.PORT === 0 ? null : `http://${host}:${env.PORT}`),
    DATA_DIR: dataDir,
    DATABASE_DIR: join(dataDir, "pg"),
    FILES_DIR: env.FILES_DIR ? resolve(env.FILES_DIR) : join(dataDir, "files"),
    /** The object store for uploads instead of FILES_DIR; null if not configured. */
    OBJECT_STORE: objectStoreSettings(env),
    /** Where nightly backups go; null if not configured. */
    BACKUPS: backupSettings(env),
    DEMO: isDemo(env),
    /** Whether other machines may reach the shop: HOST or BASE_URL is not loopback, or a proxy is in front. */
    PUBLIC: isPublic(env),
    SANDBOX_PORT: env.SANDBOX_PORT ?? portAfter(1),
    MAILBOX_PORT: env.MAILBOX_PORT ?? portAfter(2),
    GOOGLE_PORT: env.GOOGLE_PORT ?? portAfter(3),
    /** Null without client id and secret; a demo shop then starts its own provider. */
    GOOGLE: googleSettings(env),
    /** Null without a collector. */
    TRACES: traceSettings(env),
    SMS: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN } : undefined,
    PAYMENT: paymentSettings(env, isDemo(env)),
  };
}

/**
 * Demo mode is the default only on loopback without production settings; DEMO=1 enables it elsewhere except with a live
 * key, because a shop that takes real money must never get demo products.
 */
function isDemo(env: Variables): boolean {
  if (env.DEMO === "1" && env.PAYSTACK_SECRET_KEY?.startsWith("sk_live_"))
    throw new SettingsError("A shop with a live Paystack key is no demo. Leave DEMO out, or set it to 0.");
  if (env.DEMO !== undefined) return env.DEMO === "1";
  const real = [env.DATABASE_URL, env.SMTP_URL, env.PAYSTACK_SECRET_KEY, env.GOOGLE_CLIENT_ID];
  return !isPublic(env) && real.every((setting) => setting === undefined);
}

/** A proxy on this machine serves visitors of other machines. */
function isPublic(env: Variables): boolean {
  const isNamed = env.BASE_URL !== undefined && !isLoopback(new URL(env.BASE_URL).hostname);
  return !isLoopback(env.HOST) || isNamed || env.TRUST_PROXY;
}

/** Whether only this machine can reach a host. */
function isLoopback(host: string): boolean {
  return host === "localhost" || /^127(\.\d+){3}$/.test(host) || /^\[?::1\]?$/.test(host);
}
