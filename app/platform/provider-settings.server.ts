import { resolve } from "node:path";
import type { Variables } from "./env-variables.server.ts";
import type { ExportSettings } from "./tracing/exporter.server.ts";

/** Invalid settings; the message names them and the expected values. */
export class SettingsError extends Error {}

type PaymentKeys = { secretKey: string; publicKey: string };
export type PaymentSettings = PaymentKeys & { apiUrl: string; inlineUrl: string; checkoutOrigin: string };

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  jwksUrl: string;
};

/** "sandbox": the demo's sandbox is started; "off": checkout answers that payment is not configured. */
export type PaymentMode = { mode: "provider"; settings: PaymentSettings } | { mode: "sandbox" } | { mode: "off" };

export type ObjectStoreSettings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The Google client, or null without one; throws if only a part of it is set. */
export function googleSettings(env: Variables): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId !== !clientSecret)
    throw new SettingsError("Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither.");
  if (!clientId || !clientSecret) return null;
  return {
    clientId,
    clientSecret,
    issuer: env.GOOGLE_ISSUER,
    authorizationUrl: env.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    jwksUrl: env.GOOGLE_JWKS_URL,
  };
}

/**
 * The payment mode; throws for keys that are incomplete, of two modes, or combined with an unknown provider address.
 */
export function paymentSettings(env: Variables, isDemo: boolean): PaymentMode {
  const { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_PUBLIC_KEY: publicKey } = env;
  if (!secretKey !== !publicKey) {
    throw new SettingsError("Set both PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY, or neither.");
  }
  if (!secretKey || !publicKey) {
    if (env.NODE_ENV === "production" && env.DEMO !== "1") {
      throw new SettingsError(
        "NODE_ENV is production and there are no payment keys. Set PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY, or DEMO=1 to show the shop with simulated payments.",
      );
    }
    return isDemo ? { mode: "sandbox" } : { mode: "off" };
  }
  const addresses = [env.PAYSTACK_API_URL, env.PAYSTACK_INLINE_URL, env.PAYSTACK_CHECKOUT_ORIGIN];
  const allReal = addresses.every((url) => /^https:\/\/([\w-]+\.)?paystack\.(co|com)$/.test(new URL(url).origin));
  if (secretKey.slice(3, 7) !== publicKey.slice(3, 7)) {
    throw new SettingsError("PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY are of different modes (test and live).");
  }
  if (secretKey.startsWith("sk_live_") && !allReal) {
    throw new SettingsError(
      "A live Paystack key is only used with Paystack's own addresses. Remove PAYSTACK_API_URL, PAYSTACK_INLINE_URL and PAYSTACK_CHECKOUT_ORIGIN.",
    );
  }
  if (secretKey.startsWith("sk_test_sandbox") && allReal) {
    throw new SettingsError(
      "PAYSTACK_SECRET_KEY is a key of the sandbox. Set PAYSTACK_API_URL to the sandbox, or use a key from the Paystack dashboard.",
    );
  }
  return {
    mode: "provider",
    settings: {
      secretKey,
      publicKey,
      apiUrl: env.PAYSTACK_API_URL,
      inlineUrl: env.PAYSTACK_INLINE_URL,
      checkoutOrigin: new URL(env.PAYSTACK_CHECKOUT_ORIGIN).origin,
    },
  };
}

/** The S3-compatible store for uploads, or null without one; throws if only a part of it is set. */
export function objectStoreSettings(env: Variables): ObjectStoreSettings | null {
  return storeSettings(env, "S3_");
}

/** Where nightly backups go. A bucket has nothing else in it. */
export type BackupTarget = { kind: "folder"; folder: string } | { kind: "bucket"; bucket: ObjectStoreSettings };

/** The folder or the bucket for nightly backups, or null without one; throws for both, or a part of a bucket's settings. */
export function backupSettings(env: Variables): BackupTarget | null {
  const bucket = storeSettings(env, "BACKUP_S3_");
  if (bucket && env.BACKUP_DIR)
    throw new SettingsError("Set BACKUP_DIR or the settings BACKUP_S3_..., not both of them.");
  if (bucket && bucket.bucket === env.S3_BUCKET && bucket.endpoint === env.S3_ENDPOINT)
    throw new SettingsError("BACKUP_S3_BUCKET must not be S3_BUCKET, whose files are served to visitors.");
  if (bucket) return { kind: "bucket", bucket };
  return env.BACKUP_DIR ? { kind: "folder", folder: resolve(env.BACKUP_DIR) } : null;
}

function storeSettings(env: Variables, prefix: "S3_" | "BACKUP_S3_"): ObjectStoreSettings | null {
  const names = ["ENDPOINT", "BUCKET", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"] as const;
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map((name) => env[`${prefix}${name}`]);
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return null;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const [last, ...others] = names.map((name) => prefix + name).toReversed();
    throw new SettingsError(`Set all of ${others.toReversed().join(", ")} and ${last}, or none of them.`);
  }
  return { endpoint, bucket, region: env[`${prefix}REGION`], accessKeyId, secretAccessKey };
}

/** The collector of spans, or null without one. */
export function traceSettings(env: Variables): Omit<ExportSettings, "version"> | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS?.split(",") ?? [];
  const headers = pairs.map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), decoded(pair.slice(at + 1))] as const;
  });
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: Object.fromEntries(headers),
    service: env.OTEL_SERVICE_NAME,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
