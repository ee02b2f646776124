import type { PackName } from "../pictures/scenes.ts";

/**
 * A sold unit, its usual price in naira, its gross weight in kg and, if the name includes it, its size. `only` lists
 * kinds by parts of their names ("spray|gel"): those kinds use only these packs, and these packs contain no other kind.
 */
export type PackSize = readonly [unit: string, naira: number, kg: number, size?: string, only?: string];

/**
 * A product type, from which many products are generated. Texts may contain {brand}, {kind}, {size}, {unit} and
 * {origin}; a type without `packs` sizes must not use {size}.
 */
export type Goods = {
  key: string;
  /** Slug of its sub-category. */
  sub: string;
  /** Name of a Fluent Emoji icon. */
  icon: string;
  pack: PackName;
  colours: readonly string[];
  /** Relative frequency among the products of its top category. */
  share: number;
  names: readonly string[];
  kinds: readonly string[];
  packs: readonly PackSize[];
  origins: readonly string[];
  about: readonly string[];
  use: readonly string[];
};
