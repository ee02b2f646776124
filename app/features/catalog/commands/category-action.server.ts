import type { Shop } from "#app/lib/context.server.ts";
import { refuseForm, type FormResult } from "#app/lib/forms.ts";
import type { Actor } from "#app/lib/permissions.ts";
import { MERGE_REFUSALS } from "../rules/category-form.ts";
import { mergeCategory, orderCategory } from "./category-tree.server.ts";
import { deleteCategory } from "./category.server.ts";

export type CategoryAnswer = { status: number; body: FormResult<{ title: string }> };

const done = (title: string): CategoryAnswer => ({ status: 200, body: { ok: true, title } });
const STATUSES = { forbidden: 403, unknown: 404 } as const;

/** Handles a form of the category list: `intent` is order, merge or delete. */
export async function categoryAction(
  shop: Pick<Shop, "db">,
  actor: Actor,
  form: URLSearchParams,
): Promise<CategoryAnswer> {
  const refused = (status: number, message: string): CategoryAnswer => ({
    status,
    body: refuseForm(form, {}, { message }),
  });
  const id = form.get("id") ?? "";
  const intent = form.get("intent");
  if (intent === "order") {
    const to = Number(form.get("to") || "x");
    if (!Number.isSafeInteger(to)) return refused(400, "This form is not complete.");
    const ordered = await orderCategory(shop, actor, id, to);
    if (ordered.ok) return done(`${ordered.name} is now at place ${ordered.place + 1}.`);
    return refused(STATUSES[ordered.reason], MERGE_REFUSALS[ordered.reason]);
  }
  if (intent === "merge") {
    const merged = await mergeCategory(shop, actor, id, form.get("into") ?? "");
    if (merged.ok) return done(`${merged.name} was merged into ${merged.into}`);
    const { reason } = merged;
    return refused(reason === "forbidden" || reason === "unknown" ? STATUSES[reason] : 422, MERGE_REFUSALS[reason]);
  }
  if (intent !== "delete") return refused(400, "This form is not complete.");
  const deleted = await deleteCategory(shop, actor, id);
  if (deleted.ok) return done("Category deleted");
  if (deleted.reason === "not_empty")
    return refused(409, `${deleted.content} belong to it. Merge it into another category, so that nothing is lost.`);
  return refused(STATUSES[deleted.reason], MERGE_REFUSALS[deleted.reason]);
}
