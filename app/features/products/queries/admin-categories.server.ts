import { eq, sql, type SQL } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { categories } from "#db/schema/catalog.ts";
import { allCategories, type CategoryLink } from "../queries.server.ts";
import { categoryValues, type CategoryContent } from "../rules/category-form.ts";

export type AdminCategory = CategoryLink & CategoryContent;
export type CategoryBranch = AdminCategory & { under: AdminCategory[] };

/**
 * All categories in display order with their content counts; sub-categories below their parent. `suppliersBy` is a query
 * of the number of suppliers (`id` of the category, `count`).
 */
export async function categoryTree(db: Tx, suppliersBy: SQL): Promise<CategoryBranch[]> {
  const all = await allCategories(db);
  const content = await contentOf(db, null, suppliersBy);
  const full = all.map((category) => ({ ...category, ...(content.get(category.id) ?? NOTHING) }));
  return full
    .filter(({ parent_id }) => parent_id === null)
    .map((top) => ({ ...top, under: full.filter(({ parent_id }) => parent_id === top.id) }));
}

const NOTHING: CategoryContent = { products: 0, children: 0, suppliers: 0 };

/** Content counts by category id, for one category or, with null, for all; `suppliersBy` as in `categoryTree`. */
export async function contentOf(db: Tx, id: string | null, suppliersBy: SQL): Promise<Map<string, CategoryContent>> {
  const only = id === null ? sql`true` : sql`c.id = ${id}::uuid`;
  const { rows } = await db.execute(sql`
    select c.id, coalesce(p.count, 0)::int as products, coalesce(s.count, 0)::int as suppliers,
      (select count(*) from categories child where child.parent_id = c.id)::int as children
    from categories c
      left join (select category_id as id, count(*) from products group by category_id) p on p.id = c.id
      left join (${suppliersBy}) s on s.id = c.id
    where ${only}`);
  return new Map(
    rows.map(({ id: of, products, suppliers, children }) => [
      String(of),
      { products: Number(products), suppliers: Number(suppliers), children: Number(children) },
    ]),
  );
}

/** A category as form values, or null. */
export async function categoryRecord(db: Tx, id: string) {
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(categories).where(eq(categories.id, id));
  if (!row) return null;
  const { name, slug, version } = row;
  return { id, name, slug, version, values: categoryValues(row) };
}
