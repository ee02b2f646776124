import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { product_groups } from "#db/schema/catalog.ts";
import { alikeVariants, newOptionValues, optionText, valueErrors } from "../rules/groups.ts";
import type { OptionValues } from "../rules/variants.ts";
import {
  changeGroup,
  invalid,
  lockVariants,
  writeVariant,
  type At,
  type By,
  type GroupContext,
  type GroupResult,
  type GroupRow,
  type Product,
} from "./group-store.server.ts";

/**
 * Adds an option to a group. Each variant gets its value from `values` (by product id), else `value`. Errors by field:
 * "option", "value", "value.<id>".
 */
export async function addOption(
  ctx: GroupContext,
  actor: Actor,
  {
    group_id,
    version,
    ...optionInput
  }: At & { option: string; value: string; values: Readonly<Record<string, string>> },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, { group_id, version }, async (tx, group, by) => {
    const variants = await lockVariants(tx, group.id);
    const ids = variants.map(({ id }) => id);
    const { values, errors } = newOptionValues(group, ids, optionInput);
    if (Object.keys(errors).length > 0) return invalid(errors);
    const option = optionText(optionInput.option);
    await writeOptions(tx, by, group, [...group.option_names, option]);
    return await writeAll(tx, by, group, variants, [...group.option_names, option], ({ id, option_values }) => ({
      ...option_values,
      [option]: values.get(id) ?? "",
    }));
  });
}

/**
 * Removes an option with its values. Refused with an error at "option" for the only option, and when two variants would
 * become identical.
 */
export async function removeOption(
  ctx: GroupContext,
  actor: Actor,
  { option, ...at }: At & { option: string },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    if (!group.option_names.includes(option)) return { ok: false, reason: "missing" };
    const option_names = group.option_names.filter((name) => name !== option);
    if (option_names.length === 0) return invalid({ option: "A group has at least one option." });
    const variants = await lockVariants(tx, group.id);
    const alike = alikeVariants(option_names, variants);
    if (alike) return invalid({ option: `Without ${option}, ${named(alike)} would be alike.` });
    await writeOptions(tx, by, group, option_names);
    return await writeAll(tx, by, group, variants, option_names, ({ option_values }) => {
      const { [option]: _removed, ...others } = option_values;
      return others;
    });
  });
}

/**
 * Renames an option value in all variants that have it, ignoring case. Errors at "value": missing, too long, or two
 * variants would become identical.
 */
export async function renameValue(
  ctx: GroupContext,
  actor: Actor,
  { option, from, value, ...at }: At & { option: string; from: string; value: string },
): Promise<GroupResult> {
  return await changeGroup(ctx, actor, at, async (tx, group, by) => {
    const variants = await lockVariants(tx, group.id);
    const has = ({ option_values }: Product) => option_values[option]?.toLowerCase() === from.toLowerCase();
    if (!group.option_names.includes(option) || !variants.some(has)) return { ok: false, reason: "missing" };
    const wrong = valueErrors([option], [value])["values.0"];
    if (wrong) return invalid({ value: wrong });
    const to = optionText(value);
    const renamed = (variant: Product) =>
      has(variant) ? { ...variant.option_values, [option]: to } : variant.option_values;
    const alike = alikeVariants(
      group.option_names,
      variants.map((variant) => ({ name: variant.name, option_values: renamed(variant) })),
    );
    if (alike) return invalid({ value: `With this value, ${named(alike)} would be alike.` });
    const changed = variants.filter((variant) => has(variant) && variant.option_values[option] !== to);
    await recordChange(tx, by, {
      action: "group.update",
      subject: group.id,
      before: { [option]: from },
      after: { [option]: to },
    });
    return await writeAll(tx, by, group, changed, group.option_names, renamed);
  });
}

const named = (variants: readonly { name: string }[]) =>
  variants
    .map(({ name }) => `“${name}”`)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .join(" and ");

async function writeOptions(tx: Tx, by: By, group: GroupRow, option_names: string[]): Promise<void> {
  await tx.update(product_groups).set({ option_names }).where(eq(product_groups.id, group.id));
  const before = { option_names: group.option_names };
  await recordChange(tx, by, { action: "group.update", subject: group.id, before, after: { option_names } });
}

async function writeAll(
  tx: Tx,
  by: By,
  group: GroupRow,
  variants: readonly Product[],
  option_names: string[],
  valuesOf: (variant: Product) => OptionValues,
): Promise<GroupResult> {
  for (const variant of variants)
    await writeVariant(tx, by, { ...group, option_names }, variant, { ...valuesOf(variant) });
  return { ok: true };
}
