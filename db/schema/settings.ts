import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * One row for each tab of the settings page. `settings` is JSON text; an invalid value falls back to defaults (decision
 * B8).
 */
export const admin_settings = pgTable(
  "admin_settings",
  {
    category: text("category").primaryKey(),
    settings: text("settings").notNull(),
    /** Incremented by edits, to detect edits from an outdated page. */
    version: integer("version").notNull().default(1),
    updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  () => [check("admin_settings_category_check", sql`category in ('general','payment','shipping','email')`)],
);
