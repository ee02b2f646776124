import { openHistory, readRecordEdit, refuseLine } from "#app/blocks/admin-history.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { updatePost } from "#app/features/blog/commands.server.ts";
import { PostForm } from "#app/features/blog/components/admin/post-form.tsx";
import { postHref } from "#app/features/blog/links.ts";
import { editablePost } from "#app/features/blog/queries/admin.server.ts";
import { MAX_POST_BYTES } from "#app/features/blog/rules.ts";
import { POSTS } from "#app/features/blog/rules/list.ts";
import { RecordHistory } from "#app/features/records/components/admin/record-history.tsx";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerEdit } from "#app/platform/edit-answer.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/blog-post.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("blog.edit")];

export async function loader({ params, context }: Route.LoaderArgs) {
  const post = found(await editablePost(context.get(shopContext).db, params.id));
  const history = await openHistory(context, post.id, { values: post.values });
  return { post, history };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request, MAX_POST_BYTES);
  const { db } = context.get(shopContext);
  const edit = await readRecordEdit(context, params.id, form, () => editablePost(db, params.id));
  if (!edit) return refuseLine(form);
  const saved = await updatePost({ db }, context.get(userContext), params.id, edit);
  return answerEdit(form, edit, saved, { done: "Blog post updated", forbidden: "Your role may not change posts." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function BlogPost({ loaderData, actionData }: Route.ComponentProps) {
  const { post, history } = loaderData;
  const { id, version, values } = post;
  return (
    <RouteDialog
      title="Edit Post"
      closeTo={POSTS}
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
      <RecordHistory lines={history} subject={id} version={version} />
    </RouteDialog>
  );
}
