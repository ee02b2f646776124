import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { products } from "#db/schema/catalog.ts";
import { blog_posts } from "#db/schema/content.ts";
import { DEMO_POSTS } from "#db/seed/demo-posts.ts";
import type { RunningShop } from "#server/start.server.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ products: 40, env: { LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const get = async (path: string) => {
  const response = await fetch(`${shop.url}${path}`, { headers: { Accept: "text/html" }, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("the list has the demo's posts, nine to a page, newest first", async () => {
  const [first, second] = [await get("/blog"), await get("/blog?page=2")];
  const slugs = [first, second].flatMap(({ text }) => [...text.matchAll(/<a [^>]*href="\/blog\/([^"?]+)"/g)]);
  const posts = [...new Set(slugs.map((match) => match[1]))].filter((slug) => !slug?.endsWith(".xml"));
  const rows = await shop.shop.db.select().from(blog_posts);
  const newest = rows.toSorted((a, b) => Number(b.published_at) - Number(a.published_at)).map(({ slug }) => slug);
  expect(posts).toEqual(newest);
  expect(posts).toHaveLength(DEMO_POSTS.length);
  expect((await get("/blog?page=3")).status).toBe(404);
});

test("each demo post has its cover, its text and cards of goods that it names", async () => {
  const rows = await shop.shop.db.select().from(blog_posts);
  let cards = 0;
  for (const { slug, title, featured_image, content } of rows) {
    const { status, text } = await get(`/blog/${slug}`);
    expect(status, slug).toBe(200);
    expect(text).toContain("min read");
    expect(content).not.toContain("[[");
    expect((await get(featured_image ?? "")).status, title).toBe(200);
    cards += text.includes("Products in this post") ? 1 : 0;
  }
  expect(cards).toBeGreaterThan(3);
});

test("a product that a post names is its card under its new slug, too", async () => {
  const rows = await shop.shop.db.select().from(blog_posts);
  const named = rows.map(({ slug, content }) => ({ slug, product: /href="\/product\/([^"#?]+)"/.exec(content)?.[1] }));
  const post = named.find(({ product }) => product);
  await shop.shop.db
    .update(products)
    .set({ slug: "under-a-new-name" })
    .where(eq(products.slug, String(post?.product)));
  try {
    await expect
      .poll(async () => (await get(`/blog/${post?.slug}`)).text)
      .toContain('href="/product/under-a-new-name"');
  } finally {
    await shop.shop.db
      .update(products)
      .set({ slug: String(post?.product) })
      .where(eq(products.slug, "under-a-new-name"));
  }
});

describe.each(["missing", "unpublished"])("a post that is %s", (kind) => {
  test("is 'Post Not Found' with status 404", async () => {
    const slug = `a-post-${kind}`;
    if (kind === "unpublished")
      await shop.shop.db.insert(blog_posts).values({ title: "Secret plans", slug, content: "<p>Secret</p>" });
    const { status, text } = await get(`/blog/${slug}`);
    expect(status).toBe(404);
    expect(text).toContain("Post Not Found");
    expect(text).toContain('content="noindex"');
    expect(text).not.toContain("Secret");
    for (const feed of ["/blog/rss.xml", "/blog/atom.xml", "/blog"])
      expect((await get(feed)).text).not.toContain("Secret");
  });
});

test("publishing, changing and taking down show at once", async () => {
  const { db } = shop.shop;
  const slug = "fresh-from-the-market";
  await get("/blog");
  const [post] = await db
    .insert(blog_posts)
    .values({ title: "Fresh from the market", slug, content: "<p>One</p>", published: true, published_at: new Date() })
    .returning();
  await vi.waitFor(async () => expect((await get("/blog")).text).toContain("Fresh from the market"));
  expect((await get(`/blog/${slug}`)).text).toContain("One");
  await db.update(blog_posts).set({ content: "<p>Two</p>" }).where(eq(blog_posts.slug, slug));
  await vi.waitFor(async () => expect((await get(`/blog/${slug}`)).text).toContain("Two"));
  await db.delete(blog_posts).where(eq(blog_posts.id, post?.id ?? ""));
  await vi.waitFor(async () => expect((await get(`/blog/${slug}`)).status).toBe(404));
});

test("HTML that was stored unclean is cleaned when shown and in feeds", async () => {
  const content = '<p>Fine</p><script>steal()</script><img src=x onerror="steal()"><a href="javascript:steal()">x</a>';
  const slug = "stored-unclean";
  const values = { title: "A & B <i>", slug, content, published: true, published_at: new Date() };
  await shop.shop.db.insert(blog_posts).values(values);
  for (const path of [`/blog/${slug}`, "/blog/rss.xml", "/blog/atom.xml"])
    await vi.waitFor(async () => {
      const { text } = await get(path);
      expect(text).toContain("Fine");
      expect(text).not.toContain("steal()");
    });
});

test.each([
  ["/blog/rss.xml", "application/rss+xml", "<item>"],
  ["/blog/atom.xml", "application/atom+xml", "<entry>"],
])("%s is a feed with absolute addresses", async (path, type, element) => {
  const { headers, text } = await get(path);
  expect(headers.get("Content-Type")).toContain(type);
  expect(text.split(element).length - 1).toBeGreaterThanOrEqual(DEMO_POSTS.length);
  expect(text).toContain("A &amp; B &lt;i&gt;");
  expect(text).not.toMatch(/(href|src)=(&quot;|")\//);
  const names = [...text.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)].filter(([, , , alone]) => !alone);
  const open: string[] = [];
  for (const [, end, name = ""] of names) {
    if (end) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
});

test("a failing database is reported and not cached", async () => {
  await shop.shop.database.sql("alter table blog_posts rename to blog_posts_away");
  shop.cache.drop();
  try {
    for (const path of ["/blog", "/blog/any-post"]) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get("Cache-Control")]).toEqual([500, "no-store"]);
      expect(text).not.toMatch(/relation|select /);
    }
  } finally {
    await shop.shop.database.sql("alter table blog_posts_away rename to blog_posts");
  }
});
