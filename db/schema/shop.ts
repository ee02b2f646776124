import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { insertTime } from "./columns.ts";

/** State of this shop by key, such as that its demo products were loaded. */
export const shop_state = pgTable("shop_state", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>().notNull(),
  updated_at: insertTime("updated_at"),
});
