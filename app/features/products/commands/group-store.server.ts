import { asc, eq } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { FieldErrors, InvalidInput } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { variantName } from "../rules/variants.ts";
import { lockProducts } from "./stock.server.ts";

export type GroupContext = { db: Db };
export type GroupResult = { ok: true } | InvalidInput | { ok: false; reason: "forbidden" | "missing" | "changed" };
export type GroupRow = typeof product_groups.$inferSelect;
export type Product = typeof products.$inferSelect;
export type By = NonNullable<Actor>;
/** The group and its version when the page was loaded. */
export type At = { group_id: string; version: number };

/** Validation errors of a form by field. */
export const invalid = (errors: FieldErrors): InvalidInput => ({ ok: false, reason: "invalid", errors });

/** Runs a change on the locked group and increments its version, unless the change is refused or deleted the group. */
export async function changeGroup(
  ctx: GroupContext,
  actor: Actor,
  { group_id, version }: At,
  change: (tx: Tx, group: GroupRow, by: By) => Promise<GroupResult>,
): Promise<GroupResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  if (!isUuid(group_id)) return { ok: false, reason: "missing" };
  return await inTransaction(ctx.db, async (tx): Promise<GroupResult> => {
    const [group] = await tx.select().from(product_groups).where(eq(product_groups.id, group_id)).for("update");
    if (!group) return { ok: false, reason: "missing" };
    if (group.version !== version) return { ok: false, reason: "changed" };
    const result = await change(tx, group, actor);
    if (!result.ok) return result;
    // The trigger of this update notifies the pages of all variants.
    const next = { version: version + 1 };
    await tx.update(product_groups).set(next).where(eq(product_groups.id, group_id));
    return result;
  });
}

/** The locked product, or undefined. */
export async function lockProduct(tx: Tx, id: string): Promise<Product | undefined> {
  if (!isUuid(id)) return undefined;
  await lockProducts(tx, [id]);
  const [row] = await tx.select().from(products).where(eq(products.id, id));
  return row;
}

/** Locks all variants of a group and reads them. */
export async function lockVariants(tx: Tx, group_id: string): Promise<Product[]> {
  const ids = (await readVariants(tx, group_id)).map(({ id }) => id);
  await lockProducts(tx, ids);
  return await readVariants(tx, group_id);
}

/** The variants of a group. The caller holds the group lock; rows to be written must be locked before. */
export async function readVariants(tx: Tx, group_id: string): Promise<Product[]> {
  return await tx.select().from(products).where(eq(products.group_id, group_id)).orderBy(asc(products.id));
}

/** Sets option values and the resulting name of a variant; increments its version and records the change. */
export async function writeVariant(
  tx: Tx,
  by: By,
  group: Pick<GroupRow, "id" | "name" | "option_names">,
  product: Product,
  option_values: Record<string, string>,
): Promise<void> {
  const name = variantName(group.name, group.option_names, option_values);
  await writeProduct(tx, by, product, { name, group_id: group.id, option_values });
}

type Written = Partial<Pick<Product, "name" | "group_id" | "option_values">>;

/** Updates fields of a locked product, increments its version and records the change. */
export async function writeProduct(tx: Tx, by: By, product: Product, after: Written): Promise<void> {
  await tx
    .update(products)
    .set({ ...after, version: product.version + 1, updated_at: new Date() })
    .where(eq(products.id, product.id));
  const { name, group_id, option_values } = product;
  const before = { name, group_id, option_values };
  await recordChange(tx, by, { action: "product.update", subject: product.id, before, after });
}
