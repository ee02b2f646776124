import { and, eq, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { lastPosition, lockedCategory, lockTree } from "#app/features/products/commands/category.server.ts";
import { childCategories } from "#app/features/products/queries.server.ts";
import type { MERGE_REFUSALS } from "#app/features/products/rules/category-form.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import { slug_redirects } from "#db/schema/content.ts";
import { suppliers } from "#db/schema/requests.ts";
import { inTransaction } from "#db/transaction.server.ts";

type Into = { id: string; parent_id: string | null };
type Admin = NonNullable<Actor>;

export type MergeCategoryResult =
  | { ok: true; name: string; into: string; products: number }
  | { ok: false; reason: keyof typeof MERGE_REFUSALS };

/**
 * Moves products, sub-categories, suppliers and slug redirects of a category to another one, redirects its slug there
 * and moves it to the trash, in one transaction.
 */
export async function mergeCategory(
  { db }: { db: Db },
  actor: Actor,
  id: string,
  intoId: string,
): Promise<MergeCategoryResult> {
  if (!actor || !can(actor, "categories.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<MergeCategoryResult> => {
    await lockTree(tx);
    const row = await lockedCategory(tx, id);
    if (!row) return { ok: false, reason: "unknown" };
    const into = intoId === id ? null : await lockedCategory(tx, intoId);
    if (!into) return { ok: false, reason: "target" };
    if (into.parent_id === id) return { ok: false, reason: "own_child" };
    const children = await childCategories(tx, id);
    if (children.length > 0 && into.parent_id !== null) return { ok: false, reason: "too_deep" };
    const taken = new Set((await childCategories(tx, into.id)).map(({ name }) => name.toLowerCase()));
    if (children.some(({ name }) => taken.has(name.toLowerCase()))) return { ok: false, reason: "same_names" };
    const position = await lastPosition(tx, into.id);
    const ofMerged = eq(categories.parent_id, id);
    await tx
      .update(categories)
      .set({ parent_id: into.id, position, version: sql`${categories.version} + 1` })
      .where(ofMerged);
    const products = await moveProducts(tx, actor, id, into);
    await tx.update(suppliers).set({ category_id: into.id }).where(eq(suppliers.category_id, id));
    const isFormer = and(eq(slug_redirects.noun, "category"), eq(slug_redirects.record_id, id));
    await tx.update(slug_redirects).set({ record_id: into.id }).where(isFormer);
    const redirect = { noun: "category", slug: row.slug, record_id: into.id, created_at: new Date() };
    await tx
      .insert(slug_redirects)
      .values(redirect)
      .onConflictDoUpdate({ target: [slug_redirects.noun, slug_redirects.slug], set: redirect });
    await recordChange(tx, actor, {
      action: "category.merge",
      subject: into.id,
      before: null,
      after: { merged: row.name, products, sub_categories: children.map(({ name }) => name) },
    });
    const parts = [{ table: categories, where: eq(categories.id, id) }];
    await moveToTrash(tx, actor, { kind: "category", subject: id, label: row.name, parts });
    return { ok: true, name: row.name, into: into.name, products };
  });
}

/** Products per statement; above 200 the catalogue notification is "all", which is sent once per transaction. */
const PART = 250;

/** Updates in the lock order of checkout. Returns the number of products moved. */
async function moveProducts(tx: Tx, actor: Admin, from: string, into: Into): Promise<number> {
  const to = into.id;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from products where category_id = ${from}::uuid order by id for no key update`,
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += PART) {
    await tx.execute(sql`
      with moved as (
        update products set category_id = ${to}::uuid, top_category_id = ${into.parent_id ?? to}::uuid, version = version + 1, updated_at = now()
        where id = any(${`{${ids.slice(at, at + PART).join()}}`}::uuid[]) returning id
      )
      insert into audit_log (actor, actor_id, action, subject, before, after)
      select ${actor.role}, ${actor.id}, 'product.update', id::text,
        jsonb_build_object('category_id', ${from}::text), jsonb_build_object('category_id', ${to}::text) from moved`);
  }
  return ids.length;
}
