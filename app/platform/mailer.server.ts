import type { Db } from "#db/client.server.ts";
import { mailbox_messages } from "#db/schema/mail.ts";

export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
};

export type Mailer = {
  /**
   * Delivers the mail, or throws; the caller retries. `id`, a uuid, is that of its row in the outbox: a repeat is the
   * same message for who receives it.
   */
  send(mail: OutgoingMail & { id: string }): Promise<void>;
};

/** A hanging mail server must not delay the next mail; times in ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends mails through SMTP if `smtpUrl` is set, else in a demo to its mailbox table. A real shop without a mail server
 * keeps its mails queued.
 */
export function createMailer(options: { smtpUrl?: string; from: string; demo: boolean; db: Db }): Mailer {
  const { smtpUrl, from, demo, db } = options;
  if (!smtpUrl && !demo) return { send: () => Promise.reject(new Error("SMTP_URL is not set")) };
  if (!smtpUrl) {
    return {
      async send(mail) {
        const { id, to, subject, html, text, headers } = mail;
        const message = { id, from_address: from, to_address: to, subject, html, text, headers };
        await db.insert(mailbox_messages).values(message).onConflictDoNothing();
      },
    };
  }
  let opened: ReturnType<typeof openTransport> | null = null;
  return {
    async send({ id, ...mail }) {
      const transport = await (opened ??= openTransport(smtpUrl, from));
      await transport.sendMail({ ...mail, messageId: messageIdOf(id, from) });
    },
  };
}

/** The library is loaded with the first mail. */
async function openTransport(url: string, from: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, pool: true, ...TIMEOUTS }, { from });
}

/** The same for each try of one mail, so that mailboxes recognize a repeat: "<id@shop.example>". */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? "localhost"}>`;
}
