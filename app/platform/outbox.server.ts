import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import type { Shop } from "./context.server.ts";
import type { Jobs } from "./jobs.server.ts";
import type { OutgoingMail } from "./mailer.server.ts";
import { trace } from "./tracing/trace.server.ts";

/** Kinds with the prefix "sms_" are sent by SMS, all others by mail. */
export type MailKind =
  | "order_confirmation"
  | "welcome_email"
  | "order_update"
  | "sms_order_update"
  | "confirm_email"
  | "account_exists"
  | "recovery"
  | "password_changed"
  | "email_code"
  | "sms_code"
  | "sms_account_exists"
  | "sms_password_changed"
  | "confirm_address"
  | "address_wanted"
  | "sms_number_wanted"
  | "sign_in_changed"
  | "sms_sign_in_changed"
  | "account_deleted"
  | "sms_account_deleted"
  | "staff_invitation"
  | "message_received"
  | "supplier_received"
  | "supplier_approved"
  | "supplier_declined"
  | "newsletter_confirm"
  | "newsletter_welcome"
  | "custom_order_received"
  | "custom_order_notice"
  | "custom_order_status"
  | "custom_order_offer"
  | "custom_order_offer_withdrawn"
  | "sms_custom_order_received"
  | "sms_custom_order_offer";
export type RenderMail = (kind: MailKind, data: Record<string, unknown>) => Promise<Omit<OutgoingMail, "to">>;

/**
 * Stores a mail and queues its delivery, both only if `tx` commits. A confirmation and a welcome are sent once per
 * order.
 */
export async function queueMail(
  tx: Tx,
  jobs: Jobs,
  mail: { kind: MailKind; order_id?: string; to: string; data: Record<string, unknown> },
): Promise<void> {
  const [row] = await tx
    .insert(mails)
    .values({ kind: mail.kind, order_id: mail.order_id ?? null, to_address: mail.to, data: mail.data })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  // A user waits for a mail without an order: a code, or a link that expires.
  if (row) await jobs.enqueue(tx, "mail", { id: row.id }, { isUrgent: !mail.order_id });
}

/** Queues the delivery of waiting mails without a job: a backup has the mails and not the queue. Before any delivery. */
export async function requeueMails(db: Db, jobs: Jobs): Promise<void> {
  const hasNoJob = sql`not exists (select from pgboss.job where name = 'mail' and data ->> 'id' = ${mails.id}::text)`;
  const waiting = await db
    .select({ id: mails.id, order_id: mails.order_id })
    .from(mails)
    .where(and(eq(mails.status, "queued"), hasNoJob));
  for (const { id, order_id } of waiting) await jobs.enqueue(db, "mail", { id }, { isUrgent: !order_id });
}

/** Starts the job that delivers queued mails and SMS. */
export async function startMailDelivery(
  shop: Pick<Shop, "db" | "jobs" | "mailer" | "sms">,
  render: RenderMail,
): Promise<void> {
  await shop.jobs.work("mail", async (data) => await deliverMail(shop, render, String(data.id)));
}

/** Delivers one queued mail; does nothing if it has been sent. Throws if the mail server refuses it, for a retry. */
export async function deliverMail(
  shop: Pick<Shop, "db" | "mailer" | "sms">,
  render: RenderMail,
  id: string,
): Promise<void> {
  const [mail] = await shop.db
    .select({ kind: mails.kind, order_id: mails.order_id, to: mails.to_address, data: mails.data })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
  if (!mail) return;
  try {
    const content = await render(mail.kind as MailKind, mail.data);
    const isSms = mail.kind.startsWith("sms_");
    await trace("mail", { mail: mail.kind }, () =>
      isSms
        ? shop.sms.send({ id, to: mail.to, text: content.text })
        : shop.mailer.send({ id, to: mail.to, ...content }),
    );
  } catch (error) {
    const last_error = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await shop.db
      .update(mails)
      .set({ tries: sql`tries + 1`, last_error })
      .where(eq(mails.id, id));
    throw error;
  }
  await shop.db
    .update(mails)
    // Codes and links are not stored longer than needed.
    .set({
      status: "sent",
      tries: sql`tries + 1`,
      last_error: null,
      sent_at: new Date(),
      ...(mail.order_id ? {} : { data: {} }),
    })
    .where(eq(mails.id, id));
}

/** Gives up a mail that was not sent; data that could open an account are deleted. */
export async function dismissMail(tx: Tx, { id, order_id }: { id: string; order_id: string | null }): Promise<void> {
  await tx
    .update(mails)
    .set({ status: "dismissed", ...(order_id ? {} : { data: {} }) })
    .where(and(eq(mails.id, id), eq(mails.status, "queued")));
}
