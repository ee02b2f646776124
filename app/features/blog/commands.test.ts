import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { users } from "#db/schema/auth.ts";
import { blog_posts } from "#db/schema/content.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { createPost, deletePost, updatePost } from "./commands.server.ts";
import { publishedPost, publishedPosts, relatedPosts } from "./queries.server.ts";

const ADMIN = actorOf("00000000-0000-4000-8000-000000000001", "admin");
const POST = { title: "How to price a carton", excerpt: "In short", content: "<p>Words</p>", published: "" };
const FORM = { ...POST, featured_image: "" };

let ctx: { db: Db };
beforeAll(async () => {
  const database = await testDatabase();
  ctx = { db: database.db };
  await ctx.db.insert(users).values({ id: ADMIN.id, name: "Bola", email: "bola@oja.example", role: "admin" });
  return () => database.close();
});

async function made(input: object = {}) {
  const result = await createPost(ctx, ADMIN, { ...POST, ...input });
  if (!result.ok) throw new Error(result.reason);
  return result.post;
}
async function row(id: string) {
  const [post] = await ctx.db.select().from(blog_posts).where(eq(blog_posts.id, id));
  return post;
}
/** Saves fields; `seen` has their values when the form was opened. */
const edit = (post: { id: string; version: number }, mine: Record<string, string>, seen: Record<string, string> = {}) =>
  updatePost(ctx, ADMIN, post.id, {
    version: post.version,
    mine,
    was: Object.fromEntries(Object.keys(mine).map((name) => [name, seen[name] ?? FORM[name as keyof typeof FORM]])),
  });

describe("who may", () => {
  test.each([
    ["a guest", null],
    ["a customer", actorOf(ADMIN.id)],
    ["a salesperson", actorOf(ADMIN.id, "admin", "sales")],
    ["an admin who owes the second factor", actorOf(ADMIN.id, "admin", null)],
  ])("%s cannot create, edit or delete posts", async (_, actor) => {
    const post = await made();
    const before = await ctx.db.$count(blog_posts);
    const refused = { ok: false, reason: "forbidden" };
    expect(await createPost(ctx, actor, POST)).toEqual(refused);
    const other = { version: 1, was: { title: POST.title }, mine: { title: "Other" } };
    expect(await updatePost(ctx, actor, post.id, other)).toEqual(refused);
    expect(await deletePost(ctx, actor, post.id)).toEqual(refused);
    expect(await ctx.db.$count(blog_posts)).toBe(before);
    expect((await row(post.id))?.title).toBe(POST.title);
  });
});

describe("a new post", () => {
  test("is a draft with a slug of its title, and the next of that title gets another", async () => {
    const first = await made({ title: "What's NEW, in Aba?" });
    expect(first.slug).toBe("whats-new-in-aba");
    expect((await made({ title: "Whats new in Aba" })).slug).toBe("whats-new-in-aba-2");
    expect(await row(first.id)).toMatchObject({ published: false, published_at: null, version: 1 });
    expect(await publishedPost(ctx.db, first.slug)).toBeNull();
  });

  test("published at once has its publication date", async () => {
    const post = await made({ published: "1" });
    expect((await row(post.id))?.published_at).toBeInstanceOf(Date);
  });

  test("is sanitized and recorded in the audit log", async () => {
    const post = await made({ content: '<p onclick="x()">Words<script>steal()</script></p>' });
    expect((await row(post.id))?.content).toBe("<p>Words</p>");
    const [log] = await ctx.db.select().from(audit_log).where(eq(audit_log.subject, post.id));
    expect(log).toMatchObject({ action: "post.create", actor_id: ADMIN.id });
  });

  test.each([
    [{ title: "  " }, "title", "Title is required"],
    [{ title: "x".repeat(201) }, "title", "Please keep the title to 200 characters."],
    [{ content: "" }, "content", "Content is required"],
    [{ content: "<p> </p>" }, "content", "Content is required"],
    [{ content: "<script>only()</script>" }, "content", "Content is required"],
    [{ content: "x".repeat(200_001) }, "content", "Please keep the content to 200,000 characters of HTML."],
    [{ featured_image: "javascript:alert(1)" }, "featured_image", "Please upload the image again."],
    [{ featured_image: "/files/../../x" }, "featured_image", "Please upload the image again."],
  ])("%j is refused at its field", async (input, field, message) => {
    const before = await ctx.db.$count(blog_posts);
    const result = await createPost(ctx, ADMIN, { ...POST, ...input });
    expect(result).toEqual({ ok: false, reason: "invalid", errors: { [field]: message } });
    expect(await ctx.db.$count(blog_posts)).toBe(before);
  });
});

describe("an edit", () => {
  test("keeps the slug and the day of the first publishing", async () => {
    const post = await made({ title: "First title" });
    const shown = await edit(post, { title: "Second title", published: "1" }, { title: "First title" });
    if (!shown.ok) throw new Error(shown.reason);
    const day = (await row(post.id))?.published_at;
    expect(day).toBeInstanceOf(Date);
    const hidden = await edit({ ...post, version: shown.version }, { published: "" }, { published: "1" });
    if (!hidden.ok) throw new Error(hidden.reason);
    expect(await publishedPost(ctx.db, "first-title")).toBeNull();
    await edit({ ...post, version: hidden.version }, { published: "1" });
    expect(await row(post.id)).toMatchObject({
      title: "Second title",
      slug: "first-title",
      published_at: day,
      version: 4,
    });
    const logs = await ctx.db.select().from(audit_log).where(eq(audit_log.subject, post.id));
    expect(logs.map(({ action }) => action)).toEqual(["post.create", "post.update", "post.update", "post.update"]);
  });

  test("of another field is merged, of the same field is a conflict", async () => {
    const post = await made({ title: "Shared title" });
    expect(await edit(post, { title: "Theirs" }, { title: "Shared title" })).toMatchObject({ ok: true });
    expect(await edit(post, { excerpt: "Mine" })).toMatchObject({ ok: true, version: 3 });
    const refused = await edit(post, { title: "Mine" }, { title: "Shared title" });
    expect(refused).toMatchObject({
      reason: "conflict",
      version: 3,
      conflicts: { title: { was: "Shared title", mine: "Mine", theirs: "Theirs" } },
    });
    expect(await row(post.id)).toMatchObject({ title: "Theirs", excerpt: "Mine" });
    expect(await edit(post, { content: "<script>x()</script>" })).toMatchObject({
      errors: { content: "Content is required" },
    });
  });

  test("of a deleted post is refused", async () => {
    const post = await made({ title: "Short life" });
    expect(await deletePost(ctx, ADMIN, post.id)).toEqual({ ok: true, title: "Short life" });
    expect(await edit(post, { title: "Too late" })).toEqual({ ok: false, reason: "missing" });
    expect(await deletePost(ctx, ADMIN, post.id)).toEqual({ ok: false, reason: "missing" });
    expect(await deletePost(ctx, ADMIN, "no id")).toEqual({ ok: false, reason: "missing" });
  });
});

test("lists published posts newest first by page, and related ones by title words", async () => {
  await ctx.db.delete(blog_posts);
  const titles = Array.from({ length: 11 }, (_, i) => `Post ${i}`);
  for (const title of [...titles, "Storing rice in the rains"]) await made({ title, published: "1" });
  const rice = await made({ title: "Cooking rice", published: "1" });
  await made({ title: "Rice, a draft" });
  const first = await publishedPosts(ctx.db, 1);
  expect(first).toMatchObject({ pages: 2, beyond: false });
  expect(first.posts[0]?.title).toBe("Cooking rice");
  const second = await publishedPosts(ctx.db, 2);
  expect([...first.posts, ...second.posts].map(({ title }) => title)).toEqual([
    "Cooking rice",
    "Storing rice in the rains",
    ...titles.toReversed(),
  ]);
  expect(await publishedPosts(ctx.db, 9)).toMatchObject({ posts: [], beyond: true });
  const related = await relatedPosts(ctx.db, { id: rice.id, title: "Cooking rice" });
  expect(related.map(({ title }) => title)).toEqual(["Storing rice in the rains", "Post 10", "Post 9"]);
});
