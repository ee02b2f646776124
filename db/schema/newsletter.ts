import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/**
 * Addresses are unique and in lower case (decision B10). Newsletters are sent to confirmed ones that are not
 * unsubscribed. `token` is in the links of their mails.
 */
export const newsletter_subscribers = pgTable(
  "newsletter_subscribers",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull().unique(),
    /** The last submission of the address, and its form. */
    consent_at: timestamp("consent_at", { withTimezone: true }).notNull().defaultNow(),
    consent_source: text("consent_source").notNull().default("form"),
    /** Time of the confirmation (double opt-in). */
    confirmed_at: timestamp("confirmed_at", { withTimezone: true }),
    confirmation_sent_at: timestamp("confirmation_sent_at", { withTimezone: true }),
    unsubscribed_at: timestamp("unsubscribed_at", { withTimezone: true }),
    token: uuid("token").notNull().defaultRandom(),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("newsletter_subscribers_token_key").on(t.token),
    index("newsletter_subscribers_active_idx")
      .on(t.confirmed_at)
      .where(sql`confirmed_at is not null and unsubscribed_at is null`),
  ],
);
