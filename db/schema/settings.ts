import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { insertTime, version } from "./columns.ts";

/**
 * One row for each tab of the settings page. `settings` is JSON text; an invalid value falls back to defaults.
 */
export const admin_settings = pgTable(
  "admin_settings",
  {
    category: text("category").primaryKey(),
    settings: text("settings").notNull(),
    version: version(),
    updated_at: insertTime("updated_at"),
  },
  () => [check("admin_settings_category_check", sql`category in ('general','payment','shipping','email')`)],
);
