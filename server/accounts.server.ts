import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { secretNumber } from "#app/features/accounts/engine/secrets.server.ts";
import { secretFile } from "#app/platform/backup/secret.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { SettingsError } from "#app/platform/provider-settings.server.ts";
import { randomToken } from "#app/platform/random.server.ts";
import type { Db } from "#db/client.server.ts";
import { demoRemains } from "#db/seed/demo-remains.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";

/** Stores the id of the last start's secret in `shop_state`; it reveals nothing else. */
const SECRET_KEY = "auth-secret";

/**
 * The secrets that sign cookies and encrypt stored data, newest first. A shop on the embedded database generates one in
 * a file beside it, readable by its owner only; it remains a previous one when AUTH_SECRET is set. Throws SettingsError
 * on PostgreSQL without AUTH_SECRET: each process would generate its own.
 */
export function authSecrets(env: Pick<Env, "AUTH_SECRET" | "AUTH_SECRET_OLD" | "DATABASE_URL" | "DATA_DIR">): string[] {
  const file = secretFile(env);
  const isStored = existsSync(file);
  if (!env.AUTH_SECRET && env.DATABASE_URL) {
    const advice = isStored ? `This shop's is in ${file}.` : "Make one with: openssl rand -base64 48";
    throw new SettingsError(`DATABASE_URL needs AUTH_SECRET, the same at every start and for all processes. ${advice}`);
  }
  if (!env.AUTH_SECRET && !isStored) writeFileSync(file, randomToken() + randomToken(), { mode: 0o600, flag: "wx" });
  const storedSecrets = env.AUTH_SECRET && !isStored ? [] : [readFileSync(file, "utf8").trim()];
  return [
    ...new Set([...(env.AUTH_SECRET ? [env.AUTH_SECRET] : storedSecrets), ...env.AUTH_SECRET_OLD, ...storedSecrets]),
  ];
}

/** Logs a warning if the secret has changed and the old one is not in AUTH_SECRET_OLD. */
export async function warnAboutLostSecret(db: Db, secrets: readonly string[], log: Logger): Promise<void> {
  const numbers = secrets.map(secretNumber);
  const before = await readShopState(db, SECRET_KEY);
  if (before !== undefined && !numbers.includes(Number(before))) {
    log.warn(
      "AUTH_SECRET is another one than before: everybody has to sign in again, and second factors cannot be checked. " +
        "If you have the earlier one, name it in AUTH_SECRET_OLD.",
    );
  }
  if (before !== numbers[0]) await writeShopState(db, SECRET_KEY, numbers[0]);
}

/** Throws a message for the operator if a shop without demo mode contains demo accounts or products. */
export async function refuseDemoRemains(db: Db): Promise<void> {
  const remains = await demoRemains(db);
  if (!remains) return;
  throw new Error(
    `This shop was a demo, and ${remains.accounts} of its accounts and ${remains.products.toLocaleString("en")} of ` +
      "its products are still in it. Remove both with: npm run demo:remove (orders that people paid for stay). " +
      "To go on with the demo, set DEMO=1.",
  );
}
