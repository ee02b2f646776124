import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { insertTime, rowNumber } from "./columns.ts";

/**
 * Who changed what, and when. `actor` is a role or a command; `actor_id` remains when the account is deleted and then
 * identifies no one. Append-only.
 */
export const audit_log = pgTable(
  "audit_log",
  {
    id: rowNumber(),
    at: insertTime("at"),
    actor: text("actor").notNull(),
    actor_id: uuid("actor_id"),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    before: jsonb("before").$type<object>(),
    after: jsonb("after").$type<object>(),
  },
  (t) => [
    index("audit_log_subject_idx").on(t.subject, t.at, t.id),
    index("audit_log_actor_idx").on(t.actor_id, t.at, t.id),
    index("audit_log_noun_idx").on(sql`split_part(${t.action}, '.', 1)`, t.at, t.id),
    index("audit_log_at_idx").on(t.at, t.id),
  ],
);
