import { MEASURES, type NetContent } from "#app/features/products/rules/net-content.ts";
import { CardGroups, type Group } from "./card-groups.server.ts";
import { CodeLists } from "./codes.server.ts";
import { IndexFileError, SPARE, withRoom, type Leaf, type StoredLeaves } from "./index-file.server.ts";
import { FLAGS, type IndexedProduct } from "./indexed-product.server.ts";
import { PostedRows, type PostedColumn } from "./posted-rows.server.ts";
import { RowIds } from "./row-ids.server.ts";
import { RowNames } from "./row-names.server.ts";
import type { Turns } from "./turns.server.ts";

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

const NAMES = Object.keys(COLUMNS) as Name[];
const FIRST_SIZE = 64;
/** Rows that are restored without a pause. */
const AT_ONCE = 16_384;
const NO_OPTIONS: readonly number[] = [];

/**
 * The products of an index in typed arrays, which lie outside the heap and are scanned ten times as fast as objects. A
 * product keeps its row; the row of a deleted one is given to the next new one.
 */
export class ProductTable {
  columns = columnsOf(FIRST_SIZE);
  readonly ids = new RowIds();
  names = new RowNames();
  /** Rows without a product. */
  readonly free: number[] = [];
  /** Rows by code and by flag; empty until `post`. */
  readonly postings = new PostedRows();
  /** Number of rows, with the free ones. */
  rows = 0;
  #live: Int32Array | null = null;
  #cards = 0;
  readonly #groups = new CardGroups();
  readonly #optionLists = new CodeLists();

  /** Number of products. */
  get size(): number {
    return this.rows - this.free.length;
  }

  /** Number of groups and of products alone. */
  get cards(): number {
    return this.#cards;
  }

  /** Lists of option codes by the code in the column `options`. */
  get optionLists(): readonly (readonly number[])[] {
    return this.#optionLists.lists;
  }

  /** By the code in the column `group`. */
  get groups(): readonly Group[] {
    return this.#groups.list;
  }

  /** The rows with a product, ascending. */
  get live(): Int32Array {
    if (this.#live) return this.#live;
    const free = Int32Array.from(this.free).sort();
    const live = new Int32Array(this.size);
    for (let [row, gone] = [0, 0]; row < this.rows; row += 1) {
      if (row === free[gone]) gone += 1;
      else live[row - gone] = row;
    }
    this.#live = live;
    return live;
  }

  /** Lists the rows of each code, which later writes keep up to date. */
  async post(turns: Turns): Promise<void> {
    await this.postings.build(this.columns, this.live, turns);
  }

  /** Writes a product into its row, or into a new one; returns the row. */
  put(product: IndexedProduct): number {
    const known = this.ids.rowOf(product.id);
    const row = known >= 0 ? known : this.#newRow(product.id);
    const group = this.#groups.put(product);
    if (known >= 0 && this.columns.group[row] !== group) this.#leave(row);
    if (known < 0 || this.columns.group[row] !== group) this.#enter(row, group);
    if (this.postings.isBuilt) this.postings.move(row, known < 0 ? null : this.#codesOf(row), product);
    this.names.set(row, product.name);
    const values = this.#values(product, group);
    for (const name of NAMES) this.columns[name][row] = values[name];
    return row;
  }

  /** Whether the product stands in its row as it is. */
  has(product: IndexedProduct): boolean {
    const row = this.ids.rowOf(product.id);
    const group = this.#groups.find(product);
    if (row < 0 || group === null || this.names.of(row) !== product.name) return false;
    const values = this.#values(product, group);
    return NAMES.every((column) => this.columns[column][row] === values[column]);
  }

  /** What `restore` takes in. */
  *stored(): Generator<[string, Leaf]> {
    for (const name of NAMES) yield [`column ${name}`, this.columns[name].subarray(0, this.rows)];
    const { bytes, places } = this.names.stored(this.rows);
    yield ["names", bytes];
    yield ["name places", places];
    yield ["ids", this.ids.stored(this.rows)];
    yield ["free", Int32Array.from(this.free)];
    yield ["options", this.#optionLists.stored()];
    yield* this.#groups.stored();
  }

  /** Takes a stored table into this empty one. Throws an `IndexFileError` if parts of it are missing. */
  async restore(leaves: StoredLeaves, turns: Turns): Promise<void> {
    this.#optionLists.restore(leaves.texts("options"));
    const columns = NAMES.map((name): [Name, Columns[Name]] => {
      const Type: new (length: number) => Columns[Name] = COLUMNS[name];
      return [name, leaves.column(`column ${name}`, Type)];
    });
    this.rows = leaves.column("column flags", COLUMNS.flags).length;
    if (columns.some(([, { length }]) => length !== this.rows)) throw new IndexFileError("with unequal columns");
    this.columns = Object.fromEntries(columns.map(([name, column]) => [name, withRoom(column)])) as Columns;
    await turns.rest();
    const [names, places] = [leaves.column("names", Uint8Array), leaves.column("name places", Uint32Array)];
    this.names = new RowNames(withRoom(names), withRoom(places));
    for (const row of leaves.column("free", Int32Array)) this.free.push(row);
    await turns.rest();
    await this.ids.restore(leaves.column("ids", Uint32Array), this.live, turns);
    await this.#groups.restore(leaves, turns);
    const { group } = this.columns;
    for (const row of this.live) {
      this.#enter(row, group[row] ?? -1);
      if (row % AT_ONCE === 0) await turns.rest();
    }
  }

  /** Makes room for some new products, with pauses. */
  async reserve(turns: Turns): Promise<void> {
    const size = Math.floor(this.rows * (1 + SPARE));
    for (const name of NAMES) {
      if (this.columns[name].length < size)
        this.columns = { ...this.columns, [name]: columnOf(name, size, this.columns) };
      await turns.rest();
    }
    this.ids.reserve(size);
    await turns.rest();
    this.names.reserve(size, SPARE);
    await turns.rest();
  }

  /** Takes the product of `row` out. */
  remove(row: number): void {
    this.#leave(row);
    this.postings.move(row, this.#codesOf(row), null);
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
    return this.#groups.rowsOf(id);
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

  #codesOf(row: number) {
    const of = (name: PostedColumn) => this.columns[name][row] ?? -1;
    const flags = this.columns.flags[row] ?? 0;
    return { category: of("category"), top: of("top"), distributor: of("distributor"), brand: of("brand"), flags };
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

  /** What the columns have of a product of the group with this code. */
  #values(product: IndexedProduct, group: number): Record<Name, number> {
    const { created, price, piecePrice, content, minOrder, category, top, distributor, spelling, brand, flags } =
      product;
    return {
      created,
      price,
      piecePrice,
      content: content?.amount ?? 0,
      contentPrice: content ? price / content.amount : Infinity,
      minOrder,
      category,
      top,
      distributor,
      spelling,
      brand,
      options: this.#optionLists.add(product.options),
      group,
      measure: content ? MEASURES.indexOf(content.measure) : NO_MEASURE,
      flags,
    };
  }
}

/** Columns of `size` rows that begin with those of `from`. */
function columnsOf(size: number, from?: Columns): Columns {
  return Object.fromEntries(NAMES.map((name) => [name, columnOf(name, size, from)])) as Columns;
}

function columnOf(name: Name, size: number, from?: Columns): Columns[Name] {
  const column = new COLUMNS[name](size);
  if (from) column.set(from[name]);
  return column;
}
