import type { Db } from "#db/client.server.ts";
import { mailbox_messages } from "#db/schema/mail.ts";

export type Sms = {
  /** Sends an SMS to a phone number in E.164 form, or throws; the caller retries. `id` as of a mail. */
  send(message: { id: string; to: string; text: string }): Promise<void>;
};

const TIMEOUT_MS = 10_000;

/** Maximum length of an alphanumeric sender (SMS standard). */
const MOST_SENDER = 11;

/**
 * Sends SMS through a gateway that accepts a POST of `{to, from, text}` with a bearer token, else in a demo to its
 * mailbox table. A real shop without a gateway keeps them queued. `storeName` is called for each SMS, because settings
 * change.
 */
export function createSms(options: {
  gateway?: { url: string; token?: string };
  demo: boolean;
  db: Db;
  storeName: () => Promise<string>;
}): Sms {
  const { gateway, demo, db, storeName } = options;
  if (!gateway && !demo) return { send: () => Promise.reject(new Error("SMS_URL is not set")) };
  if (!gateway) {
    return {
      async send({ id, to, text }) {
        const from_address = `${await storeName()} (SMS)`;
        await db
          .insert(mailbox_messages)
          .values({ id, from_address, to_address: to, subject: text.slice(0, 120), html: "", text })
          .onConflictDoNothing();
      },
    };
  }
  return {
    async send({ id, ...message }) {
      const from = (await storeName())
        .replaceAll(/[^A-Za-z0-9 ]/g, "")
        .trim()
        .slice(0, MOST_SENDER)
        .trim();
      const response = await fetch(gateway.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": id,
          ...(gateway.token ? { Authorization: `Bearer ${gateway.token}` } : {}),
        },
        body: JSON.stringify({ ...message, from }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
    },
  };
}
