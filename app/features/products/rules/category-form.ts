import type { FormValues } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";

export const CATEGORIES_PATH = "/admin/categories";

export type CategoryFormFields = {
  name: string;
  description: string;
  parent_id: string | null;
  image_url: string | null;
  /** Of one sold unit of its products that have no weight of their own. */
  default_weight_grams: number | null;
};

/** A category as form values. */
export function categoryValues(category: CategoryFormFields): FormValues {
  const { name, description, parent_id, image_url, default_weight_grams } = category;
  return {
    name,
    description,
    parent_id: parent_id ?? "",
    image_url: image_url ?? "",
    default_weight_grams: default_weight_grams === null ? "" : String(default_weight_grams),
  };
}

export const NEW_CATEGORY = categoryValues({
  name: "",
  description: "",
  parent_id: null,
  image_url: null,
  default_weight_grams: null,
});

/** `list` with the item at `from` moved to `to`, which is clamped. */
export function movedTo<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined) return [...list];
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, item);
}

/** Content counts of a category. */
export type CategoryContent = { products: number; children: number; suppliers: number };

/** "12 products, 2 sub-categories and 1 supplier"; empty for none. */
export function contentWords({ products, children, suppliers }: CategoryContent): string {
  const parts = [
    [products, "product", "products"],
    [children, "sub-category", "sub-categories"],
    [suppliers, "supplier", "suppliers"],
  ] as const;
  return new Intl.ListFormat("en-GB").format(
    parts.flatMap(([count, one, many]) => (count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`])),
  );
}

/** Messages for a refused merge. */
export const MERGE_REFUSALS = {
  forbidden: "Your role does not allow this.",
  unknown: "This category was deleted in the meantime.",
  target: "Choose the category that takes its products.",
  own_child: "A category cannot be merged into a sub-category of its own. Move that one to the top level first.",
  too_deep: "It has sub-categories, so it can only be merged into a top-level category.",
  same_names: "Both have a sub-category of the same name. Merge or rename those first.",
} as const;
