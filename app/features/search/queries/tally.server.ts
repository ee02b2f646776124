import { lengthOf, passesAll, rowsPassing, shortestList, type Facet, type Filter } from "./filters.server.ts";
import type { Counts, Kind } from "./product-index/card-counts.server.ts";
import { ORDER_BOUNDS } from "./product-index/card-sums.server.ts";
import { optionName } from "./product-index/codes.server.ts";
import { FLAGS } from "./product-index/indexed-product.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";

/** Card counts by code, for each facet with all other facets applied. */
export type Tallies = {
  all: number;
  category: Int32Array;
  sub: Int32Array;
  distributor: Int32Array;
  brand: Int32Array;
  option: Int32Array;
  inStock: number;
  discounted: number;
  priceBreaks: number;
  /** Number of cards whose smallest minimum order is at most that of `ORDER_BOUNDS`. */
  orders: number[];
  price: { from: number; to: number } | null;
  hasPacks: boolean;
  hasContent: boolean;
};

/** `count` cards pass all filters, `buyable` of them with a variant that can be bought. */
export type Tallied = { count: number; buyable: number; tallies: Tallies };

/** A list with more than this share of all rows is not read for its prices: the ends of the order by price, as far, are. */
const ENDS_SHARE = 1 / 64;

const COUNTED_BY: readonly { facet: Facet; kinds: readonly Kind[] }[] = [
  { facet: "category", kinds: ["category", "top"] },
  { facet: "sub", kinds: ["category"] },
  { facet: "distributor", kinds: ["distributor"] },
  { facet: "brand", kinds: ["brand"] },
  { facet: "order", kinds: ["orders"] },
];

/** Counts cards; each counts once per value, for any of its variants. `found`: the rows of a search; null for all. */
export function tallyOf(
  index: ProductIndex,
  filters: readonly Filter[],
  found: Int32Array | null,
  { perPiece, isWithOptions }: { perPiece: boolean; isWithOptions: boolean },
): Tallied {
  const count = (facet: Facet | null, kinds: readonly Kind[]) =>
    index.counts.of(facet ? without(filters, facet) : filters, kinds, found);
  const isFiltered = (facet: Facet) => filters.some((filter) => filter.facet === facet);
  const kindsOf = ({ facet, kinds }: (typeof COUNTED_BY)[number]) => (isFiltered(facet) ? [] : kinds);
  const passing = count(null, [
    ...new Set<Kind>(["flags", ...COUNTED_BY.flatMap(kindsOf), ...(isWithOptions ? (["options"] as const) : [])]),
  ]);
  const ofFacet = (facet: Facet, kinds: readonly Kind[]) => (isFiltered(facet) ? count(facet, kinds) : passing);
  const codes = (facet: Facet, kind: Kind) => ofFacet(facet, [kind])[kind] ?? new Int32Array();
  const cards = (facet: Facet, flag: number) => withFlag(ofFacet(facet, ["flags"]), flag);
  const scope = ofFacet("category", ["flags", "category", "top"]);
  const units = ofFacet("price", ["flags"]);
  return {
    count: withFlag(passing, 0),
    buyable: withFlag(passing, FLAGS.buyable),
    tallies: {
      all: withFlag(scope, 0),
      // What is in a top-level category itself has it in both columns.
      category: (scope.top ?? new Int32Array()).map((n, code) => Math.max(n, scope.category?.[code] ?? 0)),
      sub: codes("sub", "category"),
      distributor: codes("distributor", "distributor"),
      brand: codes("brand", "brand"),
      option: isWithOptions ? optionCounts(index, codes) : new Int32Array(index.options.keys.length),
      inStock: cards("inStock", FLAGS.buyable),
      discounted: cards("discounted", FLAGS.discounted),
      priceBreaks: cards("priceBreaks", FLAGS.priceBreaks),
      orders: upToBounds(codes("order", "orders")),
      price: priceRange(index, without(filters, "price"), found, perPiece),
      hasPacks: withFlag(units, FLAGS.packed) > 0,
      hasContent: withFlag(units, FLAGS.measured) > 0,
    },
  };
}

const without = (filters: readonly Filter[], facet: Facet) => filters.filter((filter) => filter.facet !== facet);

/** Cards with a variant that has `flag`; all with 0. */
function withFlag({ flags }: Partial<Counts>, flag: number): number {
  return (flags ?? new Int32Array()).reduce((sum, n, bits) => ((bits & flag) === flag ? sum + n : sum), 0);
}

/** Cards by the codes of their options; each option name is a facet of its own. */
function optionCounts({ options: { keys } }: ProductIndex, countsOf: (facet: Facet, kind: Kind) => Int32Array) {
  const counts = new Int32Array(keys.length);
  for (const [name, codes] of Map.groupBy(keys.keys(), (code) => optionName(keys[code] ?? ""))) {
    const ofName = countsOf(`option ${name}`, "options");
    for (const code of codes) counts[code] = ofName[code] ?? 0;
  }
  return counts;
}

function upToBounds(counts: Int32Array): number[] {
  let sum = 0;
  return ORDER_BOUNDS.map((_, bound) => (sum += counts[bound] ?? 0));
}

/** The range of prices of the rows that pass; that of a large part of the catalogue is kept until a product changes. */
function priceRange(
  index: ProductIndex,
  filters: readonly Filter[],
  found: Int32Array | null,
  perPiece: boolean,
): Tallies["price"] {
  const prices = index.table.columns[perPiece ? "piecePrice" : "price"];
  const most = index.table.rows * ENDS_SHARE;
  const passing = () => rowsPassing(index, filters, found);
  if (found || lengthOf(shortestList(index, filters).lists) < most) return rangeOf(prices, passing());
  const key = ["prices", perPiece, ...filters.map((filter) => filter.key)].join("\n");
  return index.memo(key, () => rangeOf(prices, endsOfPrices(index, filters, perPiece, most) ?? passing()));
}

function rangeOf(prices: Float64Array, rows: ArrayLike<number>): Tallies["price"] {
  let [from, to] = [Infinity, -Infinity];
  for (let at = 0; at < rows.length; at += 1) {
    const price = prices[rows[at] ?? 0] ?? 0;
    if (price < from) from = price;
    if (price > to) to = price;
  }
  return from <= to ? { from, to } : null;
}

/** The cheapest and the dearest row that pass, among `most` from each end of the order by price; null if they are not there. */
function endsOfPrices(
  index: ProductIndex,
  filters: readonly Filter[],
  perPiece: boolean,
  most: number,
): number[] | null {
  const { count, at } = index.orders.of(perPiece ? "piece-price" : "price-asc");
  const passes = passesAll(filters);
  const first = (rowAt: (place: number) => number) => {
    for (let place = 0; place < Math.min(count, most); place += 1) {
      const row = rowAt(place);
      if (passes(row)) return row;
    }
    return null;
  };
  const cheapest = first(at);
  const dearest = cheapest === null ? null : first((place) => at(count - 1 - place));
  return cheapest === null || dearest === null ? null : [cheapest, dearest];
}
