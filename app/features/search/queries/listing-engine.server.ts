import type { CategoryLink } from "#app/features/products/queries.server.ts";
import type { Total } from "#app/features/products/rules.ts";
import type { ListingState } from "../rules/listing-links.ts";
import type { ListingFacets } from "./facets.server.ts";
import type { Scope } from "./filters.server.ts";

/** What a listing asks: the products of `scope` that pass `state`. `subs` are the sub-categories that can be chosen. */
export type ListingQuery = { scope: Scope; state: ListingState; subs: readonly CategoryLink[] };

/** The category to offer for a search that finds nothing. */
export type Shelf = { name: string; slug: string };

/**
 * How a search text was read. `corrected`: the text searched instead of the input; `asTyped`: the input has results too;
 * `partial`: results contain only some of the words; `mentioned`: only descriptions contain them.
 */
export type Reading = { corrected: string | null; asTyped: boolean; partial: boolean; mentioned: boolean };

/** The cards of one page of a listing, their number and the counts of its facets, all of one moment. */
export type FoundListing = Reading & {
  /** Ids of the products that represent the cards of the page, in order. */
  ids: string[];
  /** Those of `ids` whose group has only this matching variant. */
  alone: ReadonlySet<string>;
  total: Total;
  /** The state of the query without facet values that no product has. */
  state: ListingState;
  facets: ListingFacets;
  /** Number of cards if no category were chosen, and by category id, of a top-level one with its children. */
  all: number;
  categories: ReadonlyMap<string, number>;
  /** Whether a text was searched. */
  isSearch: boolean;
  /** Only of a search that finds nothing; null when no category is near. */
  shelf?: Shelf | null;
};

/** A value of a facet: its slug, its name, and its number of cards. */
export type CountedValue = readonly [slug: string, name: string, count: number];

/**
 * What listings ask of the engine behind them, the one of `index-engine.server.ts`. Another one can take its place when it
 * passes `describeListingEngine` (`tests/fixtures/listing-engine.ts`).
 */
export interface ListingEngine {
  /** One page of cards with numbers and facets. A reversed price range finds nothing. */
  find(query: ListingQuery): Promise<FoundListing>;
  /** The number of cards of a scope. */
  count(scope: Scope): Promise<number>;
  /** All values of a facet that products have, by value, with their numbers of cards. */
  facets(facet: "distributor" | "brand"): Promise<CountedValue[]>;
  /** Ids of the first `limit` cards of a scope, newest first, without those of the products `except`. */
  newest(scope: Scope, limit: number, except?: readonly string[]): Promise<string[]>;
}
