import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import type { DEMO_ACCOUNTS } from "./demo-accounts.ts";

/** Whether a user with this id exists. */
export async function isUser(tx: Tx, id: string): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(eq(users.id, id))).length > 0;
}

/** The user with this email address, and whether it has a password; null if there is none. */
export async function userWithPassword(tx: Tx, email: string): Promise<{ id: string; hasPassword: boolean } | null> {
  const [user] = await tx
    .select({ id: users.id, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
    .where(eq(users.email, email));
  return user ? { id: user.id, hasPassword: user.password !== null } : null;
}

/** Inserts a demo account without a password; returns its id. */
export async function insertDemoUser(
  tx: Tx,
  { email, first, last, role }: (typeof DEMO_ACCOUNTS)[number],
): Promise<string> {
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

/** Stores a password's hash and ends the user's sessions. */
export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  const account = { userId, providerId: "credential", accountId: userId, password };
  await tx
    .insert(accounts)
    .values(account)
    .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password } });
}
