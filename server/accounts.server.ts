import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Auth } from "#app/features/auth/engine/engine.server.ts";
import { randomToken } from "#app/lib/random.server.ts";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";

/** The demo shop's people; their passwords are no secret, they stand in the README. */
export const DEMO_ACCOUNTS = [
  { email: "admin@oja.example", password: "oja-demo-admin", first: "Ngozi", last: "Admin", role: "admin" },
  { email: "ada@oja.example", password: "oja-demo-ada", first: "Ada", last: "Okafor", role: "customer" },
] as const;

/** The secret that signs cookies: made at the first start and kept in the data folder, readable by its owner only. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  if (!existsSync(file)) writeFileSync(file, randomToken() + randomToken(), { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}

/** Makes the demo's admin and customer where they are missing. */
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
}
