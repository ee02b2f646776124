import { data, redirect } from "react-router";
import { requireRight, userContext } from "#app/features/auth/middleware.server.ts";
import { removeView, saveView, type SaveViewResult } from "#app/features/records/commands/views.server.ts";
import { readForm } from "#app/lib/body.server.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { safePath } from "#app/lib/return-path.ts";
import type { Route } from "./+types/views.ts";

export const middleware: Route.MiddlewareFunction[] = [requireRight("overview.view")];

export function loader() {
  return redirect("/admin/overview");
}

/** Saves or deletes a view of a list, and redirects to the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(shopContext);
  const actor = context.get(userContext);
  const form = Object.fromEntries(await readForm(request));
  const path = safePath(form["back"]);
  const back = path?.startsWith("/admin/") ? path : "/admin/overview";
  if (form["intent"] === "remove") {
    await removeView({ db }, actor, form["id"] ?? "");
    return redirect(back, 303);
  }
  const saved = await saveView({ db }, actor, form);
  if (!saved.ok) return data({ message: messageFor(saved) }, { status: saved.reason === "forbidden" ? 403 : 422 });
  return redirect(`${back.split("?")[0]}?view=${saved.id}`, 303);
}

function messageFor(refused: Extract<SaveViewResult, { ok: false }>): string {
  if (refused.reason === "invalid") return Object.values(refused.errors)[0] ?? "This view cannot be saved.";
  return refused.reason === "full" ? "You have 100 views. Remove one first." : "Your role does not share views.";
}
