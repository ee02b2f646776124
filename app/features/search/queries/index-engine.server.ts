import type { Tx } from "#db/client.server.ts";
import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { facetsOf, knownState } from "./facets.server.ts";
import { findCards } from "./find-cards.server.ts";
import type { CountedValue, ListingEngine } from "./listing-engine.server.ts";
import { newestRows } from "./newest-rows.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import { cachedCards } from "./select-cards.server.ts";

/** The engine of listings: the product index in memory, and text search in the database `db`. */
export function listingEngine(db: Tx): ListingEngine {
  return {
    async find({ scope, state: requested, subs }) {
      const index = await productIndex(db);
      const state = knownState(index, requested, subs);
      const { tallies, isCapped, typed: _, ...found } = await findCards(db, index, scope, state, subs);
      const categories = index.categories.keys.map((id, code) => [id, tallies.category[code] ?? 0] as const);
      return {
        ...found,
        state,
        facets: facetsOf(index, scope, state, subs, tallies, isCapped),
        all: tallies.all,
        categories: new Map(categories.filter(([, count]) => count > 0)),
      };
    },

    async count(scope) {
      const index = await productIndex(db);
      const isAll = !scope.category && !scope.distributor && !scope.flag;
      return isAll ? index.table.cards : cachedCards(index, scope, EMPTY_LISTING).count;
    },

    async facets(facet) {
      const index = await productIndex(db);
      const { [facet]: counts } = cachedCards(index, {}, EMPTY_LISTING).tallies;
      const { keys, names } = facet === "brand" ? index.brands : index.distributors;
      return keys
        .map((key, code): CountedValue => [key, names[code] ?? key, counts[code] ?? 0])
        .filter(([, , count]) => count > 0)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    },

    async newest(scope, limit, except = []) {
      const index = await productIndex(db);
      const { ids } = index.table;
      const left = new Set(except.flatMap((id) => index.table.variantsOf(ids.rowOf(id))));
      return newestRows(index, scope, limit, (row) => !left.has(row)).map((row) => ids.idOf(row));
    },
  };
}
