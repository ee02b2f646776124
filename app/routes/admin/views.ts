import { redirect } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { removeView, saveView } from "#app/features/records/commands/views.server.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { answerRefused } from "#app/lib/edit-answer.server.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { safePath } from "#app/lib/return-path.ts";
import { sendForm } from "#app/lib/send-form.ts";
import type { Route } from "./+types/views.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view")];

export function loader() {
  return redirect("/admin/overview");
}

/** Saves or deletes a view of a list, and redirects to the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const form = await readForm(request);
  const path = safePath(form.get("back"));
  const back = path?.startsWith("/admin/") ? path : "/admin/overview";
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

const REFUSALS = { full: "You have 100 views. Remove one first.", forbidden: "Your role may not share views." };
