import { and, eq, isNull, max, ne, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { differences, recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import { fieldErrors, type FieldErrors, type InvalidInput } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import { freeSlug } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { categoryPicture, nameSlug } from "../links.ts";
import { childCategories } from "../queries.server.ts";
import { categoryValues } from "../rules/category-form.ts";
import { categoryInput } from "./category-input.server.ts";

type Context = Pick<Shop, "db">;
export type AddCategoryResult = { ok: true; id: string } | InvalidInput | { ok: false; reason: "forbidden" };

/** Adds a category after its siblings; requires categories.edit. `input` is the unvalidated form. */
export async function addCategory({ db }: Context, actor: Actor, input: unknown): Promise<AddCategoryResult> {
  if (!actor || !can(actor, "categories.edit")) return { ok: false, reason: "forbidden" };
  const parsed = categoryInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
  return await inTransaction(db, async (tx): Promise<AddCategoryResult> => {
    await lockTree(tx);
    const errors = (await parentErrors(tx, parsed.data.parent_id, null)) ?? (await nameErrors(tx, parsed.data, null));
    if (errors) return { ok: false, reason: "invalid", errors };
    const after = {
      ...parsed.data,
      slug: await freeCategorySlug(tx, parsed.data.name, null),
      position: await lastPosition(tx, parsed.data.parent_id),
    };
    const [row] = await tx.insert(categories).values(after).returning({ id: categories.id });
    if (!row) throw new Error("the category was not written");
    await recordChange(tx, actor, { action: "category.create", subject: row.id, before: null, after });
    return { ok: true, id: row.id };
  });
}

/**
 * Saves the edited fields of a category. A new name gives a new slug; the database keeps a redirect from the old one.
 */
export async function updateCategory({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "categories.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<Edited> => {
    await lockTree(tx);
    const row = await lockedCategory(tx, id);
    if (!row) return { ok: false, reason: "unknown" };
    const { version } = row;
    const values = categoryValues(row);
    const merged = await mergeRecord(tx, actor.id, id, edit, { version, values });
    if (!merged.ok) return merged;
    if (Object.keys(merged.changes).length === 0) return { ok: true, version, others: [] };
    const parsed = categoryInput.safeParse({ ...values, ...merged.changes });
    if (!parsed.success) return { ok: false, reason: "invalid", errors: fieldErrors(parsed.error) };
    const isPlaced = "name" in merged.changes || "parent_id" in merged.changes;
    const errors =
      (await parentErrors(tx, parsed.data.parent_id, id)) ?? (isPlaced ? await nameErrors(tx, parsed.data, id) : null);
    if (errors) return { ok: false, reason: "invalid", errors };
    const after = await withAddress(tx, row, parsed.data);
    await tx
      .update(categories)
      .set({ ...after, version: version + 1 })
      .where(eq(categories.id, id));
    await recordChange(tx, actor, { action: "category.update", subject: id, ...differences(row, after) });
    return { ok: true, version: version + 1, others: merged.others };
  });
}

type Row = typeof categories.$inferSelect;
type Fields = Pick<Row, "name" | "description" | "parent_id" | "image_url" | "default_weight_grams">;

/** The edited fields with the slug for the name and the position among the siblings. */
async function withAddress(tx: Tx, row: Row, fields: Fields): Promise<Fields & Pick<Row, "slug" | "position">> {
  const isSame = nameSlug(fields.name) === nameSlug(row.name);
  const slug = isSame ? row.slug : await freeCategorySlug(tx, fields.name, row.id);
  const position = fields.parent_id === row.parent_id ? row.position : await lastPosition(tx, fields.parent_id);
  // Stores the default picture of the old slug, which the new slug would lose.
  const shown = categoryPicture({ slug: row.slug, image_url: null });
  const retainsPicture = row.image_url !== null || shown === categoryPicture({ slug, image_url: null });
  return { ...fields, slug, position, image_url: fields.image_url ?? (retainsPicture ? null : shown) };
}

/** Serializes category writes, so that concurrent ones create neither a cycle nor duplicate slugs. */
export async function lockTree(tx: Tx): Promise<void> {
  await lockName(tx, "categories");
}

/** The category, locked so that no products are added to it; null when it was deleted. */
export async function lockedCategory(tx: Tx, id: string): Promise<Row | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.select().from(categories).where(eq(categories.id, id)).for("update");
  return row ?? null;
}

/** Position after the last sibling; 0 (sorted by name) when no sibling has a position. */
export async function lastPosition(tx: Tx, parentId: string | null): Promise<number> {
  const [row] = await tx
    .select({ last: max(categories.position) })
    .from(categories)
    .where(childrenOf(parentId));
  return row?.last ? row.last + 1 : 0;
}

async function parentErrors(tx: Tx, parentId: string | null, id: string | null): Promise<FieldErrors | null> {
  if (parentId === null) return null;
  if (parentId === id) return { parent_id: "A category cannot be its own parent." };
  const [parent] = await tx
    .select({ parent_id: categories.parent_id })
    .from(categories)
    .where(eq(categories.id, parentId));
  if (!parent) return { parent_id: "Choose a category from the list." };
  if (parent.parent_id !== null) return { parent_id: "Categories have two levels: choose one at the top level." };
  const under = id === null ? [] : await childCategories(tx, id);
  if (under.length > 0) return { parent_id: "It has sub-categories. Move those first." };
  return null;
}

const childrenOf = (parentId: string | null) =>
  parentId === null ? isNull(categories.parent_id) : eq(categories.parent_id, parentId);

/** The error of a name that another category of the same parent has, ignoring case. */
async function nameErrors(
  tx: Tx,
  { name, parent_id }: Pick<Row, "name" | "parent_id">,
  id: string | null,
): Promise<FieldErrors | null> {
  const isNamesake = and(childrenOf(parent_id), sql`lower(${categories.name}) = lower(${name})`);
  const [other] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(and(isNamesake, id === null ? undefined : ne(categories.id, id)));
  return other ? { name: `There is a category “${other.name}” here already.` } : null;
}

/** Slug of the name, with a number when another category has it. */
async function freeCategorySlug(tx: Tx, name: string, id: string | null): Promise<string> {
  return await freeSlug(
    tx,
    categories.slug,
    nameSlug(name) || "category",
    id === null ? undefined : ne(categories.id, id),
  );
}
