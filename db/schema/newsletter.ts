import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Addresses are stored in lower case, once each (decision B10). */
export const newsletter_subscribers = pgTable("newsletter_subscribers", {
  id: uuid("id").primaryKey().defaultRandom(),
  email: text("email").notNull().unique(),
  created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
