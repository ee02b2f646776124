import { redirect } from "react-router";
import { onlyForms } from "#app/blocks/admin-list.server.ts";
import { requireRight, userContext } from "#app/features/accounts/middleware.server.ts";
import { safePath } from "#app/features/accounts/rules/return-path.ts";
import { removeView, saveView } from "#app/features/records/commands/views.server.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Refusal } from "#app/ui/admin/answer.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/views.ts";

export const meta = noIndexMeta("Saved views");

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view"), onlyForms("/admin/overview")];

/** Saves or deletes a view of a list, and redirects to the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  const back = listPath(form.get("back"));
  if (form.get("intent") === "remove") {
    await removeView({ db }, actor, form.get("id") ?? "");
    return redirect(back, 303);
  }
  const saved = await saveView({ db }, actor, Object.fromEntries(form));
  if (!saved.ok) return answerRefused(form, saved, { messages: REFUSALS });
  return redirect(`${back.split("?")[0]}?view=${saved.id}`, 303);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, "The view was not saved. Please try again.");
}

/** The refusal of a form that was posted without JavaScript; with it, the list shows the refusal. */
export default function Views({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Saved views" />
      <Refusal className="mb-4" answer={actionData && { ok: actionData.ok, message: firstError(actionData) }} />
      <Link to={listPath(actionData?.ok === false ? actionData.values["back"] : null)} className={buttonClass("soft")}>
        Go back
      </Link>
    </>
  );
}

function listPath(back: string | null | undefined): string {
  const path = safePath(back);
  return path?.startsWith("/admin/") ? path : "/admin/overview";
}

const REFUSALS = { full: "You have 100 views. Remove one first.", forbidden: "Your role may not share views." };
