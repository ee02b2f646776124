/** Maximum lengths of a product's texts, in characters; also the `maxLength` of the fields of its form. */
export const TEXT_LIMITS = {
  name: 200,
  slug: 200,
  description: 20_000,
  category: 120,
  unit: 60,
  distributor: 120,
  brand: 80,
  sku: 80,
  nafdac_number: 40,
} as const;

/** Maximum number of pictures of a product. */
export const MAX_PICTURES = 12;
