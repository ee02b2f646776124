import { nameSlug, type ListingState, type Sort } from "../links.ts";
import type { CategoryLink, Flag } from "../queries.server.ts";
import { FLAGS, optionName, type IndexedProduct, type ProductIndex } from "./product-index.server.ts";
import type { Matches } from "./search.server.ts";

/** Within what a listing chooses: a category, the slug of a distributor, or a flag. */
export type Scope = {
  category?: Pick<CategoryLink, "id" | "parent_id"> | null;
  distributor?: string | null;
  flag?: Flag | null;
};

/** How well products match a search; a product without a rank is not found. */
export type Ranks = ReadonlyMap<IndexedProduct, number>;

/** Minimum orders that are offered as an upper bound. */
export const ORDER_BOUNDS = [1, 5, 10, 20, 50, 100] as const;

/** Numbers of cards by code, for each facet among what the other facets leave. */
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
  /** Cards whose smallest minimum order is at most that of `ORDER_BOUNDS`. */
  orders: number[];
  price: { from: number; to: number } | null;
  hasPacks: boolean;
};

/**
 * The products that stand for the cards, in order; of a search without a sort by how well they match. `alone` are those
 * that are the only variant of their group which was asked for.
 */
export type Selection = { chosen: IndexedProduct[]; alone: ReadonlySet<IndexedProduct>; tallies: Tallies };

const CATEGORY = 1;
const SUB = 2;
const DISTRIBUTOR = 4;
const BRAND = 8;
const PRICE = 16;
const IN_STOCK = 32;
const DISCOUNTED = 64;
const PRICE_BREAKS = 128;
const ORDER = 256;
/** The first of the bits of options, one for each name of an option that is chosen. */
const OPTION = 512;
const MAX_OPTION_NAMES = 8;

/** Answers which facets a product fails, a bit for each; null for what is outside the scope. */
type Test = (product: IndexedProduct) => number | null;

/** The cards that `state` asks for within `scope`, among those with `ranks` when they are given. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
): Selection {
  const { test, optionBits } = testOf(index, scope, state, subs);
  const tally = new Tally(index, optionBits);
  const piece = state.perPiece || state.sort === "piece-price";
  const chosen: IndexedProduct[] = [];
  const alone = new Set<IndexedProduct>();
  for (const card of ranks ? new Set([...ranks.keys()].map((product) => product.card)) : index.cards) {
    let best: IndexedProduct | null = null;
    let passed = 0;
    tally.next();
    for (const product of card.variants) {
      if (ranks && !ranks.has(product)) continue;
      const fails = test(product);
      if (fails === null) continue;
      tally.count(product, fails, state.perPiece ? product.piecePrice : product.price);
      if (fails !== 0) continue;
      passed += 1;
      if (best === null || isBetter(product, best, ranks, piece)) best = product;
    }
    if (!best) continue;
    chosen.push(best);
    if (passed === 1 && card.variants.length > 1) alone.add(best);
  }
  return { chosen: inOrder(index, chosen, state.sort, ranks), alone, tallies: tally.result() };
}

/** The same of all that a scope has, remembered until a product changes. */
export function rememberedCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[] = [],
): Selection {
  const asked = { ...state, page: 0, findBrand: "", findDistributor: "" };
  const key = JSON.stringify([scope.category, scope.distributor, scope.flag, asked]);
  return index.memo(key, () => selectCards(index, scope, state, subs));
}

/** The rank of each found product that the index has. */
export function ranksOf(index: ProductIndex, matches: Matches): Map<IndexedProduct, number> {
  const ranks = new Map<IndexedProduct, number>();
  for (const { ids, rank } of matches) {
    for (const id of ids) {
      const product = index.products.get(id);
      if (product) ranks.set(product, rank);
    }
  }
  return ranks;
}

/** Whether `product` stands for its card rather than `other`: it can be bought, matches better, is cheaper. */
function isBetter(product: IndexedProduct, other: IndexedProduct, ranks: Ranks | null, piece: boolean): boolean {
  if (product.buyable !== other.buyable) return product.buyable;
  const match = (ranks?.get(product) ?? 0) - (ranks?.get(other) ?? 0);
  if (match !== 0) return match > 0;
  const price = piece ? product.piecePrice - other.piecePrice : product.price - other.price;
  return price === 0 ? product.id < other.id : price < 0;
}

function inOrder(index: ProductIndex, chosen: readonly IndexedProduct[], sort: Sort | null, ranks: Ranks | null) {
  const sorted = index.sorted(chosen, sort ?? "newest");
  if (sort !== null || !ranks) return sorted;
  const rank = (product: IndexedProduct) => ranks.get(product) ?? 0;
  return sorted.toSorted((a, b) => Number(b.buyable) - Number(a.buyable) || rank(b) - rank(a));
}

/** The products, not cards, that pass all that `state` asks for within `scope`. */
export function passing(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): IndexedProduct[] {
  const { test } = testOf(index, scope, state, subs);
  return [...index.products.values()].filter((product) => test(product) === 0);
}

function testOf(index: ProductIndex, scope: Scope, state: ListingState, subs: readonly CategoryLink[]) {
  const { category, flag } = scope;
  const inDistributor = scope.distributor ? index.distributors.of(nameSlug(scope.distributor)) : null;
  const categoryCode = category ? index.categories.of(category.id) : null;
  const isTop = category?.parent_id === null;
  const flagBit = flag ? FLAGS[flag] : 0;
  const subIds = subs.filter(({ slug }) => state.sub.includes(slug)).map(({ id }) => index.categories.of(id));
  const codes = (list: readonly string[], of: (key: string) => number) =>
    list.length > 0 ? new Set(list.map(of)) : null;
  const sub = state.sub.length > 0 ? new Set(subIds) : null;
  const distributor = codes(state.distributor, (key) => index.distributors.of(key));
  const brand = codes(state.brand, (key) => index.brands.of(key));
  const names = [...new Set(state.option.map(optionName))].slice(0, MAX_OPTION_NAMES);
  const options = names.map((name, i) => ({
    bit: OPTION << i,
    codes: state.option.filter((key) => optionName(key) === name).map((key) => index.options.of(key)),
  }));
  const { minPrice, maxPrice, perPiece, maxOrder, inStock, discounted, priceBreaks } = state;

  const test: Test = (product) => {
    if (inDistributor !== null && product.distributor !== inDistributor) return null;
    if (flagBit !== 0 && (product.flags & flagBit) === 0) return null;
    let fails = 0;
    if (categoryCode !== null && (isTop ? product.top : product.category) !== categoryCode) fails |= CATEGORY;
    if (sub && !sub.has(product.category)) fails |= SUB;
    if (distributor && !distributor.has(product.distributor)) fails |= DISTRIBUTOR;
    if (brand && !brand.has(product.brand)) fails |= BRAND;
    const price = perPiece ? product.piecePrice : product.price;
    if ((minPrice !== null && price < minPrice) || (maxPrice !== null && price > maxPrice)) fails |= PRICE;
    if (inStock && !product.buyable) fails |= IN_STOCK;
    if (discounted && (product.flags & FLAGS.discounted) === 0) fails |= DISCOUNTED;
    if (priceBreaks && (product.flags & FLAGS.priceBreaks) === 0) fails |= PRICE_BREAKS;
    if (maxOrder !== null && product.minOrder > maxOrder) fails |= ORDER;
    for (const option of options) {
      if (!product.options.some((code) => option.codes.includes(code))) fails |= option.bit;
    }
    return fails;
  };
  return { test, optionBits: new Map(names.map((name, i) => [name, OPTION << i])) };
}

type ValueTally = "category" | "sub" | "distributor" | "brand" | "option";
type FlagTally = "all" | "inStock" | "discounted" | "priceBreaks";

/** Counts cards, each once for a value, whichever of its variants have it. */
class Tally {
  readonly #bitOfOption: Int32Array;
  readonly #counts: Record<ValueTally, Int32Array>;
  readonly #last: Record<ValueTally, Int32Array>;
  readonly #flags: Record<FlagTally, number> = { all: 0, inStock: 0, discounted: 0, priceBreaks: 0 };
  readonly #lastFlags: Record<FlagTally, number> = { ...this.#flags };
  readonly #orders = ORDER_BOUNDS.map(() => 0);
  #leastOrder = Infinity;
  #from = Infinity;
  #to = -Infinity;
  #hasPacks = false;
  #card = 0;

  constructor(index: ProductIndex, optionBits: ReadonlyMap<string, number>) {
    const arrays = () => ({
      category: new Int32Array(index.categories.keys.length),
      sub: new Int32Array(index.categories.keys.length),
      distributor: new Int32Array(index.distributors.keys.length),
      brand: new Int32Array(index.brands.keys.length),
      option: new Int32Array(index.options.keys.length),
    });
    this.#counts = arrays();
    this.#last = arrays();
    this.#bitOfOption = Int32Array.from(index.options.keys, (key) => optionBits.get(optionName(key)) ?? 0);
  }

  /** Ends a card and begins the next. */
  next(): void {
    if (this.#leastOrder < Infinity) {
      for (const [i, bound] of ORDER_BOUNDS.entries()) {
        if (this.#leastOrder <= bound) this.#orders[i] = (this.#orders[i] ?? 0) + 1;
      }
    }
    this.#leastOrder = Infinity;
    this.#card += 1;
  }

  count(product: IndexedProduct, fails: number, price: number): void {
    // Two or more facets failed: no count of any single facet has this product.
    if ((fails & (fails - 1)) !== 0) return;
    if ((fails & ~CATEGORY) === 0) {
      this.#value("category", product.category);
      if (product.top !== product.category) this.#value("category", product.top);
      this.#flag("all");
    }
    if ((fails & ~SUB) === 0) this.#value("sub", product.category);
    if ((fails & ~DISTRIBUTOR) === 0) this.#value("distributor", product.distributor);
    if ((fails & ~BRAND) === 0) this.#value("brand", product.brand);
    if ((fails & ~IN_STOCK) === 0 && product.buyable) this.#flag("inStock");
    if ((fails & ~DISCOUNTED) === 0 && (product.flags & FLAGS.discounted) !== 0) this.#flag("discounted");
    if ((fails & ~PRICE_BREAKS) === 0 && (product.flags & FLAGS.priceBreaks) !== 0) this.#flag("priceBreaks");
    if ((fails & ~ORDER) === 0) this.#leastOrder = Math.min(this.#leastOrder, product.minOrder);
    if ((fails & ~PRICE) === 0) {
      this.#from = Math.min(this.#from, price);
      this.#to = Math.max(this.#to, price);
      this.#hasPacks ||= (product.flags & FLAGS.packed) !== 0;
    }
    for (const code of product.options) {
      if ((fails & ~(this.#bitOfOption[code] ?? 0)) === 0) this.#value("option", code);
    }
  }

  result(): Tallies {
    this.next();
    const price = this.#from <= this.#to ? { from: this.#from, to: this.#to } : null;
    return { ...this.#flags, ...this.#counts, orders: this.#orders, price, hasPacks: this.#hasPacks };
  }

  #value(facet: ValueTally, code: number): void {
    if (code < 0 || this.#last[facet][code] === this.#card) return;
    this.#last[facet][code] = this.#card;
    const counts = this.#counts[facet];
    counts[code] = (counts[code] ?? 0) + 1;
  }

  #flag(name: FlagTally): void {
    if (this.#lastFlags[name] === this.#card) return;
    this.#lastFlags[name] = this.#card;
    this.#flags[name] += 1;
  }
}
