import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { createPost } from "#app/features/blog/commands.server.ts";
import { PostForm } from "#app/features/blog/components/admin/post-form.tsx";
import { MAX_POST_BYTES } from "#app/features/blog/rules.ts";
import { EMPTY_POST } from "#app/features/blog/rules/form.ts";
import { POSTS } from "#app/features/blog/rules/list.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerAdded } from "#app/platform/edit-answer.server.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/blog-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("blog.edit")];

const RECORD = { id: "post.new", version: 0, values: EMPTY_POST };

/** Makes the guard above run for this address. */
export const loader = () => null;

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, MAX_POST_BYTES);
  const input = { ...EMPTY_POST, ...Object.fromEntries(form) };
  const made = await createPost(context.get(shopContext), context.get(userContext), input);
  return answerAdded(form, made, { done: "Blog post created", forbidden: "Your role may not write posts." });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function BlogNew({ actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="New Post" closeTo={POSTS} wide>
      <PostForm record={RECORD} answer={actionData} labels={{ save: "Create Post", busy: "Creating..." }} />
    </RouteDialog>
  );
}
