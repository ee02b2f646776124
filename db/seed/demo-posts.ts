import { sql } from "drizzle-orm";
import { postSlug } from "#app/features/blog/rules.ts";
import { cleanHtml } from "#app/platform/clean-html.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { blog_posts } from "#db/schema/tables.ts";
import { DEMO_ADMIN } from "./demo-accounts.ts";
import { PICTURES } from "./demo-state.ts";
import { pictureAddress } from "./pictures/plan.ts";
import { moneyPosts } from "./posts/money.ts";
import type { DemoPost } from "./posts/post.ts";
import { stockPosts } from "./posts/stock.ts";
import { tradePosts } from "./posts/trade.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo's posts were written. */
export const DEMO_POSTS_KEY = "demo-posts";

const DAY_MS = 86_400_000;
/** Days between two posts. */
const PACE = 16;
const LINK = /\[\[([a-z-]+)\|([^\]]+)\]\]/g;

/** Newest first. */
export const DEMO_POSTS: readonly DemoPost[] = interleaved(moneyPosts, stockPosts, tradePosts);

/** The name of a post's cover among the demo's pictures. */
export function coverName({ title }: DemoPost): string {
  return `post-${postSlug(title)}`;
}

/**
 * Creates the demo's posts, published over the last months, with links to current demo products. Runs once; not in a
 * shop without demo products, nor in one with its own posts.
 */
export async function seedDemoPosts(db: Db, now = new Date()): Promise<void> {
  await seedOnce(db, DEMO_POSTS_KEY, async (tx) => {
    const [own] = await tx.select({ id: blog_posts.id }).from(blog_posts).limit(1);
    if (!own) await tx.insert(blog_posts).values(rowsOf(await goodsByKey(tx), now));
    return { posts: own ? 0 : DEMO_POSTS.length };
  });
}

function rowsOf(goods: Map<string, string>, now: Date) {
  return DEMO_POSTS.map((post, i) => {
    const published_at = new Date(now.getTime() - (i * PACE + 2) * DAY_MS);
    const content = post.content.replace(LINK, (_, key: string, words: string) => {
      const slug = goods.get(key);
      const address = slug ? `/product/${slug}` : `/products?${new URLSearchParams({ search: words }).toString()}`;
      return `<a href="${address}">${words}</a>`;
    });
    return {
      title: post.title,
      slug: postSlug(post.title),
      excerpt: post.excerpt,
      content: cleanHtml(content),
      featured_image: pictureAddress(coverName(post)),
      published: true,
      published_at,
      created_at: published_at,
      updated_at: published_at,
      author_email: DEMO_ADMIN,
    };
  });
}

/** Of a million products some have every kind, and reading all takes longer than a statement may on a busy machine. */
const READ = 50_000;

/** The slug of the newest available product of each kind. */
async function goodsByKey(tx: Tx): Promise<Map<string, string>> {
  const key = sql`substring(images->>0 from ${`^${PICTURES}([a-z-]+)-[0-9]`}::text)`;
  const { rows } = await tx.execute<{ key: string; slug: string }>(sql`
    select distinct on (key) key, slug from (
      select ${key} as key, slug, created_at from products where not unavailable order by created_at desc, id desc limit ${READ}
    ) p
    where key is not null order by key, created_at desc`);
  return new Map(rows.map(({ key: kind, slug }) => [kind, slug]));
}

function interleaved<T>(...lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
