import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { orders } from "./orders.ts";

/** The outbox: queued and sent mails. Written in the transaction that causes the mail; a job delivers it. */
export const mails = pgTable(
  "mails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").notNull(),
    order_id: uuid("order_id").references(() => orders.id, { onDelete: "cascade" }),
    to_address: text("to_address").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    status: text("status").notNull().default("queued"),
    tries: integer("tries").notNull().default(0),
    last_error: text("last_error"),
    sent_at: timestamp("sent_at", { withTimezone: true }),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    // Automatic mails of an order are sent once; those of an admin any number of times.
    uniqueIndex("mails_order_kind_key")
      .on(t.order_id, t.kind)
      .where(sql`kind in ('order_confirmation','welcome_email')`),
    index("mails_order_id_idx").on(t.order_id),
    index("mails_queued_idx")
      .on(t.created_at)
      .where(sql`status = 'queued'`),
    check("mails_status_check", sql`status in ('queued','sent','dismissed')`),
  ],
);

/** The demo's mails, shown by the sandbox mailbox instead of being sent. */
export const mailbox_messages = pgTable(
  "mailbox_messages",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    from_address: text("from_address").notNull(),
    to_address: text("to_address").notNull(),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull().default({}),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("mailbox_messages_created_at_idx").on(t.created_at.desc())],
);
