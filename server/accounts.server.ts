import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Auth } from "#app/features/auth/engine/engine.server.ts";
import { secretNumber } from "#app/features/auth/engine/secrets.server.ts";
import { SettingsError, type Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/log.server.ts";
import { randomToken } from "#app/lib/random.server.ts";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { shop_facts } from "#db/schema/shop.ts";
import { seedDemoCustomer } from "#db/seed/demo-customer.ts";

const DEMO_CUSTOMER = "ada@oja.example";
/** Names the secret of the last start in `shop_facts`, by a number that tells nothing else. */
const SECRET_FACT = "auth-secret";

/** The demo shop's people; their passwords are no secret, they stand in the README. */
export const DEMO_ACCOUNTS = [
  { email: "admin@oja.example", password: "oja-demo-admin", first: "Ngozi", last: "Admin", role: "admin" },
  { email: DEMO_CUSTOMER, password: "oja-demo-ada", first: "Ada", last: "Okafor", role: "customer" },
] as const;

/**
 * The secrets that sign cookies and encrypt what is stored, newest first. A shop on the embedded database makes one at
 * its first start and keeps it beside it, readable by its owner only; it stays an earlier one when AUTH_SECRET is set.
 * Throws SettingsError for a shop on PostgreSQL without AUTH_SECRET: its processes would each make their own.
 */
export function authSecrets(env: Pick<Env, "AUTH_SECRET" | "AUTH_SECRET_OLD" | "DATABASE_URL" | "DATA_DIR">): string[] {
  const file = join(env.DATA_DIR, "auth-secret");
  const isKept = existsSync(file);
  if (!env.AUTH_SECRET && env.DATABASE_URL) {
    const advice = isKept ? `This shop's is in ${file}.` : "Make one with: openssl rand -base64 48";
    throw new SettingsError(`DATABASE_URL needs AUTH_SECRET, the same at every start and for all processes. ${advice}`);
  }
  if (!env.AUTH_SECRET && !isKept) writeFileSync(file, randomToken() + randomToken(), { mode: 0o600, flag: "wx" });
  const kept = env.AUTH_SECRET && !isKept ? [] : [readFileSync(file, "utf8").trim()];
  return [...new Set([...(env.AUTH_SECRET ? [env.AUTH_SECRET] : kept), ...env.AUTH_SECRET_OLD, ...kept])];
}

/** Says in the log when this start has another secret than the one before and does not name that as an earlier one. */
export async function noticeLostSecret(db: Db, secrets: readonly string[], log: Logger): Promise<void> {
  const numbers = secrets.map(secretNumber);
  const [before] = await db.select().from(shop_facts).where(eq(shop_facts.key, SECRET_FACT));
  if (before && !numbers.includes(Number(before.value))) {
    log.warn(
      "AUTH_SECRET is another one than before: everybody has to sign in again, and second factors cannot be checked. " +
        "If you have the earlier one, name it in AUTH_SECRET_OLD.",
    );
  }
  const fact = { key: SECRET_FACT, value: numbers[0], updated_at: new Date() };
  if (before?.value === fact.value) return;
  await db.insert(shop_facts).values(fact).onConflictDoUpdate({ target: shop_facts.key, set: fact });
}

/** Makes the demo's admin and customer where they are missing, and gives the customer a past. */
export async function createDemoAccounts(auth: Auth, db: Db): Promise<void> {
  const context = await auth.$context;
  for (const { email, password, first, last, role } of DEMO_ACCOUNTS) {
    const [present] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (present) continue;
    const user = await context.internalAdapter.createUser(
      { email, name: `${first} ${last}`, emailVerified: true, firstName: first, lastName: last },
      { method: "email-password" },
    );
    const hash = await context.password.hash(password);
    await context.internalAdapter.linkAccount({
      userId: user.id,
      providerId: "credential",
      accountId: user.id,
      password: hash,
    });
    await db.update(users).set({ role }).where(eq(users.id, user.id));
  }
  await seedDemoCustomer(db, DEMO_CUSTOMER);
}
