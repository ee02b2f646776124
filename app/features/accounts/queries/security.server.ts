import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { accounts, passkeys, sessions, users } from "#db/schema/auth.ts";
import { hasMailbox } from "../rules.ts";

/** Data of the Security tab, without tokens, hashes, secrets and keys. */
export type Security = {
  email: string | null;
  phone: string | null;
  has_password: boolean;
  has_second_factor: boolean;
  providers: string[];
  /** One row per linked sign-in method; `id` is the parameter for unlinking. */
  identities: { id: string; provider: string; created_at: Date }[];
  passkeys: { id: string; name: string | null; created_at: Date | null }[];
  sessions: OpenSession[];
};

export type OpenSession = {
  id: string;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** Whether signing in to this account takes a second factor. */
export async function hasSecondFactor(db: Tx, userId: string): Promise<boolean> {
  const [user] = await db.select({ on: users.twoFactorEnabled }).from(users).where(eq(users.id, userId));
  return user?.on ?? false;
}

/** Sign-in methods and open sessions (newest first) of a user; null for an unknown id. */
export async function securityOf(db: Tx, userId: string): Promise<Security | null> {
  const [user] = await db
    .select({ email: users.email, phone: users.phoneNumber, has_second_factor: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return null;
  const ways = await db
    .select({
      id: accounts.id,
      provider: accounts.providerId,
      password: accounts.password,
      created_at: accounts.createdAt,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt));
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name, created_at: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  return {
    email: hasMailbox(user.email) ? user.email : null,
    phone: user.phone,
    has_second_factor: user.has_second_factor,
    has_password: ways.some((way) => way.password !== null),
    providers: ways.map((way) => way.provider),
    identities: ways.map(({ id, provider, created_at }) => ({ id, provider, created_at })),
    passkeys: keys,
    sessions: await sessionsOf(db, userId),
  };
}

/** Open sessions of this user, newest first. */
async function sessionsOf(db: Tx, userId: string): Promise<OpenSession[]> {
  return await db
    .select({
      id: sessions.id,
      user_agent: sessions.userAgent,
      ip_address: sessions.ipAddress,
      created_at: sessions.createdAt,
      last_seen_at: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.updatedAt), asc(sessions.id))
    .limit(50);
}
