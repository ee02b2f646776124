import { and, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { hasMailbox } from "#app/features/accounts/rules.ts";
import { deleteRequestsOf } from "#app/features/custom-orders/commands/delete-requests.server.ts";
import { anonymizePayer } from "#app/features/payments/commands.server.ts";
import type { Actor } from "#app/features/permissions/rules.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { users, verifications } from "#db/schema/auth.ts";
import { mails } from "#db/schema/mail.ts";
import { newsletter_subscribers } from "#db/schema/newsletter.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";

type Context = Pick<Shop, "db" | "jobs" | "baseUrl">;

export type DeleteAccountResult =
  | { ok: true; pictures: string[] }
  | { ok: false; reason: "forbidden" }
  | { ok: false; reason: "last_admin" };

/**
 * Deletes the actor with profile, sessions, credentials, newsletter subscription, mails, SMS, custom requests, and
 * payer data of failed payments, and tells the owner. Orders are kept, anonymized. The last admin is refused. The caller
 * deletes the request `pictures` from the file store.
 */
export async function deleteAccount(ctx: Context, actor: Actor): Promise<DeleteAccountResult> {
  if (!actor) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx): Promise<DeleteAccountResult> => {
    // Lock order of settlement, which prevents deadlocks.
    await tx
      .select({ id: payment_attempts.id })
      .from(payment_attempts)
      .where(eq(payment_attempts.user_id, actor.id))
      .orderBy(payment_attempts.id)
      .for("update");
    // Locks all admins, so that two who delete their accounts at once are serialized.
    const locked = await tx
      .select({
        id: users.id,
        email: users.email,
        phone: users.phoneNumber,
        role: users.role,
        staff_role: users.staffRole,
        confirmed: users.emailVerified,
      })
      .from(users)
      .where(or(eq(users.id, actor.id), eq(users.role, "admin")))
      .orderBy(users.id)
      .for("update");
    const user = locked.find((one) => one.id === actor.id);
    if (!user) return { ok: false, reason: "forbidden" };
    const isOwner = (one: (typeof locked)[number]) => one.role === "admin" && one.staff_role === "owner";
    if (isOwner(user) && locked.filter(isOwner).length === 1) return { ok: false, reason: "last_admin" };
    await anonymizePayer(tx, user.id);
    const pictures = await deleteRequestsOf(tx, user.id);
    await tx.delete(verifications).where(isAbout(user));
    if (user.confirmed) {
      await tx.delete(newsletter_subscribers).where(eq(newsletter_subscribers.email, user.email.toLowerCase()));
    }
    // Mails of an order are kept with the order.
    const addresses = [user.email, user.email.toLowerCase(), ...(user.phone ? [user.phone] : [])];
    await tx.delete(mails).where(and(isNull(mails.order_id), inArray(mails.to_address, addresses)));
    await tx.delete(users).where(eq(users.id, user.id));
    const data = { shop_url: ctx.baseUrl };
    if (hasMailbox(user.email)) await queueMail(tx, ctx.jobs, { kind: "account_deleted", to: user.email, data });
    else if (user.phone) await queueMail(tx, ctx.jobs, { kind: "sms_account_deleted", to: user.phone, data });
    return { ok: true, pictures };
  });
}

/** Whether a pending verification contains this user's id, email or phone as a complete value. */
function isAbout({ id, email, phone }: { id: string; email: string; phone: string | null }): SQL | undefined {
  const value = sql`lower(${verifications.value})`;
  const names = [email.toLowerCase(), ...(phone ? [phone] : [])];
  return or(
    sql`position(${id} in ${value}) > 0`,
    inArray(value, names),
    ...names.map((name) => sql`position(${JSON.stringify(name)} in ${value}) > 0`),
  );
}
