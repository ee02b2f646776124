import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { MOST_COUNTED, type ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import { likeText } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, IN_SEARCH_SAMPLE, product_stock, products, SEARCH_SAMPLE_SHARE } from "#db/schema/catalog.ts";
import { STORED_TOTAL } from "../queries.server.ts";
import { LOW_STOCK } from "../rules.ts";
import type { PRODUCTS } from "../rules/product-list.ts";
import { distributorSpellings } from "./distributor-names.server.ts";

export type AdminProduct = Awaited<ReturnType<typeof readProducts>>[number];

/** Current price of a product, in kobo; `days` since the last change, null if unknown. */
export type PriceLine = Awaited<ReturnType<typeof readPriceLines>>[number];

type State = Pick<ListState<typeof PRODUCTS>, "q" | "filters" | "sort">;

/** List source of products. Requires the right products.view. */
export async function productsSource(db: Tx, state: State): Promise<ListSource<AdminProduct>> {
  const { stock, ...others } = state.filters;
  const found = state.q === "" ? undefined : await searchOf(db, state.q);
  const rest = await productsWhere(db, { q: "", filters: others });
  const where = and(found && anyOf(found.parts), rest);
  const byStock = stock ? LISTED_STOCK[stock] : undefined;
  const isByStock = /^-?stock$/.test(state.sort);
  const source = {
    read: readProducts,
    countUpTo: found ? MOST_FOUND : MOST_COUNTED,
    where: and(where, byStock),
    parts: found?.parts.map((part) => sql`(${and(part, rest, byStock)})`),
    // With filters few of a sample's products may pass, which are found by reading all of it.
    samples: rest || byStock ? undefined : found?.samples,
  };
  const { created_at, sort_name, effective_price_kobo, id } = products;
  const sorts = { created_at: [created_at], name: [sort_name], price: [effective_price_kobo] };
  if (isByStock && !where)
    return {
      ...source,
      from: product_stock,
      id: product_stock.product_id,
      sorts: { stock: [product_stock.quantity] },
      ...(byStock ? {} : { stored: STORED_TOTAL }),
    };
  if (!isByStock && !byStock)
    return { ...source, from: products, id, sorts, ...(where ? {} : { stored: STORED_TOTAL }) };
  return {
    ...source,
    from: sql`${product_stock} join ${products} on ${id} = ${product_stock.product_id}`,
    ...(where ? {} : { countFrom: product_stock }),
    id: isByStock ? product_stock.product_id : id,
    sorts: { ...sorts, stock: [product_stock.quantity] },
  };
}

/** Today's prices: the list of products with their costs and the days since each last price change, by name. */
export async function pricesSource(db: Tx, filters: State["filters"]): Promise<ListSource<PriceLine>> {
  const source = await productsSource(db, { q: "", filters, sort: "name" });
  return { ...source, read: readPriceLines };
}

/** Condition of a list state, for rows of `products`; undefined if every product matches. */
export async function productsWhere(db: Tx, { q, filters }: Pick<State, "q" | "filters">): Promise<SQL | undefined> {
  const { category, stock, supplier, has, flag } = filters;
  return and(
    q === "" ? undefined : anyOf((await searchOf(db, q)).parts),
    category ? await inCategory(db, category) : undefined,
    stock ? STOCK[stock] : undefined,
    supplier ? inArray(products.distributor, await distributorSpellings(db, supplier)) : undefined,
    has ? HAS[has] : undefined,
    flag ? FLAGS[flag] : undefined,
  );
}

/** A top category has the products of those below it: one column, so that one index serves it. */
async function inCategory(db: Tx, id: string): Promise<SQL> {
  if (!isUuid(id)) return sql`false`;
  const [found] = await db.select({ parent_id: categories.parent_id }).from(categories).where(eq(categories.id, id));
  return eq(found?.parent_id === null ? products.top_category_id : products.category_id, id);
}

const STOCK: Record<string, SQL> = {
  in: sql`${products.stock_quantity} > 0`,
  low: sql`(${products.stock_quantity} <= ${LOW_STOCK} or ${products.unavailable})`,
  out: sql`${products.stock_quantity} = 0`,
};

/** The same by the table that has an index of the stock. */
const LISTED_STOCK: Record<string, SQL> = {
  in: sql`${product_stock.quantity} > 0`,
  low: sql`${product_stock.is_low}`,
  out: sql`${product_stock.quantity} = 0`,
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

/** Maximum count of a search: each match is compared with the text again, which costs more than an entry of an index. */
const MOST_FOUND = 1_000;

const anyOf = (parts: SQL[]) => sql`(${sql.join(parts, sql` or `)})`;

/** Of 1,000 products some 62 are in the sample of the search, since ids are random; if so many are, there are more. */
const ENOUGH_IN_SAMPLE = 4 * MOST_FOUND * SEARCH_SAMPLE_SHARE;

/**
 * Matches words of the name, the category, a prefix of SKU or id, or the complete barcode; each part has an index. The
 * samples are the goods of the category, and those in the sample of the search that have the words.
 */
async function searchOf(db: Tx, q: string) {
  const { rows } = await db.execute(sql`
    select c.id from categories c left join categories parent on parent.id = c.parent_id
    where ${containsText(sql`c.name`, q)} or ${containsText(sql`parent.name`, q)}`);
  const ids = rows.map(({ id }) => String(id));
  const inCategories = ids.length === 0 ? [] : [inArray(products.category_id, ids)];
  const words = wordSearch(q);
  const samples = inCategories.map((where) => ({ where, enough: MOST_FOUND }));
  if (words) samples.push({ where: sql`(${words} and ${IN_SEARCH_SAMPLE})`, enough: ENOUGH_IN_SAMPLE });
  return { parts: [...productParts(q, words), ...inCategories], samples };
}

/** Words of so many letters match whole words only ("6 yards"), unless they are the last, which is still typed. */
const SHORT = 2;

/** Matches words of a product's name by their beginnings, a prefix of its SKU or id, or its complete barcode. */
export const productSearch = (q: string): SQL => anyOf(productParts(q));

/** The part for words of the name; undefined for a text without words and for one that can only be a SKU. */
function wordSearch(q: string): SQL | undefined {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isWhole = (word: string, at: number) => word.length <= SHORT && at < words.length - 1;
  const prefixes = words.map((word, at) => `${word}:${isWhole(word, at) ? "" : "*"}A`).join(" & ");
  const isCode = /^(?=.*\d)[\p{L}\d]+[-/_.][\p{L}\d\-/_.]+$/u.test(q);
  if (prefixes === "" || isCode) return undefined;
  return sql`${products.search} @@ to_tsquery('english', plain_letters(${prefixes}))`;
}

function productParts(q: string, words = wordSearch(q)): SQL[] {
  const like = `${likeText(q.toLowerCase())}%`;
  const parts: SQL[] = [sql`lower(${products.sku}) like ${like}`];
  if (words) parts.push(words);
  if (/^\d{8,14}$/.test(q)) parts.push(sql`${products.barcode} = ${q}`);
  const id = /^([0-9a-f]{8})…?$/i.exec(q)?.[1];
  if (id)
    parts.push(
      sql`${products.id} between ${`${id}-0000-0000-0000-000000000000`}::uuid and ${`${id}-ffff-ffff-ffff-ffffffffffff`}::uuid`,
    );
  return parts;
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

export type CategoryOption = { value: string; label: string };

/** Ids of categories in tree order, labelled by name; sub-categories have their parent's name in front. */
export async function categoryOptions(db: Tx): Promise<CategoryOption[]> {
  const { rows } = await db.execute(sql`
    select c.id, case when parent.name is null then c.name else parent.name || ' › ' || c.name end as label
    from categories c left join categories parent on parent.id = c.parent_id
    order by coalesce(parent.position, c.position), coalesce(parent.name, c.name), parent.name nulls first, c.position, c.name`);
  return rows.map((row) => ({ value: String(row.id), label: String(row.label) }));
}
