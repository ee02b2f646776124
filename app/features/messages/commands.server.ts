import { eq } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { contact_messages } from "#db/schema/requests.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { CONTACT_SUBJECT } from "./rules.ts";
import { contactForm } from "./schema.ts";

export type SendMessageResult = { ok: true } | InvalidInput;

/**
 * Stores a contact message and queues its acknowledgement, idempotent by `submission_id`. To prevent abuse as a spam
 * relay, the mail does not quote the message and its number per address and hour is limited.
 */
export async function sendMessage(
  ctx: Pick<Shop, "db" | "jobs" | "limits" | "baseUrl">,
  submission_id: string,
  input: unknown,
): Promise<SendMessageResult> {
  const parsed = contactForm.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const { name, email } = parsed.data;
  const mayMail = (await ctx.limits.hit("submission_mail", email.toLowerCase())) === null;
  await inTransaction(ctx.db, async (tx) => {
    const [stored] = await tx
      .insert(contact_messages)
      .values({ ...parsed.data, subject: CONTACT_SUBJECT, submission_id })
      .onConflictDoNothing()
      .returning({ id: contact_messages.id });
    if (!stored || !mayMail) return;
    const data = { customer_name: name, shop_url: ctx.baseUrl };
    await queueMail(tx, ctx.jobs, { kind: "message_received", to: email, data });
  });
  return { ok: true };
}

export type MessageResult = { ok: true } | { ok: false; reason: "forbidden" | "unknown" };

/** Marks a message as read; admins only. Idempotent. */
export async function markMessageRead(ctx: Pick<Shop, "db">, actor: Actor, id: string): Promise<MessageResult> {
  if (!actor || !can(actor, "messages.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "unknown" };
  const updated = await ctx.db
    .update(contact_messages)
    .set({ is_read: true })
    .where(eq(contact_messages.id, id))
    .returning({ id: contact_messages.id });
  return updated.length > 0 ? { ok: true } : { ok: false, reason: "unknown" };
}

/** Moves a message to the trash; admins only. */
export async function deleteMessage(ctx: Pick<Shop, "db">, actor: Actor, id: string): Promise<MessageResult> {
  if (!actor || !can(actor, "messages.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "unknown" };
  return await inTransaction(ctx.db, async (tx): Promise<MessageResult> => {
    const [found] = await tx
      .select({ name: contact_messages.name })
      .from(contact_messages)
      .where(eq(contact_messages.id, id))
      .for("update");
    if (!found) return { ok: false, reason: "unknown" };
    const parts = [{ table: contact_messages, where: eq(contact_messages.id, id) }];
    await moveToTrash(tx, actor, { kind: "message", subject: id, label: `Message of ${found.name}`, parts });
    return { ok: true };
  });
}
