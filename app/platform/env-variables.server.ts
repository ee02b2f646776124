import { z } from "zod";

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
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The settings, each described by its expected form, for error messages. */
export const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000).describe("a port number, such as 3000"),
  HOST: text.default("127.0.0.1"),
  BASE_URL: address.optional().describe("the shop's public address, such as https://shop.example"),
  DATA_DIR: text.default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional()
    .describe("postgres://user:password@host/database; leave it out for the embedded database"),
  DATABASE_POOL: count(2, 200).default(10).describe("how many database connections one process may open, 2 to 200"),
  DEMO: z.enum(["0", "1"]).optional().describe("0 for a shop of your own, 1 for the demo"),
  DEMO_PRODUCTS: count(0, 1_000_000).default(50_000).describe("how many demo products to load, 0 to 1000000"),
  DEMO_ORDERS: count(0, 1_000_000).default(2_000).describe("how many demo orders to load, 0 to 1000000"),
  FILES_DIR: text.optional(),
  S3_ENDPOINT: address
    .optional()
    .describe("the address of an S3-compatible store, such as https://s3.eu-west-1.amazonaws.com"),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe("the name of a bucket, of small letters, digits, dots and hyphens"),
  S3_REGION: text.default("auto"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SANDBOX_PORT: port.optional().describe("a port number; the default is PORT + 1"),
  SANDBOX_URL: address.optional().describe("the address at which visitors of a public demo reach the payment sandbox"),
  MAILBOX_PORT: port.optional().describe("a port number; the default is PORT + 2"),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w+$/)
    .optional()
    .describe("the secret key from the Paystack dashboard (sk_test_... or sk_live_...)"),
  PAYSTACK_PUBLIC_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional()
    .describe("the public key from the Paystack dashboard (pk_test_... or pk_live_...)"),
  PAYSTACK_API_URL: addressOr("https://api.paystack.co"),
  PAYSTACK_INLINE_URL: addressOr("https://js.paystack.co/v2/inline.js"),
  PAYSTACK_CHECKOUT_ORIGIN: addressOr("https://checkout.paystack.com"),
  AUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 random characters; the same for all processes of a shop"),
  /** Previous values of AUTH_SECRET, newest first, to read stored data. */
  AUTH_SECRET_OLD: z
    .string()
    .default("")
    .transform((list) => list.split(/\s+/).filter(Boolean)),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: address
    .default("https://accounts.google.com")
    .describe("the issuer of the sign-in provider, https://accounts.google.com unless told otherwise"),
  GOOGLE_AUTHORIZATION_URL: addressOr("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: addressOr("https://oauth2.googleapis.com/token"),
  GOOGLE_JWKS_URL: addressOr("https://www.googleapis.com/oauth2/v3/certs"),
  SSO: flag("0").describe("1 to let admins set up single sign-on by e-mail domain, else 0"),
  SSO_ORIGINS: origins.describe(
    "origins of identity providers in your own network, such as https://login.intra.example, with commas",
  ),
  PICTURE_ORIGINS: origins.describe("origins in your own network that imports may fetch pictures from, with commas"),
  ADMIN_SECOND_FACTOR: flag("0").describe("1 when admins must have a second factor, else 0"),
  GOOGLE_PORT: port.optional().describe("a port number; the default is PORT + 3"),
  SMS_URL: address.optional().describe("the address of an SMS gateway that takes a POST of {to, from, text}"),
  SMS_TOKEN: text.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional()
    .describe("smtp://user:password@host:587 or smtps://...:465"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Oja <orders@oja.example>")
    .describe("the sender of mails, such as Oja <orders@shop.example>"),
  HOLD_MINUTES: z.coerce
    .number()
    .min(1)
    .max(1440)
    .default(15)
    .describe("for how many minutes stock is held for a payment, 1 to 1440"),
  SHUTDOWN_SECONDS: count(0, 3600)
    .default(25)
    .describe("for how many seconds running requests may go on after SIGTERM, 0 to 3600"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("trace, debug, info, warn, error or silent"),
  TRUST_PROXY: flag("0").describe("1 when a proxy in front sets X-Forwarded-For, else 0"),
  SERVICE_WORKER: flag("1").describe("0 to remove the service worker from browsers that have it, else 1"),
});

export type Variables = z.infer<typeof variables>;
