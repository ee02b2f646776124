import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth.ts";
import { id, insertAndUpdateTime, insertTime, reference, time, version } from "./columns.ts";

/** `published_at` is set at the first publication and stays. `content` is sanitized HTML. */
export const blog_posts = pgTable(
  "blog_posts",
  {
    id: id(),
    title: text("title").notNull(),
    slug: text("slug").notNull(),
    excerpt: text("excerpt").notNull().default(""),
    content: text("content").notNull(),
    featured_image: text("featured_image"),
    published: boolean("published").notNull().default(false),
    published_at: time("published_at"),
    author_id: reference("author_id", () => users.id, "set null"),
    author_email: text("author_email").notNull().default(""),
    ...insertAndUpdateTime(),
    version: version(),
  },
  (t) => [
    uniqueIndex("blog_posts_slug_key").on(t.slug),
    index("blog_posts_author_id_idx").on(t.author_id),
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
    created_at: insertTime("created_at"),
  },
  (t) => [primaryKey({ columns: [t.noun, t.slug] })],
);
