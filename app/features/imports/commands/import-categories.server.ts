import { asc } from "drizzle-orm";
import { deleteUnusedCategories, insertCategory } from "#app/features/products/commands/batch.server.ts";
import { lockTree } from "#app/features/products/commands/category.server.ts";
import { nameSlug } from "#app/features/products/links.ts";
import { readCategoryPath, writeCategoryPath, type CategoryPath } from "#app/features/products/rules/category-path.ts";
import { recordChange, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";

type ImportCategory = { id: string; name: string; slug: string; parent_id: string | null };

/** Categories by the names used in files; see `findCategory`. */
export type CategoryIndex = {
  byName: Map<string, ImportCategory>;
  byPath: Map<string, ImportCategory>;
  byId: Map<string, ImportCategory>;
};

const pathKey = (parent: string | null, name: string) => `${parent ?? ""}/${name.toLowerCase()}`;

/** All categories by lower-case name and slug, and below their parent. For duplicate names the top-level category wins. */
export async function loadCategories(tx: Tx): Promise<CategoryIndex> {
  const { id, name, slug, parent_id } = categories;
  const rows = await tx.select({ id, name, slug, parent_id }).from(categories).orderBy(asc(slug));
  const index: CategoryIndex = { byName: new Map(), byPath: new Map(), byId: new Map() };
  for (const row of rows) index.byName.set(row.slug, row);
  for (const isTop of [false, true]) {
    for (const row of rows.filter((each) => (each.parent_id === null) === isTop))
      index.byName.set(row.name.toLowerCase(), row);
  }
  for (const row of rows) {
    index.byPath.set(pathKey(row.parent_id, row.name), row);
    index.byId.set(row.id, row);
  }
  return index;
}

/** The path of a category as files and previews show it; null without one. */
export function categoryPathOf({ byId }: CategoryIndex, id: string | null): string | null {
  const row = byId.get(id ?? "");
  const parent = byId.get(row?.parent_id ?? "");
  return row ? writeCategoryPath(parent ? [parent.name, row.name] : [row.name]) : null;
}

/** The category of a path: of one name in any place, by name or slug ignoring case; of two below its parent. */
function atPath({ byName, byPath }: CategoryIndex, [top, name]: CategoryPath): ImportCategory | null {
  if (name === undefined) return byName.get(top.toLowerCase()) ?? byName.get(nameSlug(top)) ?? null;
  const parent = byPath.get(pathKey(null, top));
  return (parent && byPath.get(pathKey(parent.id, name))) ?? null;
}

/** The category for a cell: that of its path ("Food > Rice"), else any with the last name. */
export function findCategory(index: CategoryIndex, cell: string): ImportCategory | null {
  const path = readCategoryPath(cell);
  const last = cell.split(/[>,|]/).at(-1)?.trim() ?? "";
  return (path && atPath(index, path)) ?? (last === "" ? null : atPath(index, [last]));
}

/** The path of a category that a cell names and the shop lacks, as `makeCategories` takes it; else null. */
export function missingCategory(index: CategoryIndex, cell: string): string | null {
  const path = readCategoryPath(cell);
  if (!path || atPath(index, path) || path.some((name) => nameSlug(name) === "")) return null;
  return writeCategoryPath(path);
}

/** Ids of the categories of these paths, by path; those that the shop lacks are made (`made`), with audit rows. */
export async function makeCategories(
  tx: Tx,
  actor: ChangedBy,
  paths: readonly string[],
): Promise<{ ids: Map<string, string>; made: string[] }> {
  await lockTree(tx);
  const index = await loadCategories(tx);
  const ids = new Map<string, string>();
  const made: string[] = [];
  const make = async (name: string, parent_id: string | null): Promise<ImportCategory> => {
    const row = await insertCategory(tx, { name, parent_id });
    await recordChange(tx, actor, { action: "category.create", subject: row.id, before: null, after: row });
    index.byName.set(name.toLowerCase(), row);
    index.byPath.set(pathKey(parent_id, name), row);
    made.push(row.id);
    return row;
  };
  for (const path of new Set(paths)) {
    const [top, name] = readCategoryPath(path) ?? [path];
    const known = atPath(index, name === undefined ? [top] : [top, name]);
    if (known) ids.set(path, known.id);
    else {
      const parent = index.byPath.get(pathKey(null, top)) ?? (await make(top, null));
      ids.set(path, name === undefined ? parent.id : (await make(name, parent.id)).id);
    }
  }
  return { ids, made };
}

/** Deletes those of these categories that have no products and no sub-categories. */
export async function deleteEmptyCategories(tx: Tx, actor: ChangedBy, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockTree(tx);
  // Twice: a parent is empty once its sub-categories are gone.
  for (let level = 0; level < 2; level += 1) {
    for (const { id, ...before } of await deleteUnusedCategories(tx, ids))
      await recordChange(tx, actor, { action: "category.delete", subject: id, before, after: null });
  }
}
