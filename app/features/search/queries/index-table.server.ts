import { MEASURES, type NetContent } from "#app/features/products/rules/net-content.ts";
import { copyOf } from "./codes.server.ts";
import { Postings } from "./postings.server.ts";
import { RowIds } from "./row-ids.server.ts";
import type { Turns } from "./turns.server.ts";

/** Bits of the column `flags`. */
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

/** A product as it is put into a row. Prices in kobo, `created` in microseconds; codes are those of `ProductIndex`. */
export type IndexedProduct = {
  readonly id: string;
  name: string;
  created: number;
  price: number;
  piecePrice: number;
  /** Net content of the sold unit. */
  content: NetContent | null;
  minOrder: number;
  /** Codes of the category and of its top-level category; -1 for none. */
  category: number;
  top: number;
  distributor: number;
  /** Code of the distributor's name as it is written. */
  spelling: number;
  brand: number;
  /** Codes of its option values. */
  options: readonly number[];
  /** Bits of `FLAGS`. */
  flags: number;
  /** Empty for a product alone. */
  group: string;
  groupName: string;
  /** A list as JSON, in the group's order. */
  optionNames: string;
};

/** The variants of one card. */
export type Group = { name: string; optionNames: readonly string[]; rows: number[] };

/** Measure of a row without content. */
export const NO_MEASURE = MEASURES.length;

/**
 * The columns with one number for each row: `content` is the amount of `measure`, `contentPrice` the price of a kilo,
 * litre or metre in fractions of a kobo (Infinity without content), `group` and `options` are codes.
 */
const COLUMNS = {
  created: Float64Array,
  price: Float64Array,
  piecePrice: Float64Array,
  content: Float64Array,
  contentPrice: Float64Array,
  minOrder: Int32Array,
  category: Int32Array,
  top: Int32Array,
  distributor: Int32Array,
  spelling: Int32Array,
  brand: Int32Array,
  options: Int32Array,
  group: Int32Array,
  measure: Uint8Array,
  flags: Uint8Array,
} as const;
type Name = keyof typeof COLUMNS;
export type Columns = { [Of in Name]: InstanceType<(typeof COLUMNS)[Of]> };

/** Columns whose rows are also listed by code. */
const POSTED = ["category", "top", "distributor", "brand"] as const satisfies Name[];

const NAMES = Object.keys(COLUMNS) as Name[];
const FIRST_SIZE = 64;
const NO_OPTIONS: readonly number[] = [];

/**
 * The products of an index in typed arrays, which lie outside the heap and are scanned ten times as fast as objects. A
 * product keeps its row; the row of a deleted one is given to the next new one.
 */
export class ProductTable {
  columns = columnsOf(FIRST_SIZE);
  readonly ids = new RowIds();
  readonly names: string[] = [];
  /** By the code in the column `group`. */
  readonly groups: Group[] = [];
  /** Lists of option codes by the code in the column `options`. */
  readonly optionLists: (readonly number[])[] = [];
  /** Rows without a product. */
  readonly free: number[] = [];
  /** Rows of each code; empty until `post`. */
  readonly postings = Object.fromEntries(POSTED.map((name) => [name, new Postings()])) as Record<
    (typeof POSTED)[number],
    Postings
  >;
  /** Number of rows, with the free ones. */
  rows = 0;
  #isPosted = false;
  #live: Int32Array | null = null;
  #cards = 0;
  /** Codes of groups by their ids. */
  readonly #groupCodes = new RowIds();
  readonly #optionNames = new Map<string, readonly string[]>();
  readonly #optionCodes = new Map<string, number>();

  /** Number of products. */
  get size(): number {
    return this.rows - this.free.length;
  }

  /** Number of groups and of products alone. */
  get cards(): number {
    return this.#cards;
  }

  /** The rows with a product, ascending. */
  get live(): Int32Array {
    if (this.#live) return this.#live;
    const free = new Set(this.free);
    const live = new Int32Array(this.size);
    let count = 0;
    for (let row = 0; row < this.rows; row += 1) if (!free.has(row)) live[count++] = row;
    this.#live = live;
    return live;
  }

  /** Lists the rows of each code, which later writes keep up to date. */
  async post(turns: Turns): Promise<void> {
    for (const name of POSTED) {
      const column = this.columns[name];
      const most = this.live.reduce((code, row) => Math.max(code, column[row] ?? -1), -1);
      await this.postings[name].build(column, this.live, most + 1, turns);
    }
    this.#isPosted = true;
  }

  /** Writes a product into its row, or into a new one; returns the row. */
  put(product: IndexedProduct): number {
    const known = this.ids.rowOf(product.id);
    const row = known >= 0 ? known : this.#newRow(product.id);
    const group = product.group === "" ? -1 : this.#groupCode(product);
    if (known >= 0 && this.columns.group[row] !== group) this.#leave(row);
    if (known < 0 || this.columns.group[row] !== group) this.#enter(row, group);
    if (this.#isPosted) {
      for (const name of POSTED) {
        this.postings[name].move(row, known < 0 ? -1 : (this.columns[name][row] ?? -1), product[name]);
      }
    }
    this.names[row] = copyOf(product.name);
    const { columns } = this;
    columns.created[row] = product.created;
    columns.price[row] = product.price;
    columns.piecePrice[row] = product.piecePrice;
    columns.content[row] = product.content?.amount ?? 0;
    columns.contentPrice[row] = product.content ? product.price / product.content.amount : Infinity;
    columns.measure[row] = product.content ? MEASURES.indexOf(product.content.measure) : NO_MEASURE;
    columns.minOrder[row] = product.minOrder;
    columns.category[row] = product.category;
    columns.top[row] = product.top;
    columns.distributor[row] = product.distributor;
    columns.spelling[row] = product.spelling;
    columns.brand[row] = product.brand;
    columns.options[row] = this.#optionCode(product.options);
    columns.flags[row] = product.flags;
    return row;
  }

  /** Takes the product of `row` out. */
  remove(row: number): void {
    this.#leave(row);
    for (const name of POSTED) this.postings[name].move(row, this.columns[name][row] ?? -1, -1);
    this.ids.remove(row);
    this.free.push(row);
    this.#live = null;
  }

  setBuyable(row: number, buyable: boolean): void {
    const others = (this.columns.flags[row] ?? 0) & ~FLAGS.buyable;
    this.columns.flags[row] = others | (buyable ? FLAGS.buyable : 0);
  }

  isBuyable(row: number): boolean {
    return ((this.columns.flags[row] ?? 0) & FLAGS.buyable) !== 0;
  }

  /** Rows of the card that `row` is of. */
  variantsOf(row: number): readonly number[] {
    return this.groupOf(row)?.rows ?? [row];
  }

  /** Rows of the group with this id. */
  rowsOfGroup(id: string): readonly number[] {
    return id === "" ? [] : (this.groups[this.#groupCodes.rowOf(id)]?.rows ?? []);
  }

  groupOf(row: number): Group | undefined {
    return this.groups[this.columns.group[row] ?? -1];
  }

  optionsOf(row: number): readonly number[] {
    return this.optionLists[this.columns.options[row] ?? -1] ?? NO_OPTIONS;
  }

  contentOf(row: number): NetContent | null {
    const measure = MEASURES[this.columns.measure[row] ?? NO_MEASURE];
    return measure ? { amount: this.columns.content[row] ?? 0, measure } : null;
  }

  #newRow(id: string): number {
    this.#live = null;
    const row = this.free.pop() ?? this.rows;
    if (row === this.rows) {
      this.rows += 1;
      if (row >= this.columns.flags.length) this.columns = columnsOf(Math.ceil(row * 1.25) + 1, this.columns);
    }
    this.ids.set(row, id);
    return row;
  }

  #enter(row: number, group: number): void {
    this.columns.group[row] = group;
    const rows = this.groups[group]?.rows;
    if (!rows || rows.length === 0) this.#cards += 1;
    rows?.push(row);
  }

  #leave(row: number): void {
    const rows = this.groupOf(row)?.rows;
    rows?.splice(rows.indexOf(row), 1);
    if (!rows || rows.length === 0) this.#cards -= 1;
  }

  #groupCode({ group, groupName, optionNames: names }: IndexedProduct): number {
    const known = this.#groupCodes.rowOf(group);
    const code = known < 0 ? this.groups.length : known;
    const optionNames = this.#optionNames.get(names) ?? (JSON.parse(names) as string[]);
    if (!this.#optionNames.has(names)) this.#optionNames.set(copyOf(names), optionNames);
    if (known < 0) this.#groupCodes.set(code, group);
    const before = this.groups[code];
    if (before?.name === groupName && before.optionNames === optionNames) return code;
    this.groups[code] = { name: copyOf(groupName), optionNames, rows: before?.rows ?? [] };
    return code;
  }

  #optionCode(options: readonly number[]): number {
    if (options.length === 0) return -1;
    const key = options.join();
    const known = this.#optionCodes.get(key);
    if (known !== undefined) return known;
    this.#optionCodes.set(key, this.optionLists.length);
    return this.optionLists.push(options) - 1;
  }
}

/** Columns of `size` rows that begin with those of `from`. */
function columnsOf(size: number, from?: Columns): Columns {
  const made = NAMES.map((name) => {
    const column = new COLUMNS[name](size);
    if (from) column.set(from[name]);
    return [name, column];
  });
  return Object.fromEntries(made) as Columns;
}
