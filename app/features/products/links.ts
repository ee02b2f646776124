/** The page of a product. */
export function productHref(slug: string): string {
  return `/product/${encodeURIComponent(slug)}`;
}

/** The listing of a category. */
export function categoryHref(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}

/**
 * Slug of a name: "Millers' Cooperative, Aba" -> "millers-cooperative-aba". Keeps letters of every script; empty for a
 * name without letters and digits. Names that differ only in case, accents or punctuation have the same slug.
 */
export function nameSlug(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}'’]+/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .normalize("NFC");
}

/** URL of a distributor's page; null when the name has no slug. */
export function distributorHref(name: string): string | null {
  const slug = nameSlug(name);
  return slug === "" ? null : `/distributor/${encodeURIComponent(slug)}`;
}

/** The slugs of categories that have a picture of their own. */
export const CATEGORY_PICTURES = new Set([
  "grocery-gourmet-food",
  "women-clothing-fashion",
  "men-clothing-fashion",
  "beauty-health-hair",
  "mobile-accessories",
  "babies-kids-teens",
  "jewelry-watches",
  "computer-accessories",
  "automotive",
  "household",
]);

/** The picture of a category, else the default for its slug, else the general default. */
export function categoryPicture(category: { slug: string; image_url: string | null }): string {
  if (category.image_url) return category.image_url;
  const name = CATEGORY_PICTURES.has(category.slug) ? category.slug : "default";
  return `/files/demo/category-${name}.webp`;
}
