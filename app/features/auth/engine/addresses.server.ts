import { and, eq, like } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { PHONE_ONLY_DOMAIN } from "../rules.ts";

/** Whether no account has this address, in lower case. */
export async function isFreeAddress(db: Db, email: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length === 0;
}

/**
 * Gives an account that had none a confirmed address, in lower case. Answers its number to tell the owner, or null
 * where the account has an address by now. Throws when the address became another account's meanwhile.
 */
export async function takeAddress(db: Db, userId: string, email: string): Promise<string | null> {
  const [user] = await db
    .update(users)
    .set({ email, emailVerified: true })
    .where(and(eq(users.id, userId), like(users.email, `%@${PHONE_ONLY_DOMAIN}`)))
    .returning({ phone: users.phoneNumber });
  return user?.phone ?? null;
}
