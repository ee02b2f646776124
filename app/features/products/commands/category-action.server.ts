import { data } from "react-router";
import type { Actor } from "#app/features/permissions/rules.ts";
import type { FormResult } from "#app/lib/forms.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { answerRefused } from "#app/platform/edit-answer.server.ts";
import { MERGE_REFUSALS } from "../rules/category-form.ts";
import { mergeCategory, orderCategory } from "./category-tree.server.ts";
import { deleteCategory } from "./category.server.ts";

type Answer = FormResult<{ title: string }>;

const done = (title: string) => data<Answer>({ ok: true, title });

/** Handles a form of the category list: `intent` is order, merge or delete. */
export async function categoryAction(shop: Pick<Shop, "db">, actor: Actor, form: URLSearchParams) {
  const messages = MERGE_REFUSALS;
  const id = form.get("id") ?? "";
  const intent = form.get("intent");
  if (intent === "order") {
    const to = Number(form.get("to") || "x");
    if (!Number.isSafeInteger(to)) return answerRefused(form, { reason: "unreadable" });
    const ordered = await orderCategory(shop, actor, id, to);
    if (ordered.ok) return done(`${ordered.name} is now at place ${ordered.place + 1}.`);
    return answerRefused(form, ordered, { messages });
  }
  if (intent === "merge") {
    const merged = await mergeCategory(shop, actor, id, form.get("into") ?? "");
    if (merged.ok) return done(`${merged.name} was merged into ${merged.into}`);
    return answerRefused(form, merged, { messages });
  }
  if (intent !== "delete") return answerRefused(form, { reason: "unreadable" });
  const deleted = await deleteCategory(shop, actor, id);
  if (deleted.ok) return done("Category deleted");
  if (deleted.reason !== "not_empty") return answerRefused(form, deleted, { messages });
  const text = `${deleted.content} belong to it. Merge it into another category, so that nothing is lost.`;
  return answerRefused(form, deleted, { messages: { not_empty: { text, status: 409 } } });
}
