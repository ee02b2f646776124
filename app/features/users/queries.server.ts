import { and, eq, isNull, notExists, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";

/** Identifiers that the account has verified: email in lower case, phone in E.164. */
export type Confirmed = { email: string | null; phone: string | null };

/**
 * Null when the account has verified no identifier. Locks the row, so that the values hold until the transaction ends.
 */
export async function confirmedIdentifiers(tx: Tx, userId: string): Promise<Confirmed | null> {
  const [user] = await tx
    .select({
      email: sql<string | null>`case when ${users.emailVerified} then lower(${users.email}) end`,
      phone: sql<string | null>`case when ${users.phoneNumberVerified} then ${users.phoneNumber} end`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for("share");
  return user?.email || user?.phone ? user : null;
}

type GuestColumns = { user_id: AnyPgColumn; guest_email: AnyPgColumn; guest_phone: AnyPgColumn };

/**
 * Condition for rows of a table with `GuestColumns` that an account with these identifiers can claim. Excludes rows
 * that already have a user, and rows matched by phone whose email another account has verified.
 */
export function claimable(tx: Tx, { user_id, guest_email, guest_phone }: GuestColumns, { email, phone }: Confirmed) {
  const ownersElsewhere = tx
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.emailVerified, true), sql`lower(${users.email}) = ${guest_email}`));
  const byPhone = and(eq(guest_phone, phone ?? ""), or(isNull(guest_email), notExists(ownersElsewhere)));
  return and(isNull(user_id), or(eq(guest_email, email ?? ""), byPhone));
}
