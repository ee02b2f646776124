import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Small facts about this shop itself, such as that its demo goods were loaded. */
export const shop_facts = pgTable("shop_facts", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  /** Counts edits, so that one made from an older page is noticed. */
  version: integer("version").notNull().default(1),
  updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
