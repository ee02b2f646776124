import { asc } from "drizzle-orm";
import { insertCategory } from "#app/features/products/commands/batch.server.ts";
import { nameSlug } from "#app/features/products/links.ts";
import { recordChange, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import type { ImportRow } from "../rules/import-values.ts";

export type ImportCategory = { id: string; name: string; slug: string; parent_id: string | null };

/** Categories by the names used in files; see `findCategory`. */
export type CategoryIndex = Map<string, ImportCategory>;

/** All categories by lower-case name and slug. For duplicate names the top-level category wins. */
export async function loadCategories(tx: Tx): Promise<CategoryIndex> {
  const { id, name, slug, parent_id } = categories;
  const rows = await tx.select({ id, name, slug, parent_id }).from(categories).orderBy(asc(slug));
  const index: CategoryIndex = new Map();
  for (const row of rows) index.set(row.slug, row);
  for (const row of rows.filter((each) => each.parent_id !== null)) index.set(row.name.toLowerCase(), row);
  for (const row of rows.filter((each) => each.parent_id === null)) index.set(row.name.toLowerCase(), row);
  return index;
}

/** The category for a cell, by name or slug, ignoring case; for a path ("Food > Rice") the last part. */
export function findCategory(index: CategoryIndex, cell: string): ImportCategory | null {
  const name = lastOf(cell);
  return index.get(name.toLowerCase()) ?? index.get(nameSlug(name)) ?? null;
}

/** Creates missing top-level categories of the rows; returns their names. */
export async function createCategories(tx: Tx, actor: ChangedBy, rows: readonly ImportRow[]): Promise<string[]> {
  const index = await loadCategories(tx);
  const created: string[] = [];
  for (const { values, problems, skipped } of rows) {
    const name = lastOf(values.category ?? "");
    const slug = nameSlug(name);
    if (slug === "" || skipped || problems.length > 0 || findCategory(index, name)) continue;
    const after = { name, slug };
    const id = await insertCategory(tx, after);
    if (id) {
      await recordChange(tx, actor, { action: "category.create", subject: id, before: null, after });
      created.push(name);
    }
    index.set(slug, { id: id ?? "", ...after, parent_id: null });
  }
  return created;
}

const lastOf = (cell: string) => cell.split(/[>,|]/).at(-1)?.trim() ?? "";
