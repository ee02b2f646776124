import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { hashPassword } from "#app/features/auth/engine/password.server.ts";
import { secretNumber } from "#app/features/auth/engine/secrets.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/log.server.ts";
import { SettingsError } from "#app/lib/provider-settings.server.ts";
import { randomToken } from "#app/lib/random.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import { shop_state } from "#db/schema/shop.ts";
import {
  ACCOUNTS_LOCK,
  DEMO_ACCOUNTS,
  DEMO_ACCOUNTS_KEY,
  DEMO_CUSTOMER,
  type DemoAccount,
  type DemoAccountsState,
} from "#db/seed/demo-accounts.ts";
import { seedDemoCustomer } from "#db/seed/demo-customer.ts";
import { seedDemoRequests } from "#db/seed/demo-requests.ts";
import { demoRemains } from "#db/seed/remove-demo.ts";

/** Stores the id of the last start's secret in `shop_state`; it reveals nothing else. */
const SECRET_KEY = "auth-secret";

/**
 * The secrets that sign cookies and encrypt stored data, newest first. A shop on the embedded database generates one in
 * a file beside it, readable by its owner only; it remains a previous one when AUTH_SECRET is set. Throws SettingsError
 * on PostgreSQL without AUTH_SECRET: each process would generate its own.
 */
export function authSecrets(env: Pick<Env, "AUTH_SECRET" | "AUTH_SECRET_OLD" | "DATABASE_URL" | "DATA_DIR">): string[] {
  const file = join(env.DATA_DIR, "auth-secret");
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
  const [before] = await db.select().from(shop_state).where(eq(shop_state.key, SECRET_KEY));
  if (before && !numbers.includes(Number(before.value))) {
    log.warn(
      "AUTH_SECRET is another one than before: everybody has to sign in again, and second factors cannot be checked. " +
        "If you have the earlier one, name it in AUTH_SECRET_OLD.",
    );
  }
  const row = { key: SECRET_KEY, value: numbers[0], updated_at: new Date() };
  if (before?.value === row.value) return;
  await db.insert(shop_state).values(row).onConflictDoUpdate({ target: shop_state.key, set: row });
}

/** `password` is null if it was generated and printed at an earlier start. */
export type DemoLogin = { role: "admin" | "customer"; email: string; password: string | null };

/**
 * Creates the demo's missing admin and customer with the customer's history, and returns the logins. In a public demo
 * (`isPublic`) passwords are random and replace published ones, whose sessions end. One transaction: no account is left
 * without a password.
 */
export async function createDemoAccounts(db: Db, isPublic: boolean): Promise<DemoLogin[]> {
  const logins = await db.transaction(async (tx) => {
    await tx.execute(ACCOUNTS_LOCK);
    const [stored] = await tx.select().from(shop_state).where(eq(shop_state.key, DEMO_ACCOUNTS_KEY));
    const known = (stored?.value ?? {}) as DemoAccountsState;
    const made: DemoLogin[] = [];
    for (const account of DEMO_ACCOUNTS) {
      const { email, role } = account;
      const present = await userWithPassword(tx, email);
      const isDrawn = known[email]?.id === present?.id && known[email]?.drawn === true;
      const isFine = present?.hasPassword && (isDrawn || !isPublic);
      const password = isPublic ? randomToken().slice(0, 16) : account.password;
      const id = present?.id ?? (await insertDemoUser(tx, account));
      if (!isFine) await setPassword(tx, id, await hashPassword(password));
      made.push({ role, email, password: isFine && isDrawn ? null : password });
      const earlier = earlierThan(id, known[email]);
      if (isPublic) await regeneratePasswords(tx, earlier);
      known[email] = { id, drawn: isFine ? isDrawn : isPublic, earlier };
    }
    const row = { key: DEMO_ACCOUNTS_KEY, value: known, updated_at: new Date() };
    await tx.insert(shop_state).values(row).onConflictDoUpdate({ target: shop_state.key, set: row });
    return made;
  });
  await seedDemoCustomer(db, DEMO_CUSTOMER);
  await seedDemoRequests(db, DEMO_CUSTOMER);
  return logins;
}

/** Accounts that a demo created for an address before its current account: they remain demo accounts. */
function earlierThan(id: string, before: DemoAccountsState[keyof DemoAccountsState]): DemoAccount[] {
  if (!before) return [];
  const { earlier = [], ...last } = before;
  return last.id === id ? earlier : [...earlier, { id: last.id, drawn: last.drawn }];
}

/** Replaces published passwords by random ones that are not shown. */
async function regeneratePasswords(tx: Tx, those: DemoAccount[]): Promise<void> {
  for (const account of those.filter(({ drawn }) => !drawn)) {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, account.id));
    if (user) await setPassword(tx, user.id, await hashPassword(randomToken()));
    account.drawn = true;
  }
}

/** Throws a message for the operator if a shop without demo mode contains demo accounts or products. */
export async function refuseDemoRemains(db: Db): Promise<void> {
  const remains = await demoRemains(db);
  if (!remains) return;
  throw new Error(
    `This shop was a demo, and ${remains.accounts} of its accounts, whose passwords are public, and ` +
      `${remains.products.toLocaleString("en")} of its products are still in it. Remove both with: npm run demo:remove ` +
      "(orders that people paid for stay). To go on with the demo, set DEMO=1.",
  );
}

async function userWithPassword(tx: Tx, email: string): Promise<{ id: string; hasPassword: boolean } | null> {
  const [user] = await tx
    .select({ id: users.id, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
    .where(eq(users.email, email));
  return user ? { id: user.id, hasPassword: user.password !== null } : null;
}

async function insertDemoUser(tx: Tx, { email, first, last, role }: (typeof DEMO_ACCOUNTS)[number]): Promise<string> {
  const name = `${first} ${last}`;
  const values = {
    email,
    name,
    emailVerified: true,
    firstName: first,
    lastName: last,
    role,
    staffRole: role === "admin" ? "owner" : null,
  };
  const [user] = await tx.insert(users).values(values).returning({ id: users.id });
  if (!user) throw new Error("the demo account was not written");
  return user.id;
}

async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  const account = { userId, providerId: "credential", accountId: userId, password };
  await tx
    .insert(accounts)
    .values(account)
    .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password } });
}
