import { PLAIN_TERMS } from "#app/features/pricing/rules.ts";
import type { TileProduct } from "../queries.server.ts";

/** What most cards of a listing have in common: pages send only what differs from it. */
export const PLAIN_TILE = { ...PLAIN_TERMS, image_alt: null, discount_price_kobo: null } satisfies Partial<TileProduct>;

/** A card as a page sends it; `{ ...PLAIN_TILE, ...listed }` is its product. */
export type ListedTile = Omit<TileProduct, keyof typeof PLAIN_TILE> & Partial<TileProduct>;
