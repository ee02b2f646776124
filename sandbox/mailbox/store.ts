import { desc, eq, ilike, or } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db } from "#db/client.server.ts";
import { mailbox_messages } from "#db/schema/mail.ts";

export type MailSummary = { id: string; from: string; to: string; subject: string; sentAt: Date };
export type Mail = MailSummary & { html: string; text: string };

export type MailboxStore = ReturnType<typeof mailboxStore>;

const summary = {
  id: mailbox_messages.id,
  from: mailbox_messages.from_address,
  to: mailbox_messages.to_address,
  subject: mailbox_messages.subject,
  sentAt: mailbox_messages.created_at,
};

/** The demo's mails in the table `mailbox_messages`. */
export function mailboxStore(db: Db) {
  return {
    /** Newest first; `search` matches addresses and subjects. */
    async list({ search, limit }: { search?: string; limit: number }): Promise<MailSummary[]> {
      const like = `%${(search ?? "").trim().replace(/[\\%_]/g, "\\$&")}%`;
      const { from_address, to_address, subject, created_at } = mailbox_messages;
      return await db
        .select(summary)
        .from(mailbox_messages)
        .where(
          search?.trim() ? or(ilike(from_address, like), ilike(to_address, like), ilike(subject, like)) : undefined,
        )
        .orderBy(desc(created_at), desc(mailbox_messages.id))
        .limit(limit);
    },
    async get(id: string): Promise<Mail | null> {
      if (!isUuid(id)) return null;
      const { html, text } = mailbox_messages;
      const rows = await db
        .select({ ...summary, html, text })
        .from(mailbox_messages)
        .where(eq(mailbox_messages.id, id));
      return rows[0] ?? null;
    },
    async clear(): Promise<void> {
      await db.delete(mailbox_messages);
    },
  };
}
