import { z } from "zod";
import { isServerAddress } from "#db/server-address.ts";

const text = z.string().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const addressOr = (byDefault: string) => address.default(byDefault).describe("an http or https address");
const flag = (byDefault: "0" | "1") =>
  z
    .enum(["0", "1"])
    .default(byDefault)
    .transform((value) => value === "1");
const origins = z
  .string()
  .default("")
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(address.transform((url) => new URL(url).origin)));
const SERVERS =
  "postgres://user:password@host/database, several hosts separated by commas, other signs percent-encoded";
const servers = z
  .string()
  .regex(/^postgres(ql)?:\/\//)
  .refine(isServerAddress);
const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
  .optional()
  .describe("the name of a bucket, of small letters, digits, dots and hyphens");
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/**
 * The settings, each described by its expected form, for error messages. `does` and `unset`, what holds without it, are
 * for docs/guides/settings.md and .env.example (scripts/settings.ts). `secret`: can be read from a file (secret-files.server.ts).
 */
export const variables = z.object({
  NODE_ENV: z.string().optional().meta({ does: "`production` refuses to start without payment keys, unless `DEMO=1`" }),
  PORT: port
    .default(3000)
    .describe("a port number, such as 3000")
    .meta({ does: "the shop's port; `0` takes a free one" }),
  HOST: text.default("127.0.0.1").meta({ does: "the address it listens on; `0.0.0.0` for all" }),
  BASE_URL: address.optional().describe("the shop's public address, such as https://shop.example").meta({
    does: "the public address, used in mails, payment returns, links, sign-in and passkeys",
    unset: "`http://localhost:PORT`",
  }),
  DATA_DIR: text
    .default("./data")
    .meta({ does: "folder of the embedded database, pictures, sandbox files and the stored index of products" }),
  DATABASE_URL: servers.optional().describe(`${SERVERS}; leave it out for the embedded database`).meta({
    secret: true,
    does: "`postgres://user:password@host/database`, PostgreSQL 15 or newer; several hosts with commas: the primary is used",
    unset: "none: the embedded database, for up to 100,000 products",
  }),
  DATABASE_DIRECT_URL: servers.optional().describe(SERVERS).meta({
    secret: true,
    does: "when `DATABASE_URL` is a pooler in transaction mode: PostgreSQL itself, for notifications, migrations and locks",
    unset: "`DATABASE_URL`",
  }),
  DATABASE_REPLICA_URL: servers.optional().describe(SERVERS).meta({
    secret: true,
    does: "a standby of that database, which then answers public pages; never carts, payments, accounts and the admin",
    unset: "none: the primary answers all",
  }),
  DATABASE_POOL: count(2, 200)
    .default(10)
    .describe("how many database connections one process may open, 2 to 200")
    .meta({ does: "connections of one process to PostgreSQL, 2 to 200" }),
  DEMO: z.enum(["0", "1"]).optional().describe("0 for a shop of your own, 1 for the demo").meta({
    does: "`0` for your own shop; `1` for a public demo (refused with a live Paystack key)",
    unset: "on only on loopback and without production settings",
  }),
  DEMO_PRODUCTS: count(0, 1_000_000)
    .default(50_000)
    .describe("how many demo products to load, 0 to 1000000")
    .meta({ does: "how many demo products are loaded, 0 to 1,000,000" }),
  DEMO_ORDERS: count(0, 1_000_000)
    .default(2_000)
    .describe("how many demo orders to load, 0 to 1000000")
    .meta({ does: "how many demo orders are loaded, 0 to 1,000,000" }),
  DEMO_DELIVERY: flag("1")
    .describe("1 or 0")
    .meta({ does: "`0` loads no example zones: the demo then says the texts of a shop without delivery prices" }),
  FILES_DIR: text.optional().meta({ does: "product pictures, served at `/files/`", unset: "`DATA_DIR/files`" }),
  S3_ENDPOINT: address
    .optional()
    .describe("the address of an S3-compatible store, such as https://s3.eu-west-1.amazonaws.com")
    .meta({
      does: "an S3-compatible store for uploaded pictures: all four settings or none",
      unset: "none: uploads go to `FILES_DIR`",
    }),
  S3_BUCKET: bucket.meta({ does: "its bucket, which can be private" }),
  S3_REGION: text.default("auto").meta({ does: "its region" }),
  S3_ACCESS_KEY_ID: text.optional().meta({ secret: true, does: "a key that may read, write and delete there" }),
  S3_SECRET_ACCESS_KEY: text.optional().meta({ secret: true, does: "its secret" }),
  BACKUP_DIR: text.optional().meta({
    does: "folder of this shop's backups, best on another disk: the shop makes one every night",
    unset: "none",
  }),
  BACKUP_S3_ENDPOINT: address
    .optional()
    .describe("the address of an S3-compatible store, such as https://s3.eu-west-1.amazonaws.com")
    .meta({
      does: "an S3-compatible store for these backups instead of `BACKUP_DIR`: all four settings or none",
      unset: "none",
    }),
  BACKUP_S3_BUCKET: bucket.meta({ does: "its bucket, which must be private and for one shop" }),
  BACKUP_S3_REGION: text.default("auto").meta({ does: "its region" }),
  BACKUP_S3_ACCESS_KEY_ID: text
    .optional()
    .meta({ secret: true, does: "a key that may list, read, write and delete there" }),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional().meta({ secret: true, does: "its secret" }),
  SANDBOX_PORT: port
    .optional()
    .describe("a port number; the default is PORT + 1")
    .meta({ does: "the payment sandbox's port", unset: "`PORT + 1`" }),
  SANDBOX_URL: address
    .optional()
    .describe("the address at which visitors of a public demo reach the payment sandbox")
    .meta({ does: "address of the payment sandbox for visitors of a public demo", unset: "none: this machine only" }),
  MAILBOX_PORT: port
    .optional()
    .describe("a port number; the default is PORT + 2")
    .meta({ does: "the demo mailbox's port", unset: "`PORT + 2`" }),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w+$/)
    .optional()
    .describe("the secret key from the Paystack dashboard (sk_test_... or sk_live_...)")
    .meta({ secret: true, does: "from the Paystack dashboard; both keys or neither", unset: "none: the sandbox" }),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional()
    .describe("the public key from the Paystack dashboard (pk_test_... or pk_live_...)")
    .meta({ does: "of the same mode (test or live) as the secret one", unset: "none: the sandbox" }),
  PAYSTACK_API_URL: addressOr("https://api.paystack.co").meta({ does: "other addresses are refused for live keys" }),
  PAYSTACK_INLINE_URL: addressOr("https://js.paystack.co/v2/inline.js").meta({
    does: "the script of the payment window",
  }),
  PAYSTACK_CHECKOUT_ORIGIN: addressOr("https://checkout.paystack.com").meta({
    does: "the origin of the payment window's frame",
  }),
  AUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 random characters; the same for all processes of a shop")
    .meta({
      secret: true,
      does: "signs and encrypts: at least 32 random characters; required with `DATABASE_URL`",
      unset: "generated in `DATA_DIR/auth-secret`",
    }),
  AUTH_SECRET_OLD: z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean))
    .meta({ secret: true, does: "previous values of `AUTH_SECRET`, separated by spaces, to read stored data" }),
  GOOGLE_CLIENT_ID: text
    .optional()
    .meta({ does: "from the Google console; both or neither", unset: "none: a sandbox in the demo, else off" }),
  GOOGLE_CLIENT_SECRET: text.optional().meta({ secret: true, does: "from the Google console" }),
  GOOGLE_ISSUER: address
    .default("https://accounts.google.com")
    .describe("the issuer of the sign-in provider, https://accounts.google.com unless told otherwise")
    .meta({ does: "issuer of the identity tokens" }),
  GOOGLE_AUTHORIZATION_URL: addressOr("https://accounts.google.com/o/oauth2/v2/auth").meta({
    does: "address of the sign-in page",
  }),
  GOOGLE_TOKEN_URL: addressOr("https://oauth2.googleapis.com/token").meta({ does: "address of the token endpoint" }),
  GOOGLE_JWKS_URL: addressOr("https://www.googleapis.com/oauth2/v3/certs").meta({
    does: "address of the issuer's public keys",
  }),
  SSO: flag("0")
    .describe("1 to let admins set up single sign-on by e-mail domain, else 0")
    .meta({ does: "`1` lets admins set up single sign-on by e-mail domain (OpenID Connect)" }),
  SSO_ORIGINS: origins
    .describe("origins of identity providers in your own network, such as https://login.intra.example, with commas")
    .meta({ does: "origins of identity providers in your own network, separated by commas" }),
  PICTURE_ORIGINS: origins
    .describe("origins in your own network that imports may fetch pictures from, with commas")
    .meta({
      does: "origins in your own network from which imports may fetch pictures, separated by commas",
    }),
  ADMIN_SECOND_FACTOR: flag("0")
    .describe("1 when admins must have a second factor, else 0")
    .meta({ does: "`1` requires a second factor of admins" }),
  GOOGLE_PORT: port
    .optional()
    .describe("a port number; the default is PORT + 3")
    .meta({ does: "the Google sandbox's port", unset: "`PORT + 3`" }),
  SMS_URL: address.optional().describe("the address of an SMS gateway that takes a POST of {to, from, text}").meta({
    does: 'an SMS gateway: POST of `{"to": "+234...", "from": "<store>", "text": "..."}`; a repeat has the same `Idempotency-Key`',
    unset: "none: the mailbox in a demo, else SMS stay queued",
  }),
  SMS_TOKEN: text.optional().meta({ secret: true, does: "sent to the gateway as `Authorization: Bearer ...`" }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional()
    .describe("smtp://user:password@host:587 or smtps://...:465")
    .meta({
      secret: true,
      does: "`smtp://user:password@host:587` or `smtps://...:465`",
      unset: "none: the mailbox in a demo, else mails stay queued",
    }),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Oja <orders@oja.example>")
    .describe("the sender of mails, such as Oja <orders@shop.example>")
    .meta({ does: "the sender of mails" }),
  HOLD_MINUTES: z.coerce
    .number()
    .min(1)
    .max(1440)
    .default(15)
    .describe("for how many minutes stock is held for a payment, 1 to 1440")
    .meta({ does: "how long stock is held for a payment, 1 to 1440" }),
  SHUTDOWN_DELAY: count(0, 60)
    .default(0)
    .describe("for how many seconds a stopping process goes on while /readyz answers 503, 0 to 60")
    .meta({ does: "how long after SIGTERM it still takes requests, so that a proxy that asks `/readyz` leaves first" }),
  SHUTDOWN_SECONDS: count(0, 3600)
    .default(25)
    .describe("for how many seconds running requests may go on after SIGTERM, 0 to 3600")
    .meta({ does: "how long running requests may continue after SIGTERM, 0 to 3600" }),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("trace, debug, info, warn, error or silent")
    .meta({
      does: "`trace`, `debug`, `info`, `warn`, `error` or `silent`; JSON lines",
      unset: "`info`, on a terminal `warn`",
    }),
  METRICS_PORT: port.optional().describe("a port number of its own, such as 9464").meta({
    does: "a port of its own for `/metrics` (Prometheus); `0` takes a free one",
    unset: "none: with `METRICS_TOKEN` at the shop's own address, else off",
  }),
  METRICS_HOST: text.default("127.0.0.1").meta({
    does: "the address that `METRICS_PORT` listens on; others than this machine's need `METRICS_TOKEN`",
  }),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/)
    .optional()
    .describe("at least 16 letters, digits and signs without spaces")
    .meta({ secret: true, does: "what `/metrics` asks for as `Authorization: Bearer ...`: at least 16 characters" }),
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe("the address of an OpenTelemetry collector, such as http://127.0.0.1:4318")
    .meta({ does: "an OpenTelemetry collector that gets spans by OTLP over HTTP", unset: "none: no spans" }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/)
    .optional()
    .describe("headers such as Authorization=Bearer%20token, with commas")
    .meta({ secret: true, does: "headers for the collector: `name=value`, percent-encoded, separated by commas" }),
  OTEL_SERVICE_NAME: text.default("oja").meta({ does: "the shop's name in spans" }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("the share of traces to export, 0 to 1")
    .meta({ does: "the share of traces that are exported, 0 to 1" }),
  TRUST_PROXY: flag("0")
    .describe("1 when a proxy in front sets X-Forwarded-For, else 0")
    .meta({ does: "`1` when a proxy in front sets `X-Forwarded-For`" }),
  SERVICE_WORKER: flag("1")
    .describe("0 to remove the service worker from browsers that have it, else 1")
    .meta({ does: "`0` unregisters the service worker in browsers that have it" }),
});

export type Variables = z.infer<typeof variables>;
