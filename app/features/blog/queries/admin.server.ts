import { and, eq, inArray, sql } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { blog_posts } from "#db/schema/content.ts";
import { postValues } from "../rules/form.ts";
import type { POSTS } from "../rules/list.ts";

/** A row of the admin list. */
export type PostRow = Awaited<ReturnType<typeof readPosts>>[number];

/** List source of posts, including drafts. */
export function postsSource({ q, filters }: ListState<typeof POSTS>): ListSource<PostRow> {
  const where = and(
    q ? containsText(sql`${blog_posts.title} || ' ' || ${blog_posts.excerpt}`, q) : undefined,
    filters.status ? eq(blog_posts.published, filters.status === "published") : undefined,
  );
  const sorts = { date: [blog_posts.created_at], title: [sql`lower(${blog_posts.title})`] };
  return { from: blog_posts, id: blog_posts.id, where, sorts, read: readPosts };
}

async function readPosts(db: Tx, ids: string[]) {
  return await db
    .select(pickColumns(blog_posts, "id", "slug", "title", "author_email", "published", "published_at", "created_at"))
    .from(blog_posts)
    .where(inArray(blog_posts.id, ids));
}

/** A post as form values, or null. */
export async function editablePost(db: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [post] = await db.select().from(blog_posts).where(eq(blog_posts.id, id));
  if (!post) return null;
  const { slug, title, published, version } = post;
  return { id, slug, title, published, version, values: postValues(post) };
}
