import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { recordChange } from "#app/lib/audit.server.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { type Actor, can } from "#app/lib/permissions.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { groupErrors, optionText, optionValues, variantErrors } from "../rules/groups.ts";
import { variantName, type OptionValues } from "../rules/variants.ts";

type Context = { db: Db };
type Refused =
  | { ok: false; reason: "forbidden" | "missing" | "changed" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };
type Result<Done extends object = object> = ({ ok: true } & Done) | Refused;
type Group = typeof product_groups.$inferSelect;
type NewVariant = { product_id: string; values: OptionValues };

const OTHER_GROUP = "This product is a variant of another group.";

/**
 * Makes a group of products, each with its option values; they are named after both. Errors are by field:
 * "variants.0.Size", "variants.0.product_id".
 */
export async function makeGroup(
  ctx: Context,
  actor: Actor,
  input: { name: string; option_names: readonly string[]; steps_together: boolean; variants: readonly NewVariant[] },
): Promise<Result<{ id: string }>> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const name = optionText(input.name);
  const option_names = input.option_names.map(optionText);
  const errors = {
    ...groupErrors(input),
    ...prefixed(
      variantErrors(
        option_names,
        input.variants.map((one) => one.values),
      ),
    ),
  };
  const ids = input.variants.map(({ product_id }) => product_id);
  for (const [at, id] of ids.entries()) {
    if (ids.indexOf(id) !== at) errors[`variants.${at}.product_id`] = "This product is named twice.";
  }
  if (ids.length < 2) errors["variants"] = "A group has at least two variants.";
  if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
  return await ctx.db.transaction(async (tx) => {
    const found = await lockProducts(tx, ids);
    if (found.length < ids.length) return { ok: false, reason: "missing" };
    for (const [at, id] of ids.entries()) {
      if (found.find((one) => one.id === id)?.group_id) errors[`variants.${at}.product_id`] = OTHER_GROUP;
    }
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    const { steps_together } = input;
    const [group] = await tx.insert(product_groups).values({ name, option_names, steps_together }).returning();
    if (!group) throw new Error("the group was not written");
    const after = { name, option_names, steps_together };
    await recordChange(tx, actor, { action: "group.create", subject: group.id, before: null, after });
    for (const variant of input.variants) await joinGroup(tx, actor, group, variant, found);
    return { ok: true, id: group.id };
  });
}

/** Adds a product to a group that stands as it was at `version`. Errors are by field: the option's name, "product_id". */
export async function addVariant(
  ctx: Context,
  actor: Actor,
  { group_id, version, ...variant }: { group_id: string; version: number } & NewVariant,
): Promise<Result> {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, group, by) => {
    const siblings = await tx
      .select({ option_values: products.option_values })
      .from(products)
      .where(eq(products.group_id, group_id));
    const found = await lockProducts(tx, [variant.product_id]);
    if (found.length === 0) return { ok: false, reason: "missing" };
    const present = siblings.map(({ option_values }) => option_values);
    const wrong = variantErrors(group.option_names, [variant.values], present);
    const errors = Object.fromEntries(Object.entries(wrong).map(([field, text]) => [field.replace(/^0\./, ""), text]));
    if (found[0]?.group_id) errors["product_id"] = OTHER_GROUP;
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    await joinGroup(tx, by, group, variant, found);
    return { ok: true };
  });
}

/** Takes a product out of its group; it stays in the shop under its name. The last variant takes the group with it. */
export async function removeVariant(
  ctx: Context,
  actor: Actor,
  { group_id, version, product_id }: { group_id: string; version: number; product_id: string },
): Promise<Result> {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, _group, by) => {
    const [product] = await lockProducts(tx, [product_id]);
    if (product?.group_id !== group_id) return { ok: false, reason: "missing" };
    const after = { group_id: null, option_values: {} };
    await writeProduct(tx, by, product, after);
    const left = await tx.select({ id: products.id }).from(products).where(eq(products.group_id, group_id)).limit(1);
    if (left.length === 0) await tx.delete(product_groups).where(eq(product_groups.id, group_id));
    return { ok: true };
  });
}

/** Renames an option of a group, with the values of its variants. Errors are by field: "to". */
export async function renameOption(
  ctx: Context,
  actor: Actor,
  { group_id, version, from, to }: { group_id: string; version: number; from: string; to: string },
): Promise<Result> {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, group, by) => {
    const at = group.option_names.indexOf(from);
    if (at < 0) return { ok: false, reason: "missing" };
    const name = optionText(to);
    const option_names = group.option_names.with(at, name);
    const wrong = Object.values(groupErrors({ name: group.name, option_names }))[0];
    if (wrong !== undefined) return { ok: false, reason: "invalid", errors: { to: wrong } };
    await writeGroup(tx, by, group, { option_names });
    await tx.execute(sql`
      update products set version = version + 1, updated_at = now(),
        option_values = (option_values - ${from}::text) || jsonb_build_object(${name}::text, option_values -> ${from}::text)
      where group_id = ${group_id} and option_values ? ${from}`);
    return { ok: true };
  });
}

/** Says whether the price steps of a group count the quantities of all its variants together. */
export async function setStepsTogether(
  ctx: Context,
  actor: Actor,
  { group_id, version, steps_together }: { group_id: string; version: number; steps_together: boolean },
): Promise<Result> {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, group, by) => {
    await writeGroup(tx, by, group, { steps_together });
    return { ok: true };
  });
}

/** Which other product has this SKU, in whatever case, as a sentence for the field; null when it is free. */
export async function skuProblem(tx: Tx, sku: string, productId: string | null = null): Promise<string | null> {
  const isOther = productId === null ? undefined : ne(products.id, productId);
  const [other] = await tx
    .select({ name: products.name })
    .from(products)
    .where(and(eq(sql`lower(${products.sku})`, sku.trim().toLowerCase()), isOther));
  return other ? `The SKU ${sku.trim()} is that of ${other.name}.` : null;
}

type By = NonNullable<Actor>;

/** Runs a change on the locked group and counts its version, unless the change is refused or deleted the group. */
async function changeGroup(
  ctx: Context,
  actor: Actor,
  { group_id, version }: { group_id: string; version: number },
  change: (tx: Tx, group: Group, by: By) => Promise<Result>,
): Promise<Result> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  return await ctx.db.transaction(async (tx) => {
    const [group] = await tx.select().from(product_groups).where(eq(product_groups.id, group_id)).for("update");
    if (!group) return { ok: false, reason: "missing" };
    if (group.version !== version) return { ok: false, reason: "changed" };
    const result = await change(tx, group, actor);
    // The pages of all variants hear of it by this statement.
    if (result.ok)
      await tx
        .update(product_groups)
        .set({ version: version + 1 })
        .where(eq(product_groups.id, group_id));
    return result;
  });
}

type LockedProduct = Pick<typeof products.$inferSelect, "id" | "name" | "group_id" | "option_values">;

/** In the order in which checkout takes stock. */
async function lockProducts(tx: Tx, ids: readonly string[]): Promise<LockedProduct[]> {
  const { id, name, group_id, option_values } = products;
  return await tx
    .select({ id, name, group_id, option_values })
    .from(products)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for("update");
}

async function joinGroup(
  tx: Tx,
  by: By,
  group: Group,
  { product_id, values }: NewVariant,
  found: readonly LockedProduct[],
): Promise<void> {
  const product = found.find(({ id }) => id === product_id);
  if (!product) throw new Error("the product was not locked");
  const option_values = optionValues(group.option_names, values);
  const name = variantName(group.name, group.option_names, option_values);
  await writeProduct(tx, by, product, { name, group_id: group.id, option_values });
}

async function writeProduct(tx: Tx, by: By, product: LockedProduct, after: Partial<LockedProduct>): Promise<void> {
  await tx
    .update(products)
    .set({ ...after, version: sql`${products.version} + 1`, updated_at: new Date() })
    .where(eq(products.id, product.id));
  const { id: subject, ...before } = product;
  await recordChange(tx, by, { action: "product.update", subject, before, after });
}

async function writeGroup(tx: Tx, by: By, group: Group, after: Partial<Group>): Promise<void> {
  await tx.update(product_groups).set(after).where(eq(product_groups.id, group.id));
  const fields = Object.keys(after) as (keyof Group)[];
  const before = Object.fromEntries(fields.map((field) => [field, group[field]]));
  await recordChange(tx, by, { action: "group.update", subject: group.id, before, after });
}

function prefixed(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [`variants.${field}`, text]));
}
