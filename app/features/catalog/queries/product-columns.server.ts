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

  setBuyable(row: number, buyable: boolean): void {
    const others = (this.flags[row] ?? 0) & ~FLAGS.buyable;
    this.flags[row] = others | (buyable ? FLAGS.buyable : 0);
  }
}
