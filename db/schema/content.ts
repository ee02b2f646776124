import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";

/** `published_at` is set at the first publication and stays. `content` is sanitized HTML. */
export const blog_posts = pgTable(
  "blog_posts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    title: text("title").notNull(),
    slug: text("slug").notNull(),
    excerpt: text("excerpt").notNull().default(""),
    content: text("content").notNull(),
    featured_image: text("featured_image"),
    published: boolean("published").notNull().default(false),
    published_at: timestamp("published_at", { withTimezone: true }),
    author_id: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    author_email: text("author_email").notNull().default(""),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** Incremented by edits, to detect edits from an outdated page. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("blog_posts_slug_key").on(t.slug),
    index("blog_posts_published_idx").on(t.published, t.published_at.desc()),
  ],
);

/**
 * Former slugs, written by triggers. `noun` is product, category or post, and `record_id` the row that had `slug`; for
 * distributor `slug` is the former name, and `record_id` the product that lost it last.
 */
export const slug_redirects = pgTable(
  "slug_redirects",
  {
    noun: text("noun").notNull(),
    slug: text("slug").notNull(),
    record_id: uuid("record_id").notNull(),
    created_at: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.noun, t.slug] })],
);
