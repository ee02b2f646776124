import { and, eq, isNull, notExists, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isToken } from "#app/platform/random.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";

/** Identifiers that the account has verified: email in lower case, phone in E.164. */
type Confirmed = { email: string | null; phone: string | null };

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

/**
 * Assigns guest orders placed with a verified email or phone of this account to the user; returns their number. Profile
 * fields are filled only from an order placed in this browser (`cookies`, a Cookie header), because order data may come
 * from another person.
 */
export async function claimGuestOrders(db: Db, userId: string, cookies: string | null = null): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const confirmed = await confirmedIdentifiers(tx, userId);
    if (!confirmed) return 0;
    const claimed = await tx
      .update(orders)
      .set({ user_id: userId, guest_email: null, guest_phone: null })
      .where(claimable(tx, orders, confirmed))
      .returning({ id: orders.id });
    const token = placedToken(cookies);
    if (token) await fillProfile(tx, userId, token);
    return claimed.length;
  });
}

/**
 * Fills empty profile fields from the order with this token if it belongs to the user; the address is copied as a whole
 * or not at all.
 */
async function fillProfile(tx: Tx, userId: string, token: string): Promise<void> {
  const [placed] = await tx
    .select({
      phone: payment_attempts.customer_phone,
      address: payment_attempts.address,
      city: payment_attempts.city,
      state: payment_attempts.state,
      postal_code: payment_attempts.postal_code,
    })
    .from(payment_attempts)
    .innerJoin(orders, eq(orders.id, payment_attempts.order_id))
    .where(and(eq(payment_attempts.access_token, token), eq(orders.user_id, userId)));
  if (!placed) return;
  await tx.insert(profiles).values({ id: userId }).onConflictDoNothing();
  const { phone, ...address } = placed;
  await tx
    .update(profiles)
    .set({ phone })
    .where(and(eq(profiles.id, userId), eq(profiles.phone, "")));
  await tx
    .update(profiles)
    .set(address)
    .where(and(eq(profiles.id, userId), eq(profiles.address, "")));
}

const COOKIE = "oja.placed";
const SECONDS = 86_400;

/**
 * Set-Cookie value that marks the browser in which a guest started this payment, valid for one day. It sets that
 * browser apart from other holders of the order link, which is also sent by mail.
 */
export function placedCookie(access_token: string, baseUrl: string): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${COOKIE}=${access_token}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

function placedToken(cookies: string | null): string | null {
  const token = /(?:^|;\s*)oja\.placed=([^;]*)/.exec(cookies ?? "")?.[1] ?? "";
  return isToken(token) ? token : null;
}
