import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What this shop knows of itself by key, such as that its demo goods were loaded. */
export const shop_state = pgTable("shop_state", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  /** Counts edits, so that one made from an older page is noticed. */
  version: integer("version").notNull().default(1),
  updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
