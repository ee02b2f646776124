import { eq, or, sql } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { FieldErrors, FormValues } from "#app/lib/forms.ts";
import type { Tx } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { groupErrors, optionText, optionValues, valueErrors } from "../rules/groups.ts";
import { variantName } from "../rules/variants.ts";
import { productTexts, readNewProduct } from "../schema.ts";
import {
  changeGroup,
  invalid,
  lockProduct,
  lockVariants,
  readVariants,
  writeProduct,
  writeVariant,
  type At,
  type GroupContext,
  type GroupResult,
  type Product,
} from "./group-store.server.ts";
import { insertProduct, takenErrors } from "./product.server.ts";

type GroupInput = { name: string; option_names: readonly string[]; mixed_price_breaks: boolean };

const OTHER_GROUP = "This product is a variant of another group.";
const hasErrors = (errors: FieldErrors) => Object.keys(errors).length > 0;

/**
 * Creates a group with the product as first variant, named after group and values. `values` in option order. Errors by
 * field: "name", "option_names.0", "values.0", "product".
 */
export async function createGroup(
  ctx: GroupContext,
  actor: Actor,
  { product_id, values, ...input }: GroupInput & { product_id: string; values: readonly string[] },
): Promise<GroupResult> {
  if (!actor || !can(actor, "products.edit")) return { ok: false, reason: "forbidden" };
  const fields = cleaned(input);
  const errors = { ...valueErrors(fields.option_names, values), ...groupErrors(input) };
  if (hasErrors(errors)) return invalid(errors);
  return await inTransaction(ctx.db, async (tx): Promise<GroupResult> => {
    const product = await lockProduct(tx, product_id);
    if (!product) return { ok: false, reason: "missing" };
    if (product.group_id !== null) return invalid({ product: OTHER_GROUP });
    const [group] = await tx.insert(product_groups).values(fields).returning();
    if (!group) throw new Error("the group was not written");
    await recordChange(tx, actor, { action: "group.create", subject: group.id, before: null, after: fields });
    await writeVariant(tx, actor, group, product, optionValues(group.option_names, values));
    return { ok: true };
  });
}

/** Changes name, option names and how price steps count; renames the variants. Errors like `createGroup`. */
export async function updateGroup(ctx: GroupContext, actor: Actor, { group_id, version, ...input }: At & GroupInput) {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, group, by) => {
    const fields = cleaned(input);
    const errors = { ...groupErrors(input), ...renameErrors(group.option_names, fields.option_names) };
    if (hasErrors(errors)) return invalid(errors);
    const { name, option_names, mixed_price_breaks } = group;
    const before = { name, option_names, mixed_price_breaks };
    if (JSON.stringify(before) === JSON.stringify(fields)) return { ok: true };
    await tx.update(product_groups).set(fields).where(eq(product_groups.id, group_id));
    await recordChange(tx, by, { action: "group.update", subject: group_id, before, after: fields });
    if (name === fields.name && option_names.join() === fields.option_names.join()) return { ok: true };
    for (const variant of await lockVariants(tx, group_id)) {
      const values = option_names.flatMap((option, at) => {
        const value = variant.option_values[option];
        return value === undefined ? [] : [[fields.option_names[at], value]];
      });
      await writeVariant(tx, by, { ...group, ...fields }, variant, Object.fromEntries(values));
    }
    return { ok: true };
  });
}

/** Adds an existing product, given by SKU, slug or name, to a group. Errors by field: "product", "values.0". */
export async function addVariant(
  ctx: GroupContext,
  actor: Actor,
  { product: named, values, ...at }: At & { product: string; values: readonly string[] },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    const siblings = await readVariants(tx, group.id);
    const found = await findProduct(tx, named);
    const errors = valueErrors(
      group.option_names,
      values,
      siblings.map(({ option_values }) => option_values),
    );
    if (typeof found === "string") errors["product"] = found;
    else if (found.group_id === group.id) errors["product"] = "This product is a variant of this group already.";
    else if (found.group_id !== null) errors["product"] = OTHER_GROUP;
    if (typeof found === "string" || hasErrors(errors)) return invalid(errors);
    await writeVariant(tx, by, group, found, optionValues(group.option_names, values));
    return { ok: true };
  });
}

/**
 * Creates a variant as a copy of `product_id` in its group, with its own values, price, stock and SKU. `form` has
 * "price", "stock_quantity" and "sku" as text; errors by those and "values.0".
 */
export async function createVariant(
  ctx: GroupContext,
  actor: Actor,
  { product_id, values, form, ...at }: At & { product_id: string; values: readonly string[]; form: FormValues },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    const siblings = await readVariants(tx, group.id);
    const model = siblings.find(({ id }) => id === product_id);
    if (!model) return { ok: false, reason: "missing" };
    const option_values = optionValues(group.option_names, values);
    const copied = productTexts({ ...model, sku: null, barcode: null });
    const price = form["price"] ?? "";
    const read = readNewProduct({
      ...copied,
      name: variantName(group.name, group.option_names, option_values),
      price,
      // The discount price is copied only with an unchanged price.
      discount_price: price.trim() === copied["price"] ? (copied["discount_price"] ?? "") : "",
      sku: form["sku"] ?? "",
      stock_quantity: form["stock_quantity"] ?? "",
    });
    const present = siblings.map((one) => one.option_values);
    const errors = { ...valueErrors(group.option_names, values, present), ...copyErrors(read.ok ? {} : read.errors) };
    if (read.ok) Object.assign(errors, await takenErrors(tx, read.columns, null));
    if (!read.ok || hasErrors(errors)) return invalid(errors);
    await insertProduct(tx, by, { ...read.columns, group_id: group.id, option_values });
    return { ok: true };
  });
}

/** Changes the values and so the name of a variant. Errors by field: "values.0". */
export async function changeVariant(
  ctx: GroupContext,
  actor: Actor,
  { product_id, values, ...at }: At & { product_id: string; values: readonly string[] },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    const found = await lockVariant(tx, group.id, product_id);
    if (!found) return { ok: false, reason: "missing" };
    const { variant, others } = found;
    const present = others.map(({ option_values }) => option_values);
    const errors = valueErrors(group.option_names, values, present);
    if (hasErrors(errors)) return invalid(errors);
    await writeVariant(tx, by, group, variant, optionValues(group.option_names, values));
    return { ok: true };
  });
}

/** Removes a product from its group; product and name stay. Removing the last variant deletes the group. */
export async function removeVariant(
  ctx: GroupContext,
  actor: Actor,
  { product_id, ...at }: At & { product_id: string },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    const found = await lockVariant(tx, group.id, product_id);
    if (!found) return { ok: false, reason: "missing" };
    await writeProduct(tx, by, found.variant, { group_id: null, option_values: {} });
    if (found.others.length === 0) await tx.delete(product_groups).where(eq(product_groups.id, group.id));
    return { ok: true };
  });
}

/** A variant of the group, locked, and the other variants; null when it is not in the group. */
async function lockVariant(tx: Tx, group_id: string, product_id: string) {
  await lockProduct(tx, product_id);
  const variants = await readVariants(tx, group_id);
  const variant = variants.find(({ id }) => id === product_id);
  return variant ? { variant, others: variants.filter((one) => one !== variant) } : null;
}

/** The product with this SKU, slug or name, locked; an error message when there is none or more than one. */
async function findProduct(tx: Tx, named: string): Promise<Product | string> {
  const text = optionText(named);
  if (text === "") return "Name the product by its SKU, address or name.";
  const slug = text.split("/").at(-1) ?? "";
  const key = text.toLowerCase();
  const isNamed = or(
    eq(sql`lower(${products.sku})`, key),
    eq(products.slug, slug.toLowerCase()),
    eq(products.sort_name, key),
  );
  const found = await tx.select({ id: products.id }).from(products).where(isNamed).limit(2);
  const [one, other] = found;
  if (other) return "Several products are named so: give the SKU or the address.";
  return (one && (await lockProduct(tx, one.id))) ?? "No product has this SKU, address or name.";
}

function cleaned({ name, option_names, mixed_price_breaks }: GroupInput) {
  return { name: optionText(name), option_names: option_names.map(optionText), mixed_price_breaks };
}

/** Options are renamed in place; swapping names would create identical variants in between. */
function renameErrors(before: readonly string[], after: readonly string[]): FieldErrors {
  if (before.length !== after.length) return { "option_names.0": "The number of options stays as it is." };
  const moved = after.findIndex((name, at) => before.includes(name) && before[at] !== name);
  return moved < 0 ? {} : { [`option_names.${moved}`]: "Another option has this name." };
}

/** Maps errors of the copy to the fields of its form. */
function copyErrors({ price, sku, name, stock_quantity, ...others }: FieldErrors): FieldErrors {
  const [first] = Object.values(others);
  return {
    ...(price ? { price } : first ? { price: `With this price the copy is not possible. ${first}` } : {}),
    ...(sku ? { sku } : {}),
    ...(stock_quantity ? { stock_quantity } : {}),
    ...(name ? { "values.0": name } : {}),
  };
}
