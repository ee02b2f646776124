import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** State of this shop by key, such as that its demo products were loaded. */
export const shop_state = pgTable("shop_state", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
