import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";
import type { ProductPlan, StoredProduct } from "./import-plan.server.ts";
import { toSlug } from "./shopify-rows.server.ts";

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
 * The products with these slugs, by slug. `lock` holds them, in the order in which checkout takes stock, until
 * the transaction ends, so that a stock change is counted from the latest figure.
 */
export async function loadProducts(tx: Tx, slugs: string[], lock: boolean): Promise<Map<string, StoredProduct>> {
  const { id, name, slug, description, distributor, category_id, price_kobo, discount_price_kobo } = products;
  const { stock_quantity, unit, images } = products;
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
    })
    .from(products)
    .where(inArray(slug, slugs))
    .orderBy(asc(id));
  const rows = await (lock ? query.for("update") : query);
  if (rows.length === 0) return new Map();
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
  return new Map(rows.map((row) => [row.slug, { ...row, held: heldById.get(row.id) ?? 0 }]));
}

/** Writes the created and updated products of a batch and their stock movements, three statements in all. */
export async function writeProducts(tx: Tx, plans: ProductPlan[]): Promise<void> {
  const created = plans.filter((plan) => plan.action === "created").map((plan) => plan.values);
  const updated = plans.filter((plan) => plan.action === "updated");
  const movements: { product_id: string; quantity: number }[] = [];
  if (created.length > 0) {
    const { rows } = await tx.execute<{ product_id: string; quantity: number }>(sql`
      insert into products (name, slug, description, distributor, category_id, price_kobo, discount_price_kobo, stock_quantity, unit, images)
      select r.name, r.slug, r.description, r.distributor, r.category_id, r.price_kobo, r.discount_price_kobo, r.stock_quantity, r.unit, r.images
      from jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r(name text, slug text, description text, distributor text,
        category_id uuid, price_kobo bigint, discount_price_kobo bigint, stock_quantity integer, unit text, images jsonb)
      returning id as product_id, stock_quantity as quantity`);
    movements.push(...rows);
  }
  if (updated.length > 0) {
    const rows = updated.map((plan) => ({ id: plan.id, ...plan.values }));
    await tx.execute(sql`
      update products p set version = p.version + 1, name = r.name, description = r.description, distributor = r.distributor, category_id = r.category_id,
        price_kobo = r.price_kobo, discount_price_kobo = r.discount_price_kobo, stock_quantity = r.stock_quantity, unit = r.unit,
        images = r.images, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, description text, distributor text,
        category_id uuid, price_kobo bigint, discount_price_kobo bigint, stock_quantity integer, unit text, images jsonb)
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
