import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, indexWhere, insertTime, time } from "./columns.ts";

/**
 * Addresses are unique and in lower case. Newsletters are sent to confirmed ones that are not
 * unsubscribed. `token` is in the links of their mails.
 */
export const newsletter_subscribers = pgTable(
  "newsletter_subscribers",
  {
    id: id(),
    email: text("email").notNull().unique(),
    /** The last submission of the address, and its form. */
    consent_at: insertTime("consent_at"),
    consent_source: text("consent_source").notNull().default("form"),
    /** Time of the confirmation (double opt-in). */
    confirmed_at: time("confirmed_at"),
    confirmation_sent_at: time("confirmation_sent_at"),
    unsubscribed_at: time("unsubscribed_at"),
    token: uuid("token").notNull().defaultRandom(),
    created_at: insertTime("created_at"),
  },
  (t) => [
    uniqueIndex("newsletter_subscribers_token_key").on(t.token),
    indexWhere(
      "newsletter_subscribers_active_idx",
      sql`confirmed_at is not null and unsubscribed_at is null`,
      t.confirmed_at,
    ),
  ],
);
