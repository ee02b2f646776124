import { optionName } from "./codes.server.ts";
import { FLAGS, type ProductColumns } from "./product-columns.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

/** Bits of the facets that a product fails. */
export const CATEGORY = 1;
export const SUB = 2;
export const DISTRIBUTOR = 4;
export const BRAND = 8;
export const PRICE = 16;
export const IN_STOCK = 32;
export const DISCOUNTED = 64;
export const PRICE_BREAKS = 128;
export const ORDER = 256;
/** First bit of the option facets, one for each selected option name. */
export const OPTION = 512;

/** Minimum orders offered as upper bound. */
export const ORDER_BOUNDS = [1, 5, 10, 20, 50, 100] as const;

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

const ANY = 1;
const ANY_IN_STOCK = 2;
const ANY_DISCOUNTED = 4;
const ANY_PRICE_BREAKS = 8;

/** Counts cards; each counts once per value, for any of its variants. */
export class Tally {
  readonly #columns: ProductColumns;
  readonly #prices: Float64Array;
  readonly #bitOfOption: Int32Array;
  readonly #category: CardCounts;
  readonly #sub: CardCounts;
  readonly #distributor: CardCounts;
  readonly #brand: CardCounts;
  readonly #option: CardCounts;
  /** Number of cards by the bits of their variants. */
  readonly #kinds = new Int32Array(16);
  readonly #leastOrders = new Int32Array(ORDER_BOUNDS.length + 1);
  #card = 1;
  #kind = 0;
  #leastOrder = Infinity;
  #from = Infinity;
  #to = -Infinity;
  #units = 0;

  constructor(index: ProductIndex, optionBits: ReadonlyMap<string, number>, perPiece: boolean) {
    const { columns, categories, distributors, brands, options } = index;
    this.#columns = columns;
    this.#prices = perPiece ? columns.piecePrice : columns.price;
    this.#category = new CardCounts(categories.keys.length);
    this.#sub = new CardCounts(categories.keys.length);
    this.#distributor = new CardCounts(distributors.keys.length);
    this.#brand = new CardCounts(brands.keys.length);
    this.#option = new CardCounts(options.keys.length);
    this.#bitOfOption = Int32Array.from(options.keys, (key) => optionBits.get(optionName(key)) ?? 0);
  }

  /** Counts a variant of the current card. */
  count(row: number, fails: number): void {
    // With two or more failed facets the product is in no facet's count.
    if ((fails & (fails - 1)) !== 0) return;
    const { category, top, distributor, brand, flags, minOrder, optionStart, options } = this.#columns;
    const card = this.#card;
    const flag = flags[row] ?? 0;
    if ((fails & ~CATEGORY) === 0) {
      this.#category.add(category[row] ?? -1, card);
      this.#category.add(top[row] ?? -1, card);
      this.#kind |= ANY;
    }
    if ((fails & ~SUB) === 0) this.#sub.add(category[row] ?? -1, card);
    if ((fails & ~DISTRIBUTOR) === 0) this.#distributor.add(distributor[row] ?? -1, card);
    if ((fails & ~BRAND) === 0) this.#brand.add(brand[row] ?? -1, card);
    if ((fails & ~IN_STOCK) === 0 && (flag & FLAGS.buyable) !== 0) this.#kind |= ANY_IN_STOCK;
    if ((fails & ~DISCOUNTED) === 0 && (flag & FLAGS.discounted) !== 0) this.#kind |= ANY_DISCOUNTED;
    if ((fails & ~PRICE_BREAKS) === 0 && (flag & FLAGS.priceBreaks) !== 0) this.#kind |= ANY_PRICE_BREAKS;
    if ((fails & ~ORDER) === 0) this.#leastOrder = Math.min(this.#leastOrder, minOrder[row] ?? 0);
    if ((fails & ~PRICE) === 0) {
      const price = this.#prices[row] ?? 0;
      if (price < this.#from) this.#from = price;
      if (price > this.#to) this.#to = price;
      this.#units |= flag;
    }
    const end = optionStart[row + 1] ?? 0;
    for (let at = optionStart[row] ?? 0; at < end; at += 1) {
      const code = options[at] ?? 0;
      if ((fails & ~(this.#bitOfOption[code] ?? 0)) === 0) this.#option.add(code, card);
    }
  }

  /** Completes the current card and starts the next one. */
  next(): void {
    this.#kinds[this.#kind] = (this.#kinds[this.#kind] ?? 0) + 1;
    if (this.#leastOrder < Infinity) {
      let bound = 0;
      while (bound < ORDER_BOUNDS.length && this.#leastOrder > (ORDER_BOUNDS[bound] ?? 0)) bound += 1;
      this.#leastOrders[bound] = (this.#leastOrders[bound] ?? 0) + 1;
    }
    this.#kind = 0;
    this.#leastOrder = Infinity;
    this.#card += 1;
  }

  result(): Tallies {
    const cardsWith = (kind: number) =>
      this.#kinds.reduce((sum, count, of) => ((of & kind) === 0 ? sum : sum + count), 0);
    let sum = 0;
    return {
      all: cardsWith(ANY),
      category: this.#category.counts,
      sub: this.#sub.counts,
      distributor: this.#distributor.counts,
      brand: this.#brand.counts,
      option: this.#option.counts,
      inStock: cardsWith(ANY_IN_STOCK),
      discounted: cardsWith(ANY_DISCOUNTED),
      priceBreaks: cardsWith(ANY_PRICE_BREAKS),
      orders: ORDER_BOUNDS.map((_, bound) => (sum += this.#leastOrders[bound] ?? 0)),
      price: this.#from <= this.#to ? { from: this.#from, to: this.#to } : null,
      hasPacks: (this.#units & FLAGS.packed) !== 0,
      hasContent: (this.#units & FLAGS.measured) !== 0,
    };
  }
}

/** Card count of each code. */
class CardCounts {
  readonly counts: Int32Array;
  /** The last card counted for each code. */
  readonly #last: Int32Array;

  constructor(codes: number) {
    this.counts = new Int32Array(codes);
    this.#last = new Int32Array(codes);
  }

  add(code: number, card: number): void {
    if (code < 0 || this.#last[code] === card) return;
    this.#last[code] = card;
    this.counts[code] = (this.counts[code] ?? 0) + 1;
  }
}
