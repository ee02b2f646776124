import { eq, sql, type SQL } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import { allCategories, type CategoryLink } from "../queries.server.ts";
import { categoryValues, type CategoryContent } from "../rules/category-form.ts";

export type AdminCategory = CategoryLink & CategoryContent;
export type CategoryBranch = AdminCategory & { under: AdminCategory[] };

/**
 * All categories in display order with their content counts; sub-categories below their parent. `productsOf` is the
 * number of a category's own products by its id, `suppliersBy` a query of the number of suppliers (`id` of the category,
 * `count`).
 */
export async function categoryTree(
  db: Tx,
  productsOf: (id: string) => number,
  suppliersBy: SQL,
): Promise<CategoryBranch[]> {
  const all = await allCategories(db);
  const { rows } = await db.execute(suppliersBy);
  const suppliers = new Map(rows.map(({ id, count }) => [String(id), Number(count)]));
  const under = Map.groupBy(all, ({ parent_id }) => parent_id);
  const full = (category: CategoryLink): AdminCategory => ({
    ...category,
    products: productsOf(category.id),
    children: under.get(category.id)?.length ?? 0,
    suppliers: suppliers.get(category.id) ?? 0,
  });
  return (under.get(null) ?? []).map((top) => ({ ...full(top), under: (under.get(top.id) ?? []).map(full) }));
}

/** The content counts of one category, counted now; `suppliersBy` as in `categoryTree`. */
export async function contentOf(db: Tx, id: string, suppliersBy: SQL): Promise<CategoryContent> {
  const { rows } = await db.execute(sql`
    select (select count(*) from products where category_id = ${id}::uuid) as products,
      (select count(*) from categories where parent_id = ${id}::uuid) as children,
      (select s.count from (${suppliersBy}) s where s.id = ${id}::uuid) as suppliers`);
  const of = (name: keyof CategoryContent) => Number(rows[0]?.[name] ?? 0);
  return { products: of("products"), children: of("children"), suppliers: of("suppliers") };
}

/** A category as form values, or null. */
export async function categoryRecord(db: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  if (!row) return null;
  const { name, slug, version } = row;
  return { id, name, slug, version, values: categoryValues(row) };
}
