import { eq, sql, type SQL } from "drizzle-orm";
import { freeSlug } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { nameSlug } from "../links.ts";
import { BATCH_FIELDS, type BatchField } from "../rules/batch-fields.ts";
import { lastPosition } from "./category.server.ts";
import { lockProducts } from "./stock.server.ts";

/** Values by field (`BatchField`), as JSON; a missing field is not written. The caller checks them and records changes. */
export type BatchValues = Record<string, unknown>;

/** A group to be created with the first of its variants. */
export type NewGroup = { name: string; option_names: string[]; mixed_price_breaks: boolean };

/** SQL defaults of a created product for fields missing in its row. */
const DEFAULTS: Partial<Record<BatchField, string>> = {
  description: "''",
  unit: "''",
  distributor: "''",
  brand: "''",
  min_order: "1",
  order_multiple: "1",
  pieces: "1",
  stock_quantity: "0",
  price_steps: "'[]'::jsonb",
  larger_units: "'[]'::jsonb",
  attributes: "'[]'::jsonb",
  images: "'[]'::jsonb",
  image_alts: "'{}'::jsonb",
  option_values: "'{}'::jsonb",
  featured: "false",
  best_seller: "false",
  new_arrival: "false",
};

const typed = (fields: readonly BatchField[]) =>
  sql.raw(["id uuid", ...fields.map((field) => `${field} ${BATCH_FIELDS[field]}`)].join(", "));

/** Locks products and reads their batch fields, by id. */
export async function lockedFields(tx: Tx, ids: readonly string[]): Promise<Map<string, BatchValues>> {
  if (ids.length === 0) return new Map();
  await lockProducts(tx, ids);
  const fields = Object.keys(BATCH_FIELDS).map((field) => `p.${field}`);
  const { rows } = await tx.execute(
    sql`select p.id, to_jsonb(f) as fields from products p, lateral (select ${sql.raw(fields.join(", "))}) f
      where p.id in ${[...ids]}`,
  );
  return new Map(rows.map((row) => [String(row.id), row.fields as BatchValues]));
}

/** Inserts products with their stock movements; a row with `group` also creates its group `group_id`. */
export async function insertProducts(tx: Tx, rows: readonly (BatchValues & { id: string })[]): Promise<void> {
  await insertGroups(tx, rows);
  const json = JSON.stringify(rows);
  const fields = (Object.keys(BATCH_FIELDS) as BatchField[]).filter((field) => rows.some((row) => field in row));
  const read = fields.map((field) => (DEFAULTS[field] ? `coalesce(r.${field}, ${DEFAULTS[field]})` : `r.${field}`));
  await tx.execute(sql`
    insert into products (${sql.raw(["id", ...fields].join(", "))})
    select ${sql.raw(["r.id", ...read].join(", "))}
    from jsonb_to_recordset(${json}::jsonb) as r(${typed(fields)})`);
  await tx.execute(sql`
    insert into stock_movements (product_id, quantity, reason)
    select r.id, r.stock_quantity, 'import'
    from jsonb_to_recordset(${json}::jsonb) as r(id uuid, stock_quantity integer) where r.stock_quantity > 0`);
}

async function insertGroups(tx: Tx, rows: readonly BatchValues[]): Promise<void> {
  const groups = rows.flatMap(({ group_id, group }) => (group ? [{ id: group_id, ...(group as NewGroup) }] : []));
  if (groups.length === 0) return;
  await tx.execute(sql`
    insert into product_groups (id, name, option_names, mixed_price_breaks)
    select distinct on (g.id) g.id, g.name, g.option_names, coalesce(g.mixed_price_breaks, false)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
      as g(id uuid, name text, option_names jsonb, mixed_price_breaks boolean)
    on conflict (id) do nothing`);
}

/** Deletes the products `p` for which `isUnused` holds, and groups left without variants. Returns the deleted ids. */
export async function deleteUnusedProducts(tx: Tx, ids: readonly string[], isUnused: SQL): Promise<Set<string>> {
  const { rows: gone } = await tx.execute(sql`
    delete from products p where p.id in ${[...ids]} and ${isUnused}
    returning p.id, p.group_id`);
  const groups = [...new Set(gone.flatMap(({ group_id }) => group_id ?? []))];
  if (groups.length > 0) {
    await tx.execute(sql`
      delete from product_groups g
      where g.id in ${groups} and not exists (select 1 from products p where p.group_id = g.id)`);
  }
  return new Set(gone.map(({ id }) => String(id)));
}

/** Sets `fields` of products to the values of their rows, in one statement. */
export async function updateProducts(
  tx: Tx,
  fields: readonly BatchField[],
  rows: readonly (BatchValues & { id: string | null })[],
): Promise<void> {
  const set = fields.map((field) => `${field} = r.${field}`);
  if (fields.includes("category_id"))
    set.push("top_category_id = (select coalesce(c.parent_id, c.id) from categories c where c.id = r.category_id)");
  await tx.execute(sql`
    update products p set ${sql.raw([...set, "version = p.version + 1", "updated_at = now()"].join(", "))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${typed(fields)})
    where p.id = r.id`);
}

/** Adds `quantity`, positive or negative, to stock with movements; returns the places of rows with enough stock. */
export async function correctStock(
  tx: Tx,
  rows: readonly { place: number; id: string | null; quantity: number }[],
): Promise<Set<number>> {
  const { rows: moved } = await tx.execute(sql`
    with wanted as (
      select place, id, quantity from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(place int, id uuid, quantity int)
    ), moved as (
      update products p set stock_quantity = p.stock_quantity + w.quantity
      from wanted w where p.id = w.id and p.stock_quantity + w.quantity >= 0
      returning p.id, w.place, w.quantity
    ), written as (
      insert into stock_movements (product_id, quantity, reason) select id, quantity, 'correction' from moved
    )
    select place from moved`);
  return new Set(moved.map(({ place }) => Number(place)));
}

/** Sets the pictures of a locked product. */
export async function setPictures(
  tx: Tx,
  id: string,
  pictures: { images: string[]; image_alts: Record<string, string> },
): Promise<void> {
  await tx
    .update(products)
    .set({ ...pictures, version: sql`${products.version} + 1`, updated_at: new Date() })
    .where(eq(products.id, id));
}

/** Inserts a category with a free slug for its name. The caller holds `lockTree` and records the change. */
export async function insertCategory(tx: Tx, { name, parent_id }: { name: string; parent_id: string | null }) {
  const slug = await freeSlug(tx, categories.slug, nameSlug(name) || "category");
  const position = await lastPosition(tx, parent_id);
  const { id } = categories;
  const [row] = await tx.insert(categories).values({ name, slug, parent_id, position }).returning({ id });
  if (!row) throw new Error("the category was not written");
  return { id: row.id, name, slug, parent_id };
}

/** Deletes those of these categories without products and sub-categories; the caller records the change. */
export async function deleteUnusedCategories(tx: Tx, ids: readonly string[]) {
  const { rows } = await tx.execute(sql`
    delete from categories c where c.id in ${[...ids]}
      and not exists (select 1 from products p where p.category_id = c.id)
      and not exists (select 1 from categories s where s.parent_id = c.id)
    returning id, name, slug, parent_id`);
  return rows.map(({ id, name, slug, parent_id }) => ({ id: String(id), name, slug, parent_id }));
}
