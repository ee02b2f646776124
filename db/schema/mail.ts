import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, reference, time, uniqueWhere } from "./columns.ts";
import { orders } from "./orders.ts";

/** The outbox: queued and sent mails. Written in the transaction that causes the mail; a job delivers it. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text("kind").notNull(),
    order_id: reference("order_id", () => orders.id, "cascade"),
    to_address: text("to_address").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    status: text("status").notNull().default("queued"),
    tries: integer("tries").notNull().default(0),
    last_error: text("last_error"),
    sent_at: time("sent_at"),
    created_at: insertTime("created_at"),
  },
  (t) => [
    // Automatic mails of an order are sent once; those of an admin any number of times.
    uniqueWhere("mails_order_kind_key", sql`kind in ('order_confirmation','welcome_email')`, t.order_id, t.kind),
    index("mails_order_id_idx").on(t.order_id),
    indexWhere("mails_queued_idx", sql`status = 'queued'`, t.created_at),
    check("mails_status_check", sql`status in ('queued','sent','dismissed')`),
  ],
);

/** The demo's mails, shown by the sandbox mailbox instead of being sent. */
export const mailbox_messages = pgTable(
  "mailbox_messages",
  {
    id: id(),
    from_address: text("from_address").notNull(),
    to_address: text("to_address").notNull(),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull().default({}),
    created_at: insertTime("created_at"),
  },
  (t) => [index("mailbox_messages_created_at_idx").on(t.created_at.desc())],
);
