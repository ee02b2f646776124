import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { categories, product_groups, products } from "#db/schema/catalog.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";
import type { GroupPlan } from "./import-match.server.ts";
import type { ProductPlan, StoredProduct } from "./import-plan.server.ts";
import { toSlug } from "./shopify-rows.server.ts";

/** The columns that an import writes, by name and with their types. */
const TYPED = [
  "name text",
  "slug text",
  "description text",
  "distributor text",
  "category_id uuid",
  "price_kobo bigint",
  "discount_price_kobo bigint",
  "stock_quantity integer",
  "unit text",
  "images jsonb",
  "image_alts jsonb",
  "brand text",
  "sku text",
  "barcode text",
  "weight_grams integer",
  "group_id uuid",
  "option_values jsonb",
];
const COLUMNS = sql.raw(TYPED.join(", "));
const NAMES = sql.raw(TYPED.map((column) => column.split(" ")[0]).join(", "));

export type ImportCategory = { id: string; name: string; slug: string; parent_id: string | null };

/** Categories by what a file may call them; see `findCategory`. */
export type CategoryIndex = Map<string, ImportCategory>;

/** All categories by lower-case name and slug. Of equal names the top-level category wins. */
export async function loadCategories(tx: Tx): Promise<CategoryIndex> {
  const { id, name, slug, parent_id } = categories;
  const rows = await tx.select({ id, name, slug, parent_id }).from(categories).orderBy(asc(slug));
  const index: CategoryIndex = new Map();
  for (const row of rows) index.set(row.slug, row);
  for (const row of rows.filter((each) => each.parent_id !== null)) index.set(row.name.toLowerCase(), row);
  for (const row of rows.filter((each) => each.parent_id === null)) index.set(row.name.toLowerCase(), row);
  return index;
}

/** The category that a Type cell names, by name or slug, whatever its case. */
export function findCategory(index: CategoryIndex, type: string): ImportCategory | null {
  return index.get(type.toLowerCase()) ?? index.get(toSlug(type)) ?? null;
}

/** Creates a top-level category, or answers the one that has its slug by now. */
export async function createCategory(tx: Tx, name: string): Promise<ImportCategory> {
  const [row] = await tx
    .insert(categories)
    .values({ name, slug: toSlug(name) })
    .onConflictDoUpdate({ target: categories.slug, set: { slug: sql`excluded.slug` } })
    .returning({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      parent_id: categories.parent_id,
    });
  if (!row) throw new Error(`category ${name} was not created`);
  return row;
}

/**
 * The products with the slug or SKU of a wanted one, and all variants of their groups. `lock` holds them, in the order in
 * which checkout takes stock, until the transaction ends, so that a stock change is counted from the latest figure.
 */
export async function loadProducts(
  tx: Tx,
  wanted: readonly { slug: string; sku: string | null }[],
  lock: boolean,
): Promise<StoredProduct[]> {
  const { id, name, slug, description, distributor, category_id, price_kobo, discount_price_kobo } = products;
  const { stock_quantity, unit, images, image_alts, brand, sku, barcode, weight_grams, group_id, option_values } =
    products;
  const slugs = wanted.map((one) => one.slug);
  const skus = wanted.flatMap((one) => one.sku?.toLowerCase() ?? []);
  const isNamed = or(inArray(slug, slugs), skus.length > 0 ? inArray(sql`lower(${sku})`, skus) : undefined);
  const groups = tx
    .select({ group_id })
    .from(products)
    .where(and(isNotNull(group_id), isNamed));
  const query = tx
    .select({
      id,
      name,
      slug,
      description,
      distributor,
      category_id,
      price_kobo,
      discount_price_kobo,
      stock_quantity,
      unit,
      images,
      image_alts,
      brand,
      sku,
      barcode,
      weight_grams,
      group_id,
      option_values,
    })
    .from(products)
    .where(or(isNamed, inArray(group_id, groups)))
    .orderBy(asc(id));
  const rows = await (lock ? query.for("update") : query);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const held = await tx
    .select({
      id: payment_attempt_items.product_id,
      pieces: sql<number>`sum(${payment_attempt_items.quantity})::int`,
    })
    .from(payment_attempt_items)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_attempt_items.attempt_id))
    .where(and(eq(payment_attempts.hold, "held"), inArray(payment_attempt_items.product_id, ids)))
    .groupBy(payment_attempt_items.product_id);
  const heldById = new Map(held.map((row) => [row.id, row.pieces]));
  return rows.map((row) => ({ ...row, held: heldById.get(row.id) ?? 0 }));
}

/** Creates groups, or brings those of the shop up to date; that they are written tells the pages of all their variants. */
export async function writeGroups(tx: Tx, groups: readonly GroupPlan[]): Promise<void> {
  if (groups.length === 0) return;
  await tx
    .insert(product_groups)
    .values([...groups])
    .onConflictDoUpdate({
      target: product_groups.id,
      set: {
        name: sql`excluded.name`,
        option_names: sql`excluded.option_names`,
        version: sql`${product_groups.version} + 1`,
      },
    });
}

/** Writes the created and updated products of a batch and their stock movements, three statements in all. */
export async function writeProducts(tx: Tx, plans: ProductPlan[]): Promise<void> {
  const created = plans.filter((plan) => plan.action === "created").map((plan) => plan.values);
  const updated = plans.filter((plan) => plan.action === "updated");
  const movements: { product_id: string; quantity: number }[] = [];
  if (created.length > 0) {
    const { rows } = await tx.execute<{ product_id: string; quantity: number }>(sql`
      insert into products (${NAMES})
      select ${NAMES}
      from jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r(${COLUMNS})
      returning id as product_id, stock_quantity as quantity`);
    movements.push(...rows);
  }
  if (updated.length > 0) {
    const rows = updated.map((plan) => ({ id: plan.id, ...plan.values }));
    await tx.execute(sql`
      update products p set version = p.version + 1, name = r.name, description = r.description, distributor = r.distributor, category_id = r.category_id,
        price_kobo = r.price_kobo, discount_price_kobo = r.discount_price_kobo, stock_quantity = r.stock_quantity, unit = r.unit,
        images = r.images, image_alts = r.image_alts, brand = r.brand, sku = r.sku, barcode = r.barcode, weight_grams = r.weight_grams,
        group_id = r.group_id, option_values = r.option_values, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, ${COLUMNS})
      where p.id = r.id`);
    movements.push(...updated.map((plan) => ({ product_id: plan.id, quantity: plan.stock_change })));
  }
  const moved = movements.filter((movement) => movement.quantity !== 0);
  if (moved.length === 0) return;
  await tx.execute(sql`
    insert into stock_movements (product_id, quantity, reason)
    select r.product_id, r.quantity, 'import'
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r(product_id uuid, quantity integer)`);
}

/** Makes the new words findable and the planner aware of the new rows. */
export async function finishImport(tx: Tx): Promise<void> {
  await tx.execute(sql`select refresh_search_words()`);
  await tx.execute(sql`analyze products`);
}
