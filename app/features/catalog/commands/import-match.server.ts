import { randomUUID } from "node:crypto";
import { optionKey, type OptionValues } from "../rules/variants.ts";
import type { StoredProduct } from "./import-plan.server.ts";
import { toSlug, type ImportedGroup, type ImportedProduct } from "./shopify-rows.server.ts";

/** The group that variants of the file belong to: one of the shop's, or a new one. */
export type GroupPlan = { id: string; name: string; option_names: string[] };

/**
 * Which product of the shop each variant is: by its SKU, else by its address unless that one has other options, else the
 * variant of the same group with the same options. No product is two variants.
 */
export function matchProducts(group: ImportedGroup, stored: readonly StoredProduct[]): (StoredProduct | null)[] {
  const free = new Set(stored);
  const take = (found: StoredProduct | undefined): StoredProduct | null => {
    if (found) free.delete(found);
    return found ?? null;
  };
  const find = (is: (product: StoredProduct) => boolean) => [...free].find(is);
  const hasOptions = ({ option_values }: ImportedProduct, product: StoredProduct) =>
    sameOptions(group.option_names, option_values, product.option_values);
  const matches = group.products.map(({ sku }) =>
    sku === null ? null : take(find((one) => one.sku?.toLowerCase() === sku.toLowerCase())),
  );
  for (const [at, product] of group.products.entries()) {
    matches[at] ??= take(
      find((one) => one.slug === product.slug && (isPlain(one.option_values) || hasOptions(product, one))),
    );
  }
  const groupId = groupIdOf(group, matches, stored);
  for (const [at, product] of group.products.entries()) {
    if (groupId) matches[at] ??= take(find((one) => one.group_id === groupId && hasOptions(product, one)));
  }
  return matches;
}

/** The group of the matched variants, or a new one; null for a product without variants. */
export function planGroup(
  group: ImportedGroup,
  matches: readonly (StoredProduct | null)[],
  stored: readonly StoredProduct[],
): GroupPlan | null {
  if (group.option_names.length === 0) return null;
  const id = groupIdOf(group, matches, stored) ?? randomUUID();
  return { id, name: group.name, option_names: group.option_names };
}

/** A new variant whose address another product has: its options go into the address. */
export function withFreeSlug(
  product: ImportedProduct,
  group: ImportedGroup,
  stored: readonly StoredProduct[],
): ImportedProduct {
  if (group.option_names.length === 0 || !stored.some(({ slug }) => slug === product.slug)) return product;
  return { ...product, slug: `${product.slug}-${toSlug(Object.values(product.option_values).join(" "))}` };
}

/** The group of a matched variant, else of whatever variant has the address of the handle. */
function groupIdOf(
  group: ImportedGroup,
  matches: readonly (StoredProduct | null)[],
  stored: readonly StoredProduct[],
): string | null {
  const matched = matches.find((match) => match?.group_id)?.group_id;
  return matched ?? stored.find(({ slug }) => slug === group.products[0]?.slug)?.group_id ?? null;
}

function isPlain(values: OptionValues): boolean {
  return Object.keys(values).length === 0;
}

function sameOptions(names: readonly string[], one: OptionValues, other: OptionValues): boolean {
  return Object.keys(other).length === names.length && optionKey(names, one) === optionKey(names, other);
}
