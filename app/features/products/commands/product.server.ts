import { and, eq, ne, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { differences, recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import type { FieldErrors, FormValues, InvalidInput } from "#app/lib/forms.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import { freeSlug } from "#app/platform/slugs.server.ts";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { stock_movements } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { nameSlug } from "../links.ts";
import { productTexts, readNewProduct, readProduct, type ProductColumns } from "../schema.ts";
import { lockProducts } from "./stock.server.ts";

type Context = Pick<Shop, "db">;

export type CreateProductResult = { ok: true; id: string } | InvalidInput | { ok: false; reason: "forbidden" };

/** Creates a product with its initial stock and a unique slug from the name. `values` is the unvalidated form. */
export async function createProduct({ db }: Context, actor: Actor, values: FormValues): Promise<CreateProductResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const read = readNewProduct(values);
  if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
  return await inTransaction(db, async (tx): Promise<CreateProductResult> => {
    const errors = await takenErrors(tx, read.columns, null);
    if (errors) return { ok: false, reason: "invalid", errors };
    return { ok: true, id: await insertProduct(tx, actor, read.columns) };
  });
}

type NewProduct = ProductColumns & { stock_quantity: number } & Pick<
    typeof products.$inferInsert,
    "group_id" | "option_values"
  >;

/** Inserts a validated product with slug, initial stock and audit row; returns its id. */
export async function insertProduct(tx: Tx, actor: NonNullable<Actor>, columns: NewProduct): Promise<string> {
  const after = { ...columns, slug: await freeProductSlug(tx, columns.name) };
  const [row] = await tx.insert(products).values(after).returning({ id: products.id });
  if (!row) throw new Error("the product was not written");
  const quantity = columns.stock_quantity;
  if (quantity > 0) await tx.insert(stock_movements).values({ product_id: row.id, quantity, reason: "correction" });
  await recordChange(tx, actor, { action: "product.create", subject: row.id, before: null, after });
  return row.id;
}

/**
 * Saves the edited fields of a product; a field that another admin changed too is a conflict. Does not change stock.
 */
export async function updateProduct({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(id)) return { ok: false, reason: "unknown" };
  return await inTransaction(db, async (tx): Promise<Edited> => {
    await lockProducts(tx, [id]);
    const [row] = await tx.select().from(products).where(eq(products.id, id));
    if (!row) return { ok: false, reason: "unknown" };
    const values = productTexts(row);
    const merged = await mergeRecord(tx, actor.id, id, edit, { version: row.version, values });
    if (!merged.ok) return merged;
    const read = readProduct({ ...values, ...merged.changes });
    if (!read.ok) return { ok: false, reason: "invalid", errors: read.errors };
    const errors = await takenErrors(tx, read.columns, id);
    if (errors) return { ok: false, reason: "invalid", errors };
    const { before, after } = differences(row, read.columns);
    if (Object.keys(after).length === 0) return { ok: true, version: row.version, others: [] };
    await tx
      .update(products)
      .set({ ...after, version: row.version + 1, updated_at: new Date() })
      .where(eq(products.id, id));
    await recordChange(tx, actor, { action: "product.update", subject: id, before, after });
    return { ok: true, version: row.version + 1, others: merged.others };
  });
}

/** Errors that need the database: a deleted category, a SKU of another product. */
export async function takenErrors(
  tx: Tx,
  { category_id, sku }: Pick<ProductColumns, "category_id" | "sku">,
  id: string | null,
): Promise<FieldErrors | null> {
  const errors: FieldErrors = {};
  if (category_id !== null) {
    const found = isUuid(category_id)
      ? await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, category_id)).for("key share")
      : [];
    if (found.length === 0) errors["category_id"] = "Choose a category from the list.";
  }
  if (sku !== null) {
    const isOther = id === null ? undefined : ne(products.id, id);
    const [other] = await tx
      .select({ name: products.name })
      .from(products)
      .where(and(eq(sql`lower(${products.sku})`, sku.toLowerCase()), isOther));
    if (other) errors["sku"] = `“${other.name}” has this SKU.`;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

/** Slug of the name, with a number when another product has it. */
async function freeProductSlug(tx: Tx, name: string): Promise<string> {
  return await freeSlug(tx, products.slug, nameSlug(name) || "product");
}
