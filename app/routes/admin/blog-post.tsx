import { data, Link } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { updatePost } from "#app/features/blog/commands.server.ts";
import { PostForm } from "#app/features/blog/components/admin/post-form.tsx";
import { postHref } from "#app/features/blog/links.ts";
import { editablePost } from "#app/features/blog/queries/admin.server.ts";
import { MAX_POST_BYTES } from "#app/features/blog/rules.ts";
import { POSTS } from "#app/features/blog/rules/list.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import { mergedText, readEdit, refuseConflicts, refuseGone, type EditResult } from "#app/lib/merge.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/blog-post.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("blog.edit")];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const post = await editablePost(context.get(shopContext).db, params.id);
  if (!post) throw data(null, { status: 404 });
  return { post, closeTo: listHref(POSTS, readList(POSTS, new URL(request.url).searchParams)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, MAX_POST_BYTES);
  const edit = readEdit(form);
  const result = await updatePost(context.get(shopContext), context.get(userContext), params.id, edit);
  if (result.ok) {
    const { version } = result.post;
    return { ok: true, version, message: "Blog post updated", ...mergedText(result.others) } satisfies EditResult;
  }
  switch (result.reason) {
    case "conflict":
      return data(refuseConflicts(edit, result.conflicts, result.version, result.by), { status: 409 });
    case "missing":
      return data(refuseGone(edit), { status: 409 });
    case "invalid":
      return data(refuseForm(form, result.errors), { status: 422 });
    default:
      return data(refuseForm(form, {}, { message: "Your role may not change posts." }), { status: 403 });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function BlogPost({ loaderData, actionData }: Route.ComponentProps) {
  const { post, closeTo } = loaderData;
  const { id, version, values } = post;
  return (
    <RouteDialog
      title="Edit Post"
      closeTo={closeTo}
      wide
      actions={
        post.published ? (
          <Link to={postHref(post.slug)} target="_blank" className={buttonClass("ghost", "sm")}>
            View
          </Link>
        ) : null
      }
    >
      <PostForm
        record={{ id: `post.${id}`, version, values }}
        answer={actionData}
        labels={{ save: "Update Post", busy: "Updating..." }}
      />
    </RouteDialog>
  );
}
