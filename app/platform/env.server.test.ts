import { expect, test } from "vitest";
import { readEnv, SETTINGS } from "./env.server.ts";
import { SettingsError } from "./provider-settings.server.ts";

const KEYS = { PAYSTACK_SECRET_KEY: "sk_test_abc", PAYSTACK_PUBLIC_KEY: "pk_test_abc" };
const LIVE = { PAYSTACK_SECRET_KEY: "sk_live_abc", PAYSTACK_PUBLIC_KEY: "pk_live_abc" };

const bucket = (prefix: string) =>
  Object.fromEntries(
    ["ENDPOINT", "BUCKET", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"].map((name) => [
      prefix + name,
      name === "BUCKET" ? "one-bucket" : "https://s3.example",
    ]),
  ) satisfies Record<string, string>;

test("nothing set: the demo on port 3000 with the embedded database and a sandbox for payments", () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    BASE_URL: "http://localhost:3000",
    DEMO: true,
    DEMO_PRODUCTS: 50_000,
    SANDBOX_PORT: 3001,
    MAILBOX_PORT: 3002,
    PAYMENT: { mode: "sandbox" },
  });
});

test.each([
  [{ PORT: "0" }, { BASE_URL: null, SANDBOX_PORT: 0 }],
  [{ HOST: "0.0.0.0", PORT: "80" }, { BASE_URL: "http://localhost:80" }],
  [{ BASE_URL: "https://shop.example/" }, { BASE_URL: "https://shop.example" }],
  [{ DEMO: "0" }, { DEMO: false, PAYMENT: { mode: "off" } }],
  [{ PORT: "" }, { PORT: 3000 }],
  [{ AUTH_SECRET_OLD: " one  two\n" }, { AUTH_SECRET_OLD: ["one", "two"] }],
  [KEYS, { PAYMENT: { mode: "provider", settings: { apiUrl: "https://api.paystack.co" } } }],
  [LIVE, { DEMO: false, PAYMENT: { mode: "provider" } }],
  [{ NODE_ENV: "production", DEMO: "1" }, { PAYMENT: { mode: "sandbox" } }],
  [{}, { SSO_ORIGINS: [] }],
  [{ DATABASE_URL: "postgres://u@h1:1,h2:2/db" }, { DATABASE_URL: "postgres://u@h1:1,h2:2/db" }],
  [
    { SSO_ORIGINS: "https://a.intra:8443/x, http://10.0.0.5/" },
    { SSO_ORIGINS: ["https://a.intra:8443", "http://10.0.0.5"] },
  ],
])("%j is read", (source: Record<string, string>, expected) => {
  expect(readEnv(source)).toMatchObject(expected);
});

test.each([
  [{ PORT: "http" }, /PORT cannot be used: it should be a port number/],
  [{ PORT: "70000" }, /PORT/],
  [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL .*postgres:/],
  [{ DATABASE_URL: "postgres://u:secret@h1:port/db" }, /^DATABASE_URL .*several hosts separated by commas/],
  [{ DATABASE_URL: "postgres://u:secret@h1,,h2/db" }, /^DATABASE_URL .*several hosts separated by commas/],
  [{ DATABASE_DIRECT_URL: "postgres://u:secret@h1/db" }, /^DATABASE_DIRECT_URL is set without DATABASE_URL/],
  [{ DATABASE_REPLICA_URL: "postgres://u:secret@h1/db" }, /^DATABASE_REPLICA_URL is set without DATABASE_URL/],
  [{ DEMO: "yes" }, /DEMO cannot be used: it should be 0/],
  [{ BASE_URL: "shop" }, /BASE_URL/],
  [{ PORT: "x", DEMO: "y" }, /PORT[\s\S]*DEMO/],
  [{ PAYSTACK_SECRET_KEY: "sk_test_abc" }, /Set both/],
  [{ ...KEYS, PAYSTACK_PUBLIC_KEY: "pk_live_abc" }, /different modes/],
  [{ ...LIVE, PAYSTACK_API_URL: "http://127.0.0.1:3001" }, /live Paystack key/],
  [{ ...LIVE, PAYSTACK_INLINE_URL: "https://paystack.co.evil.example/x.js" }, /live Paystack key/],
  [{ PAYSTACK_SECRET_KEY: "sk_test_sandboxabc", PAYSTACK_PUBLIC_KEY: "pk_test_sandbox" }, /key of the sandbox/],
  [{ NODE_ENV: "production" }, /no payment keys/],
  [{ ...LIVE, DEMO: "1" }, /is no demo/],
  [{ GOOGLE_CLIENT_ID: "x" }, /Set both GOOGLE/],
  [{ SSO_ORIGINS: "login.intra" }, /SSO_ORIGINS .*origins of identity providers/],
  [{ S3_ENDPOINT: "https://s3.example" }, /Set all of S3_ENDPOINT, S3_BUCKET, .* and S3_SECRET_ACCESS_KEY, or none/],
  [{ BACKUP_S3_ENDPOINT: "https://s3.example" }, /Set all of BACKUP_S3_ENDPOINT/],
  [{ ...bucket("BACKUP_S3_"), BACKUP_DIR: "/backups" }, /not both/],
  [{ ...bucket("BACKUP_S3_"), ...bucket("S3_") }, /must not be S3_BUCKET/],
  [{ S3_BUCKET: "No Bucket" }, /S3_BUCKET .*small letters/],
  [{ AUTH_SECRET: "short" }, /AUTH_SECRET .*at least 32/],
])("%j is refused with what to do", (source: Record<string, string>, message) => {
  expect(() => readEnv(source)).toThrow(SettingsError);
  expect(() => readEnv(source)).toThrow(message);
});

const DATABASE = { DATABASE_URL: "postgres://oja@db/oja" };
const GOOGLE = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const PUBLIC_ADDRESS = { BASE_URL: "https://shop.example" };

test.each([
  [{}, true, false],
  [{ HOST: "127.0.0.1" }, true, false],
  [{ HOST: "127.1.2.3" }, true, false],
  [{ HOST: "localhost" }, true, false],
  [{ HOST: "::1" }, true, false],
  [{ BASE_URL: "http://localhost:8080" }, true, false],
  [{ BASE_URL: "http://[::1]:8080" }, true, false],
  [{ GOOGLE_ISSUER: "https://id.example", SMS_URL: "https://sms.example" }, true, false],
  [{ HOST: "0.0.0.0" }, false, true],
  [{ HOST: "::" }, false, true],
  [{ HOST: "192.168.1.5" }, false, true],
  [{ HOST: "127.0.0.1.evil.example" }, false, true],
  [{ HOST: "localhost.example" }, false, true],
  [PUBLIC_ADDRESS, false, true],
  [{ BASE_URL: "http://127.0.0.1.nip.io" }, false, true],
  [{ TRUST_PROXY: "1" }, false, true],
  [DATABASE, false, false],
  [{ SMTP_URL: "smtp://mail.example" }, false, false],
  [KEYS, false, false],
  [LIVE, false, false],
  [GOOGLE, false, false],
  [{ DEMO: "0" }, false, false],
  [{ ...DATABASE, DEMO: "1" }, true, false],
  [{ ...KEYS, ...GOOGLE, DEMO: "1" }, true, false],
  [{ HOST: "0.0.0.0", DEMO: "1" }, true, true],
  [{ ...PUBLIC_ADDRESS, DEMO: "1" }, true, true],
  [{ TRUST_PROXY: "1", DEMO: "1" }, true, true],
  [{ TRUST_PROXY: "1", HOST: "localhost", DEMO: "1" }, true, true],
])("%j: demo %s, within reach of others %s", (source: Record<string, string>, demo, reachable) => {
  expect(readEnv(source)).toMatchObject({ DEMO: demo, PUBLIC: reachable });
});

test("a shop that is no demo has no pretended payments", () => {
  for (const source of [DATABASE, PUBLIC_ADDRESS, { HOST: "0.0.0.0" }])
    expect(readEnv(source).PAYMENT).toEqual({ mode: "off" });
});

test("an unusable setting is named and its value, which may be a secret, is not", () => {
  const values = ["\u0000leaked-s3cret", "sk_live_leaked-s3cret", "https://x:leaked-s3cret@", "leaked s3cret", " "];
  const refused = new Set<string>();
  for (const name of SETTINGS) {
    for (const value of values) {
      try {
        readEnv({ [name]: value });
      } catch (error) {
        const { message } = error as Error;
        if (message.startsWith(`${name} `)) refused.add(name);
        expect(message).not.toMatch(/leaked|s3cret/);
        expect(message).not.toMatch(/should be set\./);
      }
    }
  }
  expect([...refused]).toEqual(
    expect.arrayContaining(["PAYSTACK_SECRET_KEY", "DATABASE_URL", "SMTP_URL", "AUTH_SECRET"]),
  );
});
