import type { NetContent } from "#app/features/products/rules/net-content.ts";

/** Bits of `ProductColumns.flags`; all but the last are also those of `IndexedProduct.flags`. */
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

/** Filter and sort data of a product. Prices in kobo, `created` in microseconds; codes refer to `ProductIndex`. */
export type IndexedProduct = {
  readonly id: string;
  name: string;
  created: number;
  price: number;
  piecePrice: number;
  /** Net content of the sold unit and the price of its measure in fractions of a kobo; Infinity without content. */
  content: NetContent | null;
  contentPrice: number;
  minOrder: number;
  buyable: boolean;
  /** Codes of the category and of its top-level category; -1 for none. */
  category: number;
  top: number;
  distributor: number;
  brand: number;
  options: readonly number[];
  /** Bits of `FLAGS`, except the last. */
  flags: number;
  /** Row in `ProductIndex.columns`. */
  row: number;
  group: string;
  groupName: string;
  /** In the group's order. */
  optionNames: readonly string[];
  card: Card;
};

/** A card of a listing: all variants of a group, or a single product. */
export type Card = { variants: IndexedProduct[] };

/** The columns with one number for each row. */
const READ = {
  price: ({ price }) => price,
  piecePrice: ({ piecePrice }) => piecePrice,
  contentPrice: ({ contentPrice }) => contentPrice,
  minOrder: ({ minOrder }) => minOrder,
  category: ({ category }) => category,
  top: ({ top }) => top,
  distributor: ({ distributor }) => distributor,
  brand: ({ brand }) => brand,
  flags: ({ flags, buyable }) => flags | (buyable ? FLAGS.buyable : 0),
} satisfies Record<string, (product: IndexedProduct) => number>;

const NUMBERS = Object.keys(READ) as (keyof typeof READ)[];

/**
 * Typed arrays for scans over all products, ten times as fast as objects. Rows of a card are contiguous from
 * `cardStart[card]`, options of a row from `optionStart[row]`.
 */
export class ProductColumns {
  readonly products: IndexedProduct[];
  readonly cardOf: Int32Array;
  readonly cardStart: Int32Array;
  price: Float64Array;
  piecePrice: Float64Array;
  contentPrice: Float64Array;
  minOrder: Int32Array;
  category: Int32Array;
  top: Int32Array;
  distributor: Int32Array;
  brand: Int32Array;
  flags: Uint8Array;
  readonly optionStart: Int32Array;
  options: Int32Array;
  #rowsById: RowsById | null = null;

  /** Also sets each product's `row`. */
  constructor(cards: readonly Card[]) {
    const rows = cards.flatMap((card) => card.variants);
    this.products = rows;
    this.cardOf = new Int32Array(rows.length);
    this.cardStart = new Int32Array(cards.length + 1);
    this.price = Float64Array.from(rows, READ.price);
    this.piecePrice = Float64Array.from(rows, READ.piecePrice);
    this.contentPrice = Float64Array.from(rows, READ.contentPrice);
    this.minOrder = Int32Array.from(rows, READ.minOrder);
    this.category = Int32Array.from(rows, READ.category);
    this.top = Int32Array.from(rows, READ.top);
    this.distributor = Int32Array.from(rows, READ.distributor);
    this.brand = Int32Array.from(rows, READ.brand);
    this.flags = Uint8Array.from(rows, READ.flags);
    this.optionStart = new Int32Array(rows.length + 1);
    this.options = Int32Array.from(rows.flatMap(({ options }) => options));
    let options = 0;
    for (const [row, product] of rows.entries()) {
      product.row = row;
      options += product.options.length;
      this.optionStart[row + 1] = options;
    }
    let end = 0;
    for (const [card, { variants }] of cards.entries()) {
      this.cardOf.fill(card, end, end + variants.length);
      end += variants.length;
      this.cardStart[card + 1] = end;
    }
  }

  /**
   * A copy with `changed` in place of the products in their rows; this one stays as it is for a search that goes on.
   * Each has as many options and the same group as the one before. Arrays without a change are shared.
   */
  with(changed: readonly IndexedProduct[]): ProductColumns {
    const copy = Object.assign(new ProductColumns([]), this, { products: this.products.slice() });
    copy.#rowsById = this.#rowsById;
    for (const name of NUMBERS) {
      const differing = changed.filter((product) => this[name][product.row] !== READ[name](product));
      if (differing.length === 0) continue;
      const numbers = this[name].slice();
      for (const product of differing) numbers[product.row] = READ[name](product);
      Object.assign(copy, { [name]: numbers });
    }
    for (const product of changed) {
      copy.products[product.row] = product;
      const start = this.optionStart[product.row] ?? 0;
      if (product.options.every((option, at) => copy.options[start + at] === option)) continue;
      if (copy.options === this.options) copy.options = this.options.slice();
      copy.options.set(product.options, start);
    }
    return copy;
  }

  /** Row lookup by product id, created by the first search. */
  rowsById(): RowsById {
    return (this.#rowsById ??= new RowsById(this.products.map(({ id }) => id)));
  }

  setBuyable(row: number, buyable: boolean): void {
    const others = (this.flags[row] ?? 0) & ~FLAGS.buyable;
    this.flags[row] = others | (buyable ? FLAGS.buyable : 0);
  }
}

/** Number of 32-bit words in an id. */
const WORDS = 4;

/** Looks up the rows of many ids. A Map of strings would spend most of a broad search on hashing. */
export class RowsById {
  /** Ids by row. */
  readonly #words: Int32Array;
  /** Open-addressing hash table: row + 1 at the hash of its id or the next free slot; 0 is empty. */
  readonly #places: Int32Array;

  /** `ids` by row. */
  constructor(ids: readonly string[]) {
    this.#words = wordsOf(idBytes(ids));
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
    for (const row of ids.keys()) this.#places[this.#placeOf(this.#words, WORDS * row)] = row + 1;
  }

  /** Rows of ids in the format of `idBytes`; -1 for unknown ids. */
  rowsOf(ids: Uint8Array): Int32Array {
    const words = wordsOf(ids);
    const rows = new Int32Array(words.length / WORDS);
    for (let i = 0; i < rows.length; i += 1) rows[i] = (this.#places[this.#placeOf(words, WORDS * i)] ?? 0) - 1;
    return rows;
  }

  /** Slot of the id whose words start at `at`, or the free slot for it. */
  #placeOf(words: Int32Array, at: number): number {
    const last = this.#places.length - 1;
    const hash = Math.imul((words[at] ?? 0) ^ (words[at + 3] ?? 0), 0x9e3779b1);
    for (let place = hash >>> 8; ; place += 1) {
      const row = (this.#places[place & last] ?? 0) - 1;
      if (row < 0 || this.#hasWords(row, words, at)) return place & last;
    }
  }

  #hasWords(row: number, words: Int32Array, at: number): boolean {
    for (let i = 0; i < WORDS; i += 1) if (this.#words[WORDS * row + i] !== words[at + i]) return false;
    return true;
  }
}

/** UUIDs as 16 bytes each, the format of PostgreSQL's uuid_send. */
export function idBytes(ids: readonly string[]): Uint8Array {
  return Buffer.from(ids.join("").replaceAll("-", ""), "hex");
}

/** Copies the bytes, because 32-bit words must be aligned to 4 bytes. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(Uint8Array.from(bytes).buffer);
}
