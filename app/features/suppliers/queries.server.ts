import { and, asc, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ListState } from "#app/lib/list.ts";
import { phoneDigits } from "#app/lib/phone-numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { suppliers } from "#db/schema/requests.ts";
import type { SUPPLIERS } from "./links.ts";
import type { SupplierStatus } from "./rules.ts";

/** Number of suppliers by category, as a query with `id` (of the category) and `count`. */
export const SUPPLIERS_BY_CATEGORY = sql`select category_id as id, count(*) from suppliers group by category_id`;

/** Page size of /suppliers. */
export const SUPPLIERS_PER_PAGE = 24;

/** Only these are listed. */
const approved = eq(suppliers.status, "approved");

export type ListedSupplier = Awaited<ReturnType<typeof approvedSuppliers>>["suppliers"][number];

/**
 * Approved suppliers by name, 24 per page, with their top categories and product count, matched by the distributor name
 * that an admin linked. `page` starts at 1; a page beyond the last is empty.
 */
export async function approvedSuppliers(db: Tx, page: number) {
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(suppliers)
    .where(approved);
  const rows = await db
    .select({
      ...pickColumns(suppliers, "id", "name", "address", "distributor"),
      category: categories.name,
    })
    .from(suppliers)
    .leftJoin(categories, eq(categories.id, suppliers.category_id))
    .where(approved)
    .orderBy(sql`lower(${suppliers.name}) collate "C"`, asc(suppliers.id))
    .limit(SUPPLIERS_PER_PAGE)
    .offset((page - 1) * SUPPLIERS_PER_PAGE);
  const goods = await productsOfDistributors(
    db,
    rows.flatMap(({ distributor }) => distributor || []),
  );
  const total = count?.total ?? 0;
  return {
    suppliers: rows.map(({ category, ...row }) => {
      const sold = goods.get(row.distributor);
      const names = new Set([...(category ? [category] : []), ...(sold?.categories ?? [])]);
      return { ...row, categories: [...names], products: sold?.products ?? 0 };
    }),
    page,
    pages: Math.max(1, Math.ceil(total / SUPPLIERS_PER_PAGE)),
    total,
  };
}

/** The number of suppliers that /suppliers lists. */
export async function supplierCount(db: Tx): Promise<number> {
  return await db.$count(suppliers, approved);
}

/** Product count and top categories of these distributors, most products first. */
async function productsOfDistributors(
  db: Tx,
  distributors: readonly string[],
): Promise<Map<string, { products: number; categories: string[] }>> {
  const found = new Map<string, { products: number; categories: string[] }>();
  if (distributors.length === 0) return found;
  const count = sql<number>`count(*)::int`;
  const rows = await db
    .select({ distributor: products.distributor, category: categories.name, count })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.top_category_id))
    .where(inArray(products.distributor, [...distributors]))
    .groupBy(products.distributor, categories.name)
    .orderBy(sql`3 desc`, asc(categories.name));
  for (const { distributor, category, count: number } of rows) {
    const goods = found.get(distributor) ?? { products: 0, categories: [] };
    goods.products += number;
    if (category) goods.categories.push(category);
    found.set(distributor, goods);
  }
  return found;
}

const parent = alias(categories, "parent");

/** Categories for the select of supplier forms, grouped by top category, in display order. */
export async function supplierCategories(db: Tx): Promise<{ id: string; name: string; group: string }[]> {
  return await db
    .select({
      id: categories.id,
      name: categories.name,
      group: sql<string>`coalesce(${parent.name}, ${categories.name})`,
    })
    .from(categories)
    .leftJoin(parent, eq(parent.id, categories.parent_id))
    .orderBy(
      sql`coalesce(${parent.position}, ${categories.position})`,
      sql`lower(coalesce(${parent.name}, ${categories.name})) collate "C"`,
      sql`${categories.parent_id} is not null`,
      categories.position,
      categories.name,
    );
}

export type SupplierListRow = Awaited<ReturnType<typeof readSuppliers>>[number];

const rowColumns = {
  ...pickColumns(suppliers, "id", "name", "address", "category_id"),
  category: categories.name,
  whatsapp_contact: suppliers.whatsapp_contact,
  email: suppliers.email,
  status: sql<SupplierStatus>`${suppliers.status}`,
  ...pickColumns(suppliers, "distributor", "lead_days", "created_at", "version"),
};

/** List source of all suppliers. Requires the right suppliers.view. */
export function suppliersSource({
  q,
  filters,
}: Pick<ListState<typeof SUPPLIERS>, "q" | "filters">): ListSource<SupplierListRow> {
  const { status, category } = filters;
  const name = sql`lower(${suppliers.name}) collate "C"`;
  const digits = phoneDigits(q);
  return {
    from: suppliers,
    id: suppliers.id,
    where: and(
      status ? eq(suppliers.status, status) : undefined,
      category ? (isUuid(category) ? eq(suppliers.category_id, category) : sql`false`) : undefined,
      q === ""
        ? undefined
        : or(
            ...[suppliers.name, suppliers.email, suppliers.address].map((column) => containsText(column, q)),
            digits
              ? sql`regexp_replace(${suppliers.whatsapp_contact}, '[^0-9]', '', 'g') like ${`%${digits}%`}`
              : undefined,
          ),
    ),
    sorts: { waiting: [sql`(${suppliers.status} <> 'pending')`, name], name: [name], at: [suppliers.created_at] },
    read: (db, ids) => readSuppliers(db, inArray(suppliers.id, ids)),
  };
}

/** A supplier with its category name; null for an invalid or unknown id. */
export async function supplierById(db: Tx, id: string): Promise<SupplierListRow | null> {
  return isUuid(id) ? ((await readSuppliers(db, eq(suppliers.id, id)))[0] ?? null) : null;
}

async function readSuppliers(db: Tx, where: SQL) {
  return await db
    .select(rowColumns)
    .from(suppliers)
    .leftJoin(categories, eq(categories.id, suppliers.category_id))
    .where(where);
}

/** Distributor names of products that are not linked to a supplier, for the admin form. */
export async function freeDistributors(db: Tx): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: products.distributor })
    .from(products)
    .where(
      and(
        ne(products.distributor, ""),
        sql`not exists (select 1 from ${suppliers} where ${suppliers.distributor} = ${products.distributor})`,
      ),
    )
    .orderBy(products.distributor)
    .limit(500);
  return rows.map(({ name }) => name);
}
