import { and, count, desc, eq, inArray, ne, sql, type SQL } from "drizzle-orm";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { tilesByIds } from "#app/features/search/queries/tiles.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { cleanHtml } from "#app/platform/clean-html.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { products } from "#db/schema/catalog.ts";
import { blog_posts, slug_redirects } from "#db/schema/content.ts";
import { namedProducts, POSTS_PER_PAGE, readingMinutes } from "./rules.ts";

/** A published post; `content` is sanitized HTML, `minutes` the reading time. */
export type Post = ReturnType<typeof toPost>;
/** Data of a post card. */
export type PostCard = ReturnType<typeof toCard>;

const columns = {
  ...pickColumns(blog_posts, "id", "slug", "title", "excerpt", "featured_image"),
  published_at: sql<Date>`coalesce(${blog_posts.published_at}, ${blog_posts.created_at})`.mapWith(
    blog_posts.created_at,
  ),
  content: blog_posts.content,
  updated_at: blog_posts.updated_at,
};

const IS_PUBLISHED = eq(blog_posts.published, true);
const published = (db: Tx, where?: SQL) => db.select(columns).from(blog_posts).where(and(IS_PUBLISHED, where));
const NEWEST = [desc(columns.published_at), desc(blog_posts.id)];

/** One page of published posts, newest first; `beyond` for a page after the last one. */
export async function publishedPosts(
  db: Tx,
  page: number,
): Promise<{ posts: PostCard[]; page: number; pages: number; beyond: boolean }> {
  const [counted] = await db.select({ total: count() }).from(blog_posts).where(IS_PUBLISHED);
  const pages = Math.max(1, Math.ceil((counted?.total ?? 0) / POSTS_PER_PAGE));
  const rows = await published(db)
    .orderBy(...NEWEST)
    .limit(POSTS_PER_PAGE)
    .offset((Math.min(page, pages + 1) - 1) * POSTS_PER_PAGE);
  return { posts: rows.map(toCard), page, pages, beyond: page > pages };
}

/** The newest published posts with content, for feeds. */
export async function newestPosts(db: Tx): Promise<Post[]> {
  const rows = await published(db)
    .orderBy(...NEWEST)
    .limit(20);
  return rows.map(toPost);
}

/** The last change of a published post, or null when there is none. */
export async function lastPostChange(db: Tx): Promise<Date | null> {
  const [posts] = await db
    .select({ changed: sql<Date | null>`max(${blog_posts.updated_at})`.mapWith(blog_posts.updated_at) })
    .from(blog_posts)
    .where(IS_PUBLISHED);
  return posts?.changed ?? null;
}

/** Slug and last change of at most `limit` published posts. */
export async function postSlugs(db: Tx, limit: number): Promise<{ slug: string; changed: Date }[]> {
  return await db
    .select({ slug: blog_posts.slug, changed: blog_posts.updated_at })
    .from(blog_posts)
    .where(IS_PUBLISHED)
    .limit(limit);
}

/** The published post with this slug, or null. */
export async function publishedPost(db: Tx, slug: string): Promise<Post | null> {
  if (slug.length > 300 || slug.includes("\0") || !slug.isWellFormed()) return null;
  return await onePost(db, eq(blog_posts.slug, slug));
}

/** The published post with this id, or null. */
export async function postById(db: Tx, id: string): Promise<Post | null> {
  return await onePost(db, eq(blog_posts.id, id));
}

async function onePost(db: Tx, where: SQL): Promise<Post | null> {
  const [row] = await published(db, where);
  return row ? toPost(row) : null;
}

/** Up to `limit` other published posts with words of the title, most similar first, then newest. */
export async function relatedPosts(db: Tx, post: Pick<Post, "id" | "title">): Promise<PostCard[]> {
  const words = sql`replace(plainto_tsquery('english', ${post.title})::text, '&', '|')::tsquery`;
  const text = sql`setweight(to_tsvector('english', ${blog_posts.title} || ' ' || ${blog_posts.excerpt}), 'A') || to_tsvector('english', ${blog_posts.content})`;
  const rows = await published(db, ne(blog_posts.id, post.id))
    .orderBy(desc(sql`ts_rank(${text}, ${words})`), ...NEWEST)
    .limit(3);
  return rows.map(toCard);
}

/** Tiles of the products linked in a post, in order of appearance. */
export async function productsOf(db: Tx, { content }: Pick<Post, "content">): Promise<TileProduct[]> {
  const keys = namedProducts(content);
  if (keys.length === 0) return [];
  const owners = await slugOwners(
    db,
    keys.filter((key) => !isUuid(key)),
  );
  const ids = keys.map((key) => (isUuid(key) ? key : owners.get(key)));
  return await tilesByIds(db, [...new Set(ids.filter((id) => id !== undefined))]);
}

/** Product ids by current or former slug. */
async function slugOwners(db: Tx, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const former = await db
    .select({ slug: slug_redirects.slug, id: slug_redirects.record_id })
    .from(slug_redirects)
    .where(and(eq(slug_redirects.noun, "product"), inArray(slug_redirects.slug, slugs)));
  const now = await db
    .select({ slug: products.slug, id: products.id })
    .from(products)
    .where(inArray(products.slug, slugs));
  return new Map([...former, ...now].map(({ slug, id }) => [slug, id]));
}

type Row = Awaited<ReturnType<typeof published>>[number];

function toPost(row: Row) {
  const content = cleanHtml(row.content);
  return { ...row, content, minutes: readingMinutes(content) };
}

function toCard({ id, slug, title, excerpt, featured_image, published_at, content }: Row) {
  return { id, slug, title, excerpt, featured_image, published_at, minutes: readingMinutes(content) };
}
