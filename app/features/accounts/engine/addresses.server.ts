import { and, eq, inArray, or } from "drizzle-orm";
import { replacePlaceholderEmail } from "#app/features/users/commands.server.ts";
import type { Db } from "#db/client.server.ts";
import { accounts, users } from "#db/schema/auth.ts";
import { PHONE_ONLY_DOMAIN } from "../rules.ts";

/** Whether no account has this email address (in lower case). */
export async function isFreeAddress(db: Db, email: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length === 0;
}

/**
 * Sets a verified email address (in lower case) for an account without one. Returns the account's phone number for a
 * notice, or null when it already has an address. Throws when another account took the address meanwhile.
 */
export async function takeAddress(db: Db, userId: string, email: string): Promise<string | null> {
  return await replacePlaceholderEmail(db, userId, email, PHONE_ONLY_DOMAIN);
}

/** Whether the account with this address, or linked to this provider subject, is an admin. */
export async function isAdmin(
  db: Db,
  { email, key, subject }: { email: string; key: string; subject: string },
): Promise<boolean> {
  const tied = db
    .select({ id: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, key), eq(accounts.accountId, subject)));
  const isTheirs = or(eq(users.email, email), inArray(users.id, tied));
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isTheirs));
  return found.length > 0;
}
