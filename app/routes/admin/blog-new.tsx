import { data } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { createPost } from "#app/features/blog/commands.server.ts";
import { PostForm } from "#app/features/blog/components/admin/post-form.tsx";
import { MAX_POST_BYTES } from "#app/features/blog/rules.ts";
import { EMPTY_POST } from "#app/features/blog/rules/form.ts";
import { POSTS } from "#app/features/blog/rules/list.ts";
import { readFormData } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { refuseForm } from "#app/lib/forms.ts";
import { listHref, readList } from "#app/lib/list.ts";
import type { EditResult } from "#app/lib/merge.ts";
import { RouteDialog } from "#app/ui/admin/route-dialog.tsx";
import { sendRecord } from "#app/ui/admin/send-record.ts";
import type { Route } from "./+types/blog-new.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("blog.edit")];

const RECORD = { id: "post.new", version: 0, values: EMPTY_POST };

export function loader({ request }: Route.LoaderArgs) {
  return { closeTo: listHref(POSTS, readList(POSTS, new URL(request.url).searchParams)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, MAX_POST_BYTES);
  const input = { ...EMPTY_POST, ...Object.fromEntries(form) };
  const made = await createPost(context.get(shopContext), context.get(userContext), input);
  if (made.ok)
    return { ok: true, version: 0, message: "Blog post created", id: made.post.id } satisfies EditResult<{
      id: string;
    }>;
  if (made.reason === "invalid") return data(refuseForm(form, made.errors), { status: 422 });
  return data(refuseForm(form, {}, { message: "Your role may not write posts." }), { status: 403 });
}

export const clientAction = (args: Route.ClientActionArgs) => sendRecord(args);

export default function BlogNew({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RouteDialog title="New Post" closeTo={loaderData.closeTo} wide>
      <PostForm record={RECORD} answer={actionData} labels={{ save: "Create Post", busy: "Creating..." }} />
    </RouteDialog>
  );
}
