import { eq } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { differences, recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { fieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { cleanHtml } from "#app/platform/clean-html.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import { freeSlug } from "#app/platform/slugs.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { users } from "#db/schema/auth.ts";
import { blog_posts } from "#db/schema/content.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { postSlug } from "./rules.ts";
import { postValues } from "./rules/form.ts";
import { postInput, type PostInput } from "./schema.ts";

type Context = { db: Db };
type PostRefusal = { ok: false; reason: "forbidden" | "missing" } | InvalidInput;
export type CreatePostResult = { ok: true; post: { id: string; slug: string; version: number } } | PostRefusal;

/**
 * Creates a post, a draft unless `published`; requires the right to edit the blog. `input` is unvalidated form data.
 */
export async function createPost(ctx: Context, actor: Actor, input: unknown): Promise<CreatePostResult> {
  if (!actor || !can(actor, "blog.edit")) return { ok: false, reason: "forbidden" };
  const parsed = parsePost(input);
  if (!parsed.ok) return parsed;
  const { post } = parsed;
  return await inTransaction(ctx.db, async (tx) => {
    const [author] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
    const values = {
      ...post,
      slug: await freeSlug(tx, blog_posts.slug, postSlug(post.title)),
      published_at: post.published ? new Date() : null,
      author_id: author ? actor.id : null,
      author_email: author?.email ?? "",
    };
    const [row] = await tx
      .insert(blog_posts)
      .values(values)
      .returning(pickColumns(blog_posts, "id", "slug", "version"));
    if (!row) throw new Error("the post was not written");
    const { content: _, ...after } = values;
    await recordChange(tx, actor, { action: "post.create", subject: row.id, before: null, after });
    return { ok: true, post: row };
  });
}

/**
 * Merges an edit into the post `id`; requires the right to edit the blog. "conflict" when another user changed the same
 * fields. The slug is kept; first publishing sets `published_at`.
 */
export async function updatePost({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "blog.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<Edited> => {
    const before = await lockedPost(tx, id);
    if (!before) return { ok: false, reason: "missing" };
    const { version } = before;
    const now = postValues(before);
    const merged = await mergeRecord(tx, actor.id, id, edit, { version, values: now });
    if (!merged.ok) return merged;
    if (Object.keys(merged.changes).length === 0) return { ok: true, version, others: [] };
    const parsed = parsePost({ ...now, ...merged.changes });
    if (!parsed.ok) return parsed;
    const published_at = before.published_at ?? (parsed.post.published ? new Date() : null);
    const after = { ...parsed.post, published_at };
    await tx
      .update(blog_posts)
      .set({ ...after, updated_at: new Date(), version: version + 1 })
      .where(eq(blog_posts.id, id));
    await recordChange(tx, actor, { action: "post.update", subject: id, ...differences(before, after) });
    return { ok: true, version: version + 1, others: merged.others };
  });
}

/** Deletes a post; requires the right to edit the blog. */
export async function deletePost(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<{ ok: true; title: string } | PostRefusal> {
  if (!actor || !can(actor, "blog.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(ctx.db, async (tx) => {
    const before = await lockedPost(tx, id);
    if (!before) return { ok: false, reason: "missing" };
    const parts = [{ table: blog_posts, where: eq(blog_posts.id, id) }];
    await moveToTrash(tx, actor, { kind: "post", subject: id, label: before.title, parts });
    return { ok: true, title: before.title };
  });
}

function parsePost(input: unknown): { ok: true; post: PostColumns } | (PostRefusal & { reason: "invalid" }) {
  const parsed = postInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  const content = cleanHtml(parsed.data.content);
  if (content === "") return { ok: false, reason: "invalid", errors: { content: "Content is required" } };
  return { ok: true, post: { ...parsed.data, content, featured_image: parsed.data.featured_image || null } };
}

type PostColumns = Omit<PostInput, "featured_image"> & { featured_image: string | null };

async function lockedPost(tx: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [post] = await tx.select().from(blog_posts).where(eq(blog_posts.id, id)).for("update");
  return post ?? null;
}
