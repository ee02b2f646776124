import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { indexWhere, insertTime, rowNumber } from "./columns.ts";

const WITHOUT_RUN = sql`run_id is null`;

/**
 * Who changed what, and when. `actor` is a role or a command; `actor_id` remains when the account is deleted and then
 * identifies no one. `run_id` is the run that made the change; the activity list shows its one line instead.
 * Append-only.
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
    run_id: uuid("run_id"),
  },
  (t) => [
    index("audit_log_subject_idx").on(t.subject, t.at, t.id),
    indexWhere("audit_log_actor_idx", WITHOUT_RUN, t.actor_id, t.at, t.id),
    indexWhere("audit_log_noun_idx", WITHOUT_RUN, sql`split_part(${t.action}, '.', 1)`, t.at, t.id),
    indexWhere("audit_log_at_idx", WITHOUT_RUN, t.at, t.id),
  ],
);
