import { createTransport } from "nodemailer";
import type { Db } from "#db/client.server.ts";
import { mailbox_messages } from "#db/schema/mail.ts";

export type OutgoingMail = { to: string; subject: string; html: string; text: string };

export type Mailer = {
  /** Hands the mail over for good, or throws; the caller tries again. */
  send(mail: OutgoingMail): Promise<void>;
};

/** Mails through SMTP when `smtpUrl` is set, else into the demo's mailbox table. */
export function createMailer(options: { smtpUrl?: string; from: string; db: Db }): Mailer {
  const { smtpUrl, from, db } = options;
  if (!smtpUrl) {
    return {
      async send(mail) {
        await db
          .insert(mailbox_messages)
          .values({ from_address: from, to_address: mail.to, subject: mail.subject, html: mail.html, text: mail.text });
      },
    };
  }
  const transport = createTransport(smtpUrl, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
  };
}
