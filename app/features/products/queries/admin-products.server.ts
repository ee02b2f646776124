import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import { likeText } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { LOW_STOCK } from "../rules.ts";
import type { PRODUCTS } from "../rules/product-list.ts";

export type AdminProduct = Awaited<ReturnType<typeof readProducts>>[number];

/** Current price of a product, in kobo; `days` since the last change, null if unknown. */
export type PriceLine = Awaited<ReturnType<typeof readPriceLines>>[number];

/**
 * List source of products; `distributors` are the spellings of the supplier filter's distributor. Requires the right
 * products.view.
 */
export function productsSource(
  state: Pick<ListState<typeof PRODUCTS>, "q" | "filters">,
  distributors: readonly string[],
): ListSource<AdminProduct> {
  return {
    from: products,
    id: products.id,
    where: productsWhere(state, distributors),
    sorts: {
      created_at: [products.created_at],
      name: [products.sort_name],
      price: [products.effective_price_kobo],
      stock: [products.stock_quantity],
    },
    read: readProducts,
  };
}

/** Today's prices: the list of products with their costs and the days since each last price change, by name. */
export function pricesSource(
  state: Pick<ListState<typeof PRODUCTS>, "q" | "filters">,
  distributors: readonly string[],
): ListSource<PriceLine> {
  return { ...productsSource(state, distributors), read: readPriceLines };
}

/** Condition of a list state, shared by rows, export and bulk edits; `distributors` as for `productsSource`. */
export function productsWhere(
  { q, filters }: Pick<ListState<typeof PRODUCTS>, "q" | "filters">,
  distributors: readonly string[],
): SQL | undefined {
  const { category, stock, supplier, has, flag } = filters;
  return and(
    q === "" ? undefined : searched(q),
    category
      ? sql`(${products.category_id}::text = ${category} or ${products.top_category_id}::text = ${category})`
      : undefined,
    stock ? STOCK[stock] : undefined,
    supplier ? inArray(products.distributor, [...distributors]) : undefined,
    has ? HAS[has] : undefined,
    flag ? FLAGS[flag] : undefined,
  );
}

const STOCK: Record<string, SQL> = {
  in: sql`${products.stock_quantity} > 0`,
  low: sql`(${products.stock_quantity} <= ${LOW_STOCK} or ${products.unavailable})`,
  out: sql`${products.stock_quantity} = 0`,
};

const HAS: Record<string, SQL> = {
  discount: sql`${products.discount_price_kobo} is not null`,
  steps: sql`${products.price_steps} <> '[]'`,
  variants: sql`${products.group_id} is not null`,
  "no-picture": sql`${products.images} = '[]'`,
  "no-category": sql`${products.category_id} is null`,
};

const FLAGS: Record<string, SQL> = {
  featured: sql`${products.featured}`,
  best_seller: sql`${products.best_seller}`,
  new_arrival: sql`${products.new_arrival}`,
};

/** Matches words of the name, the category, a prefix of SKU or id, or the complete barcode. */
function searched(q: string): SQL {
  const inCategory = sql`${products.category_id} in (select c.id from categories c left join categories parent on parent.id = c.parent_id where ${containsText(sql`c.name`, q)} or ${containsText(sql`parent.name`, q)})`;
  return sql`(${productSearch(q)} or ${inCategory})`;
}

/** Matches words of a product's name, a prefix of its SKU or id, or its complete barcode. */
export function productSearch(q: string): SQL {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const prefixes = words.map((word) => `${word}:*A`).join(" & ");
  const like = `${likeText(q.toLowerCase())}%`;
  const parts: SQL[] = [sql`lower(${products.sku}) like ${like}`];
  const isCode = /^(?=.*\d)[\p{L}\d]+[-/_.][\p{L}\d\-/_.]+$/u.test(q);
  if (prefixes !== "" && !isCode)
    parts.push(sql`${products.search} @@ to_tsquery('english', plain_letters(${prefixes}))`);
  if (/^\d{8,14}$/.test(q)) parts.push(sql`${products.barcode} = ${q}`);
  const id = /^([0-9a-f]{8})…?$/i.exec(q)?.[1];
  if (id)
    parts.push(
      sql`${products.id} between ${`${id}-0000-0000-0000-000000000000`}::uuid and ${`${id}-ffff-ffff-ffff-ffffffffffff`}::uuid`,
    );
  return sql`(${sql.join(parts, sql` or `)})`;
}

async function readProducts(db: Tx, ids: string[]) {
  const rows = await db
    .select({
      ...pickColumns(products, "id", "name", "slug"),
      image: sql<string | null>`${products.images}->>0`,
      category: categories.name,
      ...pickColumns(products, "price_kobo", "discount_price_kobo", "stock_quantity"),
      ...pickColumns(products, "min_order", "unit", "group_id"),
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(inArray(products.id, ids));
  return rows.map(({ group_id, ...row }) => ({ ...row, isVariant: group_id !== null }));
}

async function readPriceLines(db: Tx, ids: string[]) {
  const days = sql<number | null>`(
    select floor(extract(epoch from now() - a.at) / 86400)::int from audit_log a
    where a.subject = products.id::text and a.after ? 'price_kobo' order by a.at desc limit 1)`;
  const columns = {
    ...pickColumns(products, "id", "name", "unit", "sku", "distributor"),
    ...pickColumns(products, "price_kobo", "cost_kobo", "discount_price_kobo"),
  };
  return await db
    .select({ ...columns, days })
    .from(products)
    .where(inArray(products.id, ids));
}

export type Choice = { value: string; label: string };

/** Categories in tree order; sub-categories are prefixed with their parent's name. */
export async function categoryOptions(db: Tx): Promise<Choice[]> {
  const { rows } = await db.execute(sql`
    select c.id, case when parent.name is null then c.name else parent.name || ' › ' || c.name end as label
    from categories c left join categories parent on parent.id = c.parent_id
    order by coalesce(parent.position, c.position), coalesce(parent.name, c.name), parent.name nulls first, c.position, c.name`);
  return rows.map((row) => ({ value: String(row.id), label: String(row.label) }));
}
