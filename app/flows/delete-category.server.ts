import { eq } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { lockedCategory, lockTree } from "#app/features/products/commands/category.server.ts";
import { contentOf } from "#app/features/products/queries/admin-categories.server.ts";
import { contentWords } from "#app/features/products/rules/category-form.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { SUPPLIERS_BY_CATEGORY } from "#app/features/suppliers/queries.server.ts";
import type { Db } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";

export type DeleteCategoryResult =
  | { ok: true; name: string }
  | { ok: false; reason: "forbidden" | "unknown" }
  /** `content` describes what it contains ("12 products and 1 supplier"). */
  | { ok: false; reason: "not_empty"; content: string };

/** Moves an empty category to the trash; one with products, sub-categories or suppliers can only be merged. */
export async function deleteCategory({ db }: { db: Db }, actor: Actor, id: string): Promise<DeleteCategoryResult> {
  if (!actor || !can(actor, "categories.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<DeleteCategoryResult> => {
    await lockTree(tx);
    const row = await lockedCategory(tx, id);
    if (!row) return { ok: false, reason: "unknown" };
    const content = contentWords(await contentOf(tx, id, SUPPLIERS_BY_CATEGORY));
    if (content !== "") return { ok: false, reason: "not_empty", content };
    const parts = [{ table: categories, where: eq(categories.id, id) }];
    await moveToTrash(tx, actor, { kind: "category", subject: id, label: row.name, parts });
    return { ok: true, name: row.name };
  });
}
