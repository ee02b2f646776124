import type { NetContent } from "#app/features/products/rules/net-content.ts";

/** Bits of the column `flags`. */
export const FLAGS = {
  featured: 1,
  best_seller: 2,
  new_arrival: 4,
  discounted: 8,
  priceBreaks: 16,
  packed: 32,
  measured: 64,
  buyable: 128,
} as const;

/** A product as it is put into a row. Prices in kobo, `created` in microseconds; codes are those of `ProductIndex`. */
export type IndexedProduct = {
  readonly id: string;
  name: string;
  created: number;
  price: number;
  piecePrice: number;
  /** Net content of the sold unit. */
  content: NetContent | null;
  minOrder: number;
  /** Codes of the category and of its top-level category; -1 for none. */
  category: number;
  top: number;
  distributor: number;
  /** Code of the distributor's name as it is written. */
  spelling: number;
  brand: number;
  /** Codes of its option values. */
  options: readonly number[];
  /** Bits of `FLAGS`. */
  flags: number;
  /** Empty for a product alone. */
  group: string;
  groupName: string;
  /** A list as JSON, in the group's order. */
  optionNames: string;
};
