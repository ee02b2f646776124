/** Bits of `ProductColumns.flags`; all but the last are those of `IndexedProduct.flags`. */
export const FLAGS = {
  featured: 1,
  best_seller: 2,
  new_arrival: 4,
  discounted: 8,
  priceBreaks: 16,
  packed: 32,
  buyable: 64,
} as const;

/** What listings filter and sort by. Prices are kobo, `created` is microseconds, codes are places in `ProductIndex`. */
export type IndexedProduct = {
  readonly id: string;
  name: string;
  created: number;
  price: number;
  piecePrice: number;
  minOrder: number;
  buyable: boolean;
  /** Of the category itself and of its top-level one; -1 for none. */
  category: number;
  top: number;
  distributor: number;
  brand: number;
  options: readonly number[];
  /** Of `FLAGS`, without the last. */
  flags: number;
  /** In `ProductIndex.columns`. */
  row: number;
  group: string;
  groupName: string;
  /** In the order in which the group has them. */
  optionNames: readonly string[];
  card: Card;
};

/** What a listing shows as one card: all variants of a group, or a product alone. */
export type Card = { variants: IndexedProduct[] };

/**
 * What a pass over all products reads, a column each: a tenth of the time of reading objects. The rows of a card follow
 * each other from `cardStart[card]` on, the options of a row from `optionStart[row]` on.
 */
export class ProductColumns {
  readonly products: IndexedProduct[];
  readonly cardOf: Int32Array;
  readonly cardStart: Int32Array;
  readonly price: Float64Array;
  readonly piecePrice: Float64Array;
  readonly minOrder: Int32Array;
  readonly category: Int32Array;
  readonly top: Int32Array;
  readonly distributor: Int32Array;
  readonly brand: Int32Array;
  readonly flags: Uint8Array;
  readonly optionStart: Int32Array;
  readonly options: Int32Array;
  #rowsById: RowsById | null = null;

  /** Tells each product its row. */
  constructor(cards: readonly Card[]) {
    const rows = cards.flatMap((card) => card.variants);
    const numbers = (read: (product: IndexedProduct) => number) => Int32Array.from(rows, read);
    this.products = rows;
    this.cardOf = new Int32Array(rows.length);
    this.cardStart = new Int32Array(cards.length + 1);
    this.price = Float64Array.from(rows, ({ price }) => price);
    this.piecePrice = Float64Array.from(rows, ({ piecePrice }) => piecePrice);
    this.minOrder = numbers(({ minOrder }) => minOrder);
    this.category = numbers(({ category }) => category);
    this.top = numbers(({ top }) => top);
    this.distributor = numbers(({ distributor }) => distributor);
    this.brand = numbers(({ brand }) => brand);
    this.flags = Uint8Array.from(rows, ({ flags, buyable }) => flags | (buyable ? FLAGS.buyable : 0));
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

  /** The rows of products by their ids, made when a search first asks. */
  rowsById(): RowsById {
    return (this.#rowsById ??= new RowsById(this.products.map(({ id }) => id)));
  }

  setBuyable(row: number, buyable: boolean): void {
    const others = (this.flags[row] ?? 0) & ~FLAGS.buyable;
    this.flags[row] = others | (buyable ? FLAGS.buyable : 0);
  }
}

/** Numbers of 32 bits in an id. */
const WORDS = 4;

/** Finds the rows of many ids. In a Map each would be a text to hash: most of the time of a broad search. */
export class RowsById {
  /** The ids by rows. */
  readonly #words: Int32Array;
  /** Row + 1 at the hash of its id or the next free place behind; 0 for none. */
  readonly #places: Int32Array;

  /** `ids` in the order of their rows. */
  constructor(ids: readonly string[]) {
    this.#words = wordsOf(idBytes(ids));
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
    for (const row of ids.keys()) this.#places[this.#placeOf(this.#words, WORDS * row)] = row + 1;
  }

  /** The rows of ids as `idBytes` has them; -1 for one that no product has. */
  rowsOf(ids: Uint8Array): Int32Array {
    const words = wordsOf(ids);
    const rows = new Int32Array(words.length / WORDS);
    for (let i = 0; i < rows.length; i += 1) rows[i] = (this.#places[this.#placeOf(words, WORDS * i)] ?? 0) - 1;
    return rows;
  }

  /** The place of the id whose words stand at `at`, or the free one where it belongs. */
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

/** UUIDs as the 16 bytes of each, as uuid_send of the database has them. */
export function idBytes(ids: readonly string[]): Uint8Array {
  return Buffer.from(ids.join("").replaceAll("-", ""), "hex");
}

/** A copy: numbers of 32 bits must begin at every fourth byte of the memory. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(Uint8Array.from(bytes).buffer);
}
