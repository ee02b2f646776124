import { and, desc, eq, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";

/**
 * Gives the user the orders that were made as a guest with an address or number which this account has confirmed by
 * now; answers how many. An order that is somebody's is never moved, and a number does not claim what was ordered with
 * an address that another account has confirmed. Where the last one went fills in a profile without an address.
 */
export async function claimGuestOrders(db: Db, userId: string): Promise<number> {
  return await db.transaction(async (tx) => {
    const [user] = await tx
      .select({
        email: sql<string | null>`case when ${users.emailVerified} then lower(${users.email}) end`,
        phone: sql<string | null>`case when ${users.phoneNumberVerified} then ${users.phoneNumber} end`,
      })
      .from(users)
      .where(eq(users.id, userId))
      // What is confirmed stays so until the orders have moved.
      .for("share");
    if (!user?.email && !user?.phone) return 0;
    const ownersElsewhere = tx
      .select({ email: sql<string>`lower(${users.email})` })
      .from(users)
      .where(and(eq(users.emailVerified, true), sql`lower(${users.email}) = ${orders.guest_email}`));
    const byPhone = and(
      eq(orders.guest_phone, user.phone ?? ""),
      or(isNull(orders.guest_email), notExists(ownersElsewhere)),
    );
    const claimed = await tx
      .update(orders)
      .set({ user_id: userId, guest_email: null, guest_phone: null })
      .where(and(isNull(orders.user_id), or(eq(orders.guest_email, user.email ?? ""), byPhone)))
      .returning({ id: orders.id });
    const ids = claimed.map(({ id }) => id);
    if (ids.length > 0) await fillProfile(tx, userId, ids);
    return ids.length;
  });
}

/** Fills the empty fields of the profile from the newest of these orders; an address is taken whole or not at all. */
async function fillProfile(tx: Tx, userId: string, orderIds: string[]): Promise<void> {
  const [last] = await tx
    .select({
      phone: payment_attempts.customer_phone,
      address: payment_attempts.address,
      city: payment_attempts.city,
      state: payment_attempts.state,
      postal_code: payment_attempts.postal_code,
    })
    .from(payment_attempts)
    .where(inArray(payment_attempts.order_id, orderIds))
    .orderBy(desc(payment_attempts.created_at))
    .limit(1);
  if (!last) return;
  await tx.insert(profiles).values({ id: userId }).onConflictDoNothing();
  const { phone, ...address } = last;
  await tx
    .update(profiles)
    .set({ phone })
    .where(and(eq(profiles.id, userId), eq(profiles.phone, "")));
  await tx
    .update(profiles)
    .set(address)
    .where(and(eq(profiles.id, userId), eq(profiles.address, "")));
}
