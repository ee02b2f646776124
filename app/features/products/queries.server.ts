import { eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { WholesaleTerms } from "#app/features/pricing/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { cachedPerDatabase } from "#db/per-database.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { imageList } from "./rules.ts";
import type { ProductFactColumns } from "./rules/facts.ts";
import type { NetContent } from "./rules/net-content.ts";
import { netContent, NET_ATTRIBUTES } from "./rules/read-net-content.ts";
import type { OptionValues } from "./rules/variants.ts";

/** All columns of a product. */
export type StoredProduct = typeof products.$inferSelect;

/** Group data of a card: name, "6 sizes, 4 colours", and whether available variants have higher prices. */
export type CardGroup = { name: string; options: string; from: boolean };

/** Data of a product card. Prices in kobo; `image` is the URL of the first picture. */
export type TileProduct = WholesaleTerms & {
  id: string;
  name: string;
  slug: string;
  unit: string;
  distributor: string;
  image: string | null;
  /** Alt text of that picture; null when there is none. */
  image_alt?: string | null;
  price_kobo: number;
  discount_price_kobo: number | null;
  min_order: number;
  stock_quantity: number;
  /** Absent or null without a known net content. */
  content?: NetContent | null;
  /** Set for a card of several variants; absent for a single variant. */
  group?: CardGroup;
};

/** A category as menus and breadcrumbs link it. */
export type CategoryLink = Awaited<ReturnType<typeof allCategories>>[number];

/** Data of a product page. */
export type ProductDetail = Omit<TileProduct, "image" | "image_alt" | "group"> &
  ProductFactColumns & {
    group_id: string | null;
    option_values: OptionValues;
    description: string;
    images: string[];
    image_alts: Record<string, string>;
    category_id: string | null;
    category: { name: string; slug: string } | null;
    parent_category: { name: string; slug: string } | null;
  };

/** The lists that staff put a product on. */
export type Flag = "featured" | "best_seller" | "new_arrival";

/** Wholesale columns as used by rules and carts; for any query of `products`. */
export const termsColumns = {
  ...pickColumns(products, "order_multiple", "pieces", "price_steps", "larger_units", "group_id"),
  mixed_price_breaks: sql<boolean>`coalesce((select g.mixed_price_breaks from product_groups g where g.id = ${products.group_id}), false)`,
};

/** Columns of a product card. */
export const tileColumns = {
  ...pickColumns(products, "id", "name", "slug", "unit", "distributor"),
  image: sql<string | null>`${products.images}->>0`,
  image_alt: sql<string | null>`${products.image_alts}->>(${products.images}->>0)`,
  ...pickColumns(products, "price_kobo", "discount_price_kobo", "min_order", "stock_quantity"),
  ...termsColumns,
};

const factColumns = {
  ...pickColumns(products, "brand", "sku", "barcode", "weight_grams", "length_mm", "width_mm"),
  ...pickColumns(products, "height_mm", "country_of_origin", "nafdac_number", "best_before", "attributes"),
};

const categoryColumns = pickColumns(categories, "id", "name", "slug", "description", "image_url", "parent_id");

/** By position, then name ignoring case; collation "C" gives the same order on every database. */
const IN_ORDER = sql`${categories.position}, lower(${categories.name}) collate "C", ${categories.id}`;

/** All categories of both levels, in display order. */
export async function allCategories(db: Tx) {
  return await db.select(categoryColumns).from(categories).orderBy(IN_ORDER);
}

const cachedCategories = cachedPerDatabase(allCategories);

/**
 * `allCategories` for public pages, cached per process until `resetCategories`, and read anew if a `slug` is asked for
 * that none has.
 */
export async function currentCategories(db: Tx, slug: string | null = null): Promise<CategoryLink[]> {
  const known = await cachedCategories.current(db);
  if (slug === null || known.some((one) => one.slug === slug)) return known;
  resetCategories();
  return await cachedCategories.current(db);
}

export const resetCategories = cachedCategories.reset;

/** Top-level categories, in display order. */
export function topCategories(db: Tx): Promise<CategoryLink[]> {
  return db.select(categoryColumns).from(categories).where(isNull(categories.parent_id)).orderBy(IN_ORDER);
}

/** Sub-categories of a category, in display order. */
export function childCategories(db: Tx, parentId: string): Promise<CategoryLink[]> {
  return db.select(categoryColumns).from(categories).where(eq(categories.parent_id, parentId)).orderBy(IN_ORDER);
}

/** One product by id or slug, or null. */
export async function productByIdOrSlug(db: Tx, key: string): Promise<ProductDetail | null> {
  if (!isText(key)) return null;
  const parent = alias(categories, "parent");
  const { image: _first, image_alt: _alt, ...columns } = tileColumns;
  const [row] = await db
    .select({
      ...columns,
      ...factColumns,
      ...pickColumns(products, "group_id", "option_values", "description", "images", "image_alts", "category_id"),
      category: { name: categories.name, slug: categories.slug },
      parent_category: { name: parent.name, slug: parent.slug },
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(parent, eq(parent.id, categories.parent_id))
    .where(isUuid(key) ? eq(products.id, key) : eq(products.slug, key))
    .limit(1);
  if (!row) return null;
  const stated = row.attributes.find(({ name: attribute }) => isNetContent(attribute))?.value;
  return { ...row, images: imageList(row.images), content: netContent({ ...row, stated }) };
}

function isNetContent(attribute: string): boolean {
  return (NET_ATTRIBUTES as readonly string[]).includes(attribute.toLowerCase());
}

/** PostgreSQL text cannot contain NUL, and slugs are at most this long. */
function isText(key: string): boolean {
  return key.length > 0 && key.length <= 300 && !key.includes("\0") && key.isWellFormed();
}

/** A query of the number of all products (`n`), which writes keep up to date. */
export const STORED_TOTAL = sql`select coalesce(sum(products), 0) as n from product_totals`;

/** The number of all products. */
export async function countProducts(db: Tx): Promise<number> {
  const { rows } = await db.execute(STORED_TOTAL);
  return Number(rows[0]?.["n"]);
}
