import { setImmediate as nextTurn } from "node:timers/promises";
import { nameSlug } from "#app/features/products/links.ts";
import { netContent } from "#app/features/products/rules/read-net-content.ts";
import { CardCounts, KEPT_FROM } from "./card-counts.server.ts";
import { Spellings } from "./codes.server.ts";
import type { Leaf, StoredLeaves } from "./index-file.server.ts";
import { FLAGS, type IndexedProduct } from "./indexed-product.server.ts";
import { IndexedProducts } from "./indexed-products.server.ts";
import { Turns } from "./turns.server.ts";

/** A listing with its counts takes some 10 KB. */
const MEMO_SIZE = 80;
const CODES = ["categories", "distributors", "brands", "options"] as const;

/** In-memory index of all products for listings: counts and sorts a million in milliseconds, which SQL does not. */
export class ProductIndex extends IndexedProducts {
  readonly counts: CardCounts;
  readonly #brandSpellings = new Spellings(this.brands);
  readonly #memo = new Map<string, unknown>();
  #isChanging = false;
  #isTorn = false;

  /** `keptFrom`: see `CardCounts`. */
  constructor(keptFrom = KEPT_FROM) {
    super();
    this.counts = new CardCounts(this, keptFrom);
  }

  /** Whether a change failed in its middle: the index is of no use any more. */
  get isTorn(): boolean {
    return this.#isTorn;
  }

  /**
   * Resolves when no change is in its middle, where orders are of before and values of after. To be awaited before the
   * index is read, and again after each other wait.
   */
  async whole(): Promise<void> {
    while (this.#isChanging) await nextTurn();
    if (this.#isTorn) throw new Error("The index of products was given up: it is read anew.");
  }

  /** Result of `make`, cached under `key` until a product changes. */
  memo<Value>(key: string, make: () => Value): Value {
    if (!this.#memo.has(key)) {
      const oldest = this.#memo.keys().next();
      if (this.#memo.size >= MEMO_SIZE && !oldest.done) this.#memo.delete(oldest.value);
      this.#memo.set(key, make());
    }
    return this.#memo.get(key) as Value;
  }

  /** Takes in database rows of a new index, which is usable after `complete`. */
  add(rows: readonly string[][]): void {
    for (const row of rows) this.table.put(this.#read(row));
  }

  async complete(turns = new Turns()): Promise<void> {
    await this.table.post(turns);
    await this.orders.build(turns);
  }

  /** What `restored` takes in. */
  *stored(): Generator<[string, Leaf]> {
    for (const name of CODES) {
      yield [`${name} keys`, this[name].keys];
      yield [`${name} names`, this[name].names];
    }
    yield ["distributor spellings", this.distributorSpellings.texts];
    yield ["brand spellings", this.#brandSpellings.texts];
    yield* this.table.stored();
    yield* this.orders.stored();
  }

  /** An index as it was stored. Throws an `IndexFileError` if parts of it are missing. */
  static async restored(leaves: StoredLeaves, turns = new Turns(), keptFrom = KEPT_FROM): Promise<ProductIndex> {
    const index = new ProductIndex(keptFrom);
    for (const name of CODES) {
      const names = leaves.texts(`${name} names`);
      for (const [code, key] of leaves.texts(`${name} keys`).entries()) index[name].add(key, names[code] ?? "");
    }
    for (const text of leaves.texts("distributor spellings")) index.distributorSpellings.read(text);
    for (const text of leaves.texts("brand spellings")) index.#brandSpellings.read(text);
    await index.table.restore(leaves, turns);
    await index.table.post(turns);
    index.orders.restore(leaves);
    return index;
  }

  /** Begins a comparison of all products with the database, of which each is given to `refresh`. */
  renew(): void {
    for (const name of CODES) this[name].renew();
  }

  /** Takes in those of these database rows that differ, and returns how many they were. */
  async refresh(rows: readonly string[][], turns = new Turns()): Promise<number> {
    const changed = rows.map((row) => this.#read(row)).filter((product) => !this.table.has(product));
    if (changed.length > 0) await this.#change(changed, [], turns);
    return changed.length;
  }

  /** Updates products from database rows; those of `ids` without a row are removed. Costs these products only. */
  async update(rows: readonly string[][], ids: readonly string[], turns = new Turns()): Promise<void> {
    await this.#change(
      rows.map((row) => this.#read(row)),
      ids,
      turns,
    );
  }

  async #change(read: readonly IndexedProduct[], ids: readonly string[], turns: Turns): Promise<void> {
    const rowOf = (id: string) => this.table.ids.rowOf(id);
    const found = new Set(read.map(({ id }) => id));
    const deleted = [...new Set(ids)].filter((id) => !found.has(id)).map(rowOf);
    const gone = deleted.filter((row) => row >= 0);
    const edited = [...found].map(rowOf).filter((row) => row >= 0);
    const write = () => {
      this.#memo.clear();
      const written: number[] = [];
      const before = this.#cardsOf([...edited, ...gone, ...read.flatMap(({ group }) => this.table.rowsOfGroup(group))]);
      this.counts.change(before, () => {
        for (const product of read) written.push(this.table.put(product));
        // After that, so that no row changes hands within one change of the orders.
        for (const row of gone) this.table.remove(row);
        const deletedRows = new Set(gone);
        return this.#cardsOf([...before, ...written].filter((row) => !deletedRows.has(row)));
      });
      return written;
    };
    this.#isChanging = true;
    try {
      await this.orders.change([...edited, ...gone], write, turns);
    } catch (error) {
      this.#isTorn = true;
      throw error;
    } finally {
      this.#isChanging = false;
    }
    this.#memo.clear();
  }

  /** Updates availability by product id. */
  updateStock(buyable: ReadonlyMap<string, boolean>): void {
    const known = [...buyable].map(([id, now]) => ({ row: this.table.ids.rowOf(id), now }));
    const changed = known.filter(({ row, now }) => row >= 0 && this.table.isBuyable(row) !== now);
    if (changed.length === 0) return;
    const cards = this.#cardsOf(changed.map(({ row }) => row));
    this.counts.change(cards, () => {
      for (const { row, now } of changed) this.table.setBuyable(row, now);
      return cards;
    });
    this.#memo.clear();
  }

  /** The rows of all cards that `rows` are of, those of a card beside each other. */
  #cardsOf(rows: readonly number[]): number[] {
    return [...new Set(rows.flatMap((row) => this.table.variantsOf(row)))];
  }

  #read(row: readonly string[]): IndexedProduct {
    const [id = "", name = "", created, price, piecePrice, minOrder, buyable, category = "", top = "", ...rest] = row;
    const [distributor = "", brand = "", group = "", groupName = "", optionNames = "", options = "", flags, ...size] =
      rest;
    const [unit = "", pieces, weight, stated] = size;
    const weight_grams = weight ? Number(weight) : null;
    const content = netContent({ name, unit, pieces: Number(pieces), weight_grams, stated });
    const sold = this.distributorSpellings.read(distributor);
    return {
      id,
      name,
      created: Number(created),
      price: Number(price),
      piecePrice: Number(piecePrice),
      content,
      minOrder: Number(minOrder),
      category: this.categories.add(category, ""),
      top: this.categories.add(top, ""),
      distributor: sold.code,
      spelling: sold.spelling,
      brand: this.#brandSpellings.read(brand).code,
      options: options === "" ? [] : this.#optionCodes(options),
      flags: Number(flags) | (content ? FLAGS.measured : 0) | (buyable === "t" ? FLAGS.buyable : 0),
      group,
      groupName,
      optionNames: optionNames === "" ? "[]" : optionNames,
    };
  }

  #optionCodes(json: string): number[] {
    const values = Object.entries(JSON.parse(json) as Record<string, string>);
    return values.flatMap(([name, value]) => {
      const parts = [nameSlug(name), nameSlug(value)];
      return parts.includes("") ? [] : [this.options.add(parts.join(":"), `${name}\n${value}`)];
    });
  }
}
