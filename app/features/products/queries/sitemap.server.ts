import { and, gte, lt, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";

/** The last change among the products of each prefix of `digits` hexadecimal digits of the id, by prefix. */
export async function changesByPrefix(db: Tx, digits: number): Promise<{ prefix: string; changed: Date }[]> {
  const prefix = sql<string>`left(${products.id}::text, ${digits})`;
  return await db
    .select({ prefix, changed: sql<Date>`max(${products.updated_at})`.mapWith(products.updated_at) })
    .from(products)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Slug and last change of the products whose ids start with `prefix`, read by the primary key. */
export async function productsByPrefix(db: Tx, prefix: string): Promise<{ slug: string; changed: Date }[]> {
  const from = prefix.padEnd(8, "0");
  const next = (Number.parseInt(prefix || "0", 16) + 1).toString(16).padStart(prefix.length, "0");
  const isLast = prefix === "" || next.length > prefix.length;
  return await db
    .select({ slug: products.slug, changed: products.updated_at })
    .from(products)
    .where(
      and(
        gte(products.id, `${from}-0000-0000-0000-000000000000`),
        isLast ? undefined : lt(products.id, `${next.padEnd(8, "0")}-0000-0000-0000-000000000000`),
      ),
    );
}

/** Slugs of all categories. */
export async function categorySlugs(db: Tx): Promise<string[]> {
  const rows = await db.select({ slug: categories.slug }).from(categories);
  return rows.map(({ slug }) => slug);
}
