import { join, resolve } from "node:path";
import { z } from "zod";
import {
  googleSettings,
  objectStoreSettings,
  paymentSettings,
  SettingsError,
  type GoogleSettings,
  type ObjectStoreSettings,
  type PaymentMode,
} from "./provider-settings.server.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  BASE_URL: address.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DEMO: z.enum(["0", "1"]).optional(),
  DEMO_PRODUCTS: z.coerce.number().int().min(0).max(1_000_000).default(50_000),
  DEMO_ORDERS: z.coerce.number().int().min(0).max(1_000_000).default(2_000),
  FILES_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z.string().min(1).default("auto"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: address.optional(),
  MAILBOX_PORT: port.optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w+$/)
    .optional(),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional(),
  PAYSTACK_API_URL: address.default("https://api.paystack.co"),
  PAYSTACK_INLINE_URL: address.default("https://js.paystack.co/v2/inline.js"),
  PAYSTACK_CHECKOUT_ORIGIN: address.default("https://checkout.paystack.com"),
  AUTH_SECRET: z.string().min(32).optional(),
  AUTH_SECRET_OLD: z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean)),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: address.default("https://accounts.google.com"),
  GOOGLE_AUTHORIZATION_URL: address.default("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: address.default("https://oauth2.googleapis.com/token"),
  GOOGLE_JWKS_URL: address.default("https://www.googleapis.com/oauth2/v3/certs"),
  SSO: z.enum(["0", "1"]).default("0"),
  SSO_ORIGINS: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address.transform((url) => new URL(url).origin))),
  PICTURE_ORIGINS: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address.transform((url) => new URL(url).origin))),
  ADMIN_SECOND_FACTOR: z.enum(["0", "1"]).default("0"),
  GOOGLE_PORT: port.optional(),
  SMS_URL: address.optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  MAIL_FROM: z.string().min(3).default("Oja <orders@oja.example>"),
  HOLD_MINUTES: z.coerce.number().min(1).max(1440).default(15),
  SHUTDOWN_SECONDS: z.coerce.number().int().min(0).max(3600).default(25),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  TRUST_PROXY: z.enum(["0", "1"]).default("0"),
  SERVICE_WORKER: z.enum(["0", "1"]).default("1"),
});

/** The names of all settings. */
export const SETTINGS = Object.keys(variables.shape);

/** The expected form of each setting, for error messages. */
const HELP: Record<string, string> = {
  PORT: "a port number, such as 3000",
  SANDBOX_PORT: "a port number; the default is PORT + 1",
  SANDBOX_URL: "the address at which visitors of a public demo reach the payment sandbox",
  MAILBOX_PORT: "a port number; the default is PORT + 2",
  BASE_URL: "the shop's public address, such as https://shop.example",
  DATABASE_URL: "postgres://user:password@host/database; leave it out for the embedded database",
  DATABASE_POOL: "how many database connections one process may open, 2 to 200",
  DEMO: "0 for a shop of your own, 1 for the demo",
  DEMO_PRODUCTS: "how many demo products to load, 0 to 1000000",
  DEMO_ORDERS: "how many demo orders to load, 0 to 1000000",
  S3_ENDPOINT: "the address of an S3-compatible store, such as https://s3.eu-west-1.amazonaws.com",
  S3_BUCKET: "the name of a bucket, of small letters, digits, dots and hyphens",
  PAYSTACK_SECRET_KEY: "the secret key from the Paystack dashboard (sk_test_... or sk_live_...)",
  PAYSTACK_PUBLIC_KEY: "the public key from the Paystack dashboard (pk_test_... or pk_live_...)",
  PAYSTACK_API_URL: "an http or https address",
  PAYSTACK_INLINE_URL: "an http or https address",
  PAYSTACK_CHECKOUT_ORIGIN: "an http or https address",
  AUTH_SECRET: "at least 32 random characters; the same for all processes of a shop",
  GOOGLE_ISSUER: "the issuer of the sign-in provider, https://accounts.google.com unless told otherwise",
  GOOGLE_AUTHORIZATION_URL: "an http or https address",
  GOOGLE_TOKEN_URL: "an http or https address",
  GOOGLE_JWKS_URL: "an http or https address",
  GOOGLE_PORT: "a port number; the default is PORT + 3",
  SSO: "1 to let admins set up single sign-on by e-mail domain, else 0",
  SSO_ORIGINS: "origins of identity providers in your own network, such as https://login.intra.example, with commas",
  PICTURE_ORIGINS: "origins in your own network that imports may fetch pictures from, with commas",
  ADMIN_SECOND_FACTOR: "1 when admins must have a second factor, else 0",
  SMS_URL: "the address of an SMS gateway that takes a POST of {to, from, text}",
  MAIL_FROM: "the sender of mails, such as Oja <orders@shop.example>",
  SMTP_URL: "smtp://user:password@host:587 or smtps://...:465",
  HOLD_MINUTES: "for how many minutes stock is held for a payment, 1 to 1440",
  SHUTDOWN_SECONDS: "for how many seconds running requests may go on after SIGTERM, 0 to 3600",
  LOG_LEVEL: "trace, debug, info, warn, error or silent",
  TRUST_PROXY: "1 when a proxy in front sets X-Forwarded-For, else 0",
  SERVICE_WORKER: "0 to remove the service worker from browsers that have it, else 1",
};

export type Env = {
  PORT: number;
  HOST: string;
  /** Null until the port is known when PORT is 0 and no BASE_URL is set. */
  BASE_URL: string | null;
  DATA_DIR: string;
  DATABASE_DIR: string;
  DATABASE_URL?: string;
  DATABASE_POOL: number;
  FILES_DIR: string;
  /** The object store for uploads instead of FILES_DIR; null if not configured. */
  OBJECT_STORE: ObjectStoreSettings | null;
  DEMO: boolean;
  /** Whether other machines may reach the shop: HOST or BASE_URL is not loopback, or a proxy is in front. */
  PUBLIC: boolean;
  DEMO_PRODUCTS: number;
  DEMO_ORDERS: number;
  SANDBOX_PORT: number;
  SANDBOX_URL?: string;
  MAILBOX_PORT: number;
  GOOGLE_PORT: number;
  AUTH_SECRET?: string;
  /** Previous values of AUTH_SECRET, newest first, to read stored data. */
  AUTH_SECRET_OLD: readonly string[];
  /** Null without client id and secret; a demo shop then starts its own provider. */
  GOOGLE: GoogleSettings | null;
  SSO: boolean;
  /** Identity providers in the shop's own network, which single sign-on otherwise refuses. */
  SSO_ORIGINS: readonly string[];
  PICTURE_ORIGINS: readonly string[];
  ADMIN_SECOND_FACTOR: boolean;
  SMS?: { url: string; token?: string };
  SMTP_URL?: string;
  MAIL_FROM: string;
  HOLD_MINUTES: number;
  /** How long running requests may continue after SIGTERM. */
  SHUTDOWN_SECONDS: number;
  LOG_LEVEL: string;
  TRUST_PROXY: boolean;
  SERVICE_WORKER: boolean;
  PAYMENT: PaymentMode;
};

/**
 * Reads and validates the settings from environment variables. Throws SettingsError with one line per problem, which
 * names the setting but not its value: the value may be a secret, and the line is logged.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = variables.safeParse(defined);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new SettingsError(
      names.map((name) => `${name} cannot be used: it should be ${HELP[name] ?? "set"}.`).join("\n"),
    );
  }
  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  // Passkeys need a host name, not an IP address.
  const host = ["0.0.0.0", "::", "127.0.0.1"].includes(env.HOST) ? "localhost" : env.HOST;
  return {
    PORT: env.PORT,
    HOST: env.HOST,
    BASE_URL: env.BASE_URL ?? (env.PORT === 0 ? null : `http://${host}:${env.PORT}`),
    DATA_DIR: dataDir,
    DATABASE_DIR: join(dataDir, "pg"),
    DATABASE_URL: env.DATABASE_URL,
    DATABASE_POOL: env.DATABASE_POOL,
    FILES_DIR: env.FILES_DIR ? resolve(env.FILES_DIR) : join(dataDir, "files"),
    OBJECT_STORE: objectStoreSettings(env),
    DEMO: isDemo(env),
    PUBLIC: isPublic(env),
    DEMO_PRODUCTS: env.DEMO_PRODUCTS,
    DEMO_ORDERS: env.DEMO_ORDERS,
    SANDBOX_PORT: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
    SANDBOX_URL: env.SANDBOX_URL,
    MAILBOX_PORT: env.MAILBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 2),
    GOOGLE_PORT: env.GOOGLE_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 3),
    AUTH_SECRET: env.AUTH_SECRET,
    AUTH_SECRET_OLD: env.AUTH_SECRET_OLD,
    GOOGLE: googleSettings(env),
    SSO: env.SSO === "1",
    SSO_ORIGINS: env.SSO_ORIGINS,
    PICTURE_ORIGINS: env.PICTURE_ORIGINS,
    ADMIN_SECOND_FACTOR: env.ADMIN_SECOND_FACTOR === "1",
    SMS: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN } : undefined,
    SMTP_URL: env.SMTP_URL,
    MAIL_FROM: env.MAIL_FROM,
    HOLD_MINUTES: env.HOLD_MINUTES,
    SHUTDOWN_SECONDS: env.SHUTDOWN_SECONDS,
    LOG_LEVEL: env.LOG_LEVEL,
    TRUST_PROXY: env.TRUST_PROXY === "1",
    SERVICE_WORKER: env.SERVICE_WORKER === "1",
    PAYMENT: paymentSettings(env, isDemo(env)),
  };
}

type Variables = z.infer<typeof variables>;

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
  return !isLoopback(env.HOST) || isNamed || env.TRUST_PROXY === "1";
}

/** Whether only this machine can reach a host. */
function isLoopback(host: string): boolean {
  return host === "localhost" || /^127(\.\d+){3}$/.test(host) || /^\[?::1\]?$/.test(host);
}
