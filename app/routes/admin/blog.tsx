import { Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { data, Outlet, useFetcher } from "react-router";
import { openList } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { deletePost } from "#app/features/blog/commands.server.ts";
import { postsSource, type PostRow } from "#app/features/blog/queries/admin.server.ts";
import { POSTS } from "#app/features/blog/rules/list.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { formatDate } from "#app/lib/dates.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { recordHref } from "#app/lib/list.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { tryListPage } from "#app/platform/list.server.ts";
import { SavedViews } from "#app/shell/admin/views.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { OpenLink, RowLink } from "#app/ui/admin/list-table.tsx";
import { AdminList } from "#app/ui/admin/list.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/blog.ts";

export const meta = noIndexMeta("Blog posts");

export const middleware: Route.MiddlewareFunction[] = [requireRight("blog.view")];

const LOADING_FAILED = "Error loading blog posts";
const DELETING_FAILED = "Error deleting blog post";
const REASONS = { missing: "It was deleted already.", forbidden: "Your role may not do this." };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { state, views } = await openList(request, context, POSTS);
  return { state, views, ...(await tryListPage(context.get(shopContext), state, postsSource(state))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, log } = context.get(shopContext);
  const form = await readForm(request);
  try {
    const deleted = await deletePost({ db }, context.get(userContext), form.get("delete") ?? "");
    if (deleted.ok) return data<Answer>({ ok: true, title: "Blog post deleted", text: deleted.title });
    return answerRefused(form, deleted, { messages: REASONS });
  } catch (error) {
    log.error({ err: error }, "a post was not deleted");
    return data<Answer>(refuseForm(form, {}, { message: "Please try again." }), { status: 500 });
  }
}

export default function AdminBlog({ loaderData }: Route.ComponentProps) {
  const { state, views, list, failed } = loaderData;
  const may = useRights();
  useEffect(() => {
    if (failed) toast.error(LOADING_FAILED);
  }, [failed]);
  return (
    <>
      <PageHeading title="Blog" text="Posts for shoppers: drafts stay here until they are published.">
        {may("blog.edit") ? (
          <OpenLink to={recordHref(POSTS, state, "new")} className={buttonClass("primary", "sm")}>
            <Plus aria-hidden className="size-4.5" />
            New Post
          </OpenLink>
        ) : null}
      </PageHeading>
      <AdminList
        spec={POSTS}
        state={state}
        list={list}
        above={<SavedViews spec={POSTS} state={state} views={views} />}
        cells={(post) => ({
          title: (
            <RowLink spec={POSTS} state={state} id={post.id}>
              {post.title}
            </RowLink>
          ),
          author: <span className="break-all">{post.author_email || "Unknown"}</span>,
          date: formatDate(post.published_at ?? post.created_at),
          status: <Badge tone={post.published ? "good" : "neutral"}>{post.published ? "Published" : "Draft"}</Badge>,
          actions: may("blog.edit") ? <RowActions post={post} edit={recordHref(POSTS, state, post.id)} /> : null,
        })}
      />
      <Outlet />
    </>
  );
}

function RowActions({ post, edit }: { post: PostRow; edit: string }) {
  const fetcher = useFetcher<typeof action>();
  const { data: answer } = fetcher;
  useAnswer(answer, DELETING_FAILED);
  return (
    <fetcher.Form
      method="post"
      action={POSTS.path}
      className="flex justify-end"
      onSubmit={(event) => {
        if (!confirm("Are you sure you want to delete this post?")) event.preventDefault();
      }}
    >
      <OpenLink to={edit} aria-label={`Edit ${post.title}`} className={buttonClass("ghost", "icon")}>
        <Pencil aria-hidden className="size-4.5" />
      </OpenLink>
      <Button
        type="submit"
        name="delete"
        value={post.id}
        variant="ghost"
        size="icon"
        aria-label={`Delete ${post.title}`}
        aria-busy={fetcher.state !== "idle"}
        className="text-muted hover:text-clay-deep"
      >
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </fetcher.Form>
  );
}
