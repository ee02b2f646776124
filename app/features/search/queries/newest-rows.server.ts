import { EMPTY_LISTING } from "../rules/listing-links.ts";
import { filtersOf, lengthOf, passesAll, shortestList, type Scope } from "./filters.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { betterOf } from "./select-cards.server.ts";

/** Of more products than these some of the newest are among the newest of all. */
const FEW = 20_000;

/**
 * Rows of the first `limit` cards of `scope`, newest first and available ones before others, that pass `test`. Of at most
 * `few` products it reads the scope's own; of more, all of the shop from the newest on until there are enough.
 */
export function newestRows(
  index: ProductIndex,
  scope: Scope,
  limit: number,
  test: (row: number) => boolean = () => true,
  few = FEW,
): number[] {
  const { table } = index;
  const filters = filtersOf(index, scope, EMPTY_LISTING, []);
  const isInScope = passesAll(filters);
  const isBetter = betterOf(table, null, table.columns.price);
  const represents = (row: number) =>
    table.variantsOf(row).every((other) => other === row || !isInScope(other) || isBetter(row, other));
  const passes = (row: number) => isInScope(row) && represents(row) && test(row);
  const { lists } = shortestList(index, filters);
  if (lengthOf(lists) <= few) return newestAmong(index, lists, limit, passes);
  const found: number[] = [];
  const order = index.orders.of("newest");
  for (const isFirst of [true, false]) {
    for (let at = 0; at < order.count && found.length < limit; at += 1) {
      const row = order.at(at);
      if (table.isBuyable(row) === isFirst && passes(row)) found.push(row);
    }
  }
  return found;
}

/** The same among the rows of `lists`. */
function newestAmong(
  { table, orders }: ProductIndex,
  lists: readonly Int32Array[],
  limit: number,
  passes: (row: number) => boolean,
): number[] {
  const isNewer = orders.compare("newest");
  const compare = (a: number, b: number) => Number(table.isBuyable(b)) - Number(table.isBuyable(a)) || isNewer(a, b);
  const found: number[] = [];
  for (const rows of lists) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const last = found[limit - 1];
      if ((last !== undefined && compare(row, last) > 0) || !passes(row)) continue;
      const place = found.findLastIndex((other) => compare(other, row) < 0) + 1;
      found.splice(place, 0, row);
      found.length = Math.min(found.length, limit);
    }
  }
  return found;
}
